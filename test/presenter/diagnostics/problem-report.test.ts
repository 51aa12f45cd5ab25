import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../src/core/redact/secrets";
import type { ReportFacts } from "../../../src/presenter/diagnostics/problem-report";
import { hideFolders, presentReport } from "../../../src/presenter/diagnostics/problem-report";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { CREDENTIAL_KINDS, createDice, plant } from "../../support/planted-secrets";

const folders = { workspace: "/home/ada/secret-project", home: "/home/ada" };
const clean = (text: string) => redactSecrets(hideFolders(text, folders));

const facts = (more: Partial<ReportFacts> = {}): ReportFacts => ({
  versions: { hermes: "0.1.0", vscode: "1.139.1" },
  window: { remote: "none" },
  sizes: { sessions: "2MB" },
  changedSettings: ["hermes.model"],
  lastFailure: undefined,
  log: [],
  ...more,
});

describe("a problem report", () => {
  it("is a text to edit, with room for what happened", () => {
    expect(presentReport(facts({ log: ["a ``` b"] }), clean, sayInEnglish)).toBe(
      [
        "# Problem report",
        "Nothing has been sent. Read this text, remove what you do not want to share, " +
          "and copy the rest into a new issue.",
        "## What happened?",
        "## Facts",
        [
          "```yaml",
          "versions:",
          "  hermes: 0.1.0",
          "  vscode: 1.139.1",
          "window:",
          "  remote: none",
          "sizes:",
          "  sessions: 2MB",
          "settings:",
          "  changed: hermes.model",
          "failure:",
          "  last: none",
          "```",
        ].join("\n"),
        "## Log",
        "````text\na ``` b\n````\n",
      ].join("\n\n"),
    );
  });

  it.each(CREDENTIAL_KINDS)("contains no secret, wherever it was: %s", (kind) => {
    const { text, secrets } = plant(kind, createDice(7));
    const report = presentReport(
      facts({ lastFailure: text, log: [text], window: { note: text } }),
      clean,
      sayInEnglish,
    );
    expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
  });

  it("names neither the user nor the project", () => {
    const line = "ENOENT /home/ada/secret-project/src/a.ts, /home/ada/.config";
    const report = presentReport(facts({ log: [line], lastFailure: line }), clean, sayInEnglish);
    expect(report).not.toMatch(/ada|secret-project/);
    expect(report).toContain("ENOENT <workspace>/src/a.ts, ~/.config");
  });
});

describe("private folders", () => {
  it("are hidden in every spelling that Windows has for them", () => {
    const windows = { workspace: "C:\\Users\\Ada\\Project", home: "C:\\Users\\Ada" };
    expect(hideFolders("c:\\users\\ada\\project\\a.ts C:/Users/Ada/x C:\\\\Users\\\\Ada\\\\y", windows)).toBe(
      "<workspace>\\a.ts ~/x ~\\\\y",
    );
  });

  it("are left alone where there is none to hide", () => {
    expect(hideFolders("/a/b", { workspace: "/", home: "" })).toBe("/a/b");
  });
});

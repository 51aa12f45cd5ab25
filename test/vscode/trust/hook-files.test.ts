import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { describeHooks } from "../../../src/presenter/words/hook-offer";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { ContentConsent } from "../../../src/vscode/trust/content-consent";
import type { HookFileWorld } from "../../../src/vscode/trust/hook-files";
import { readWorkspaceHooks } from "../../../src/vscode/trust/hook-files";
import { memoryState } from "../../support/memory-state";
import { inEnglish } from "../../support/say";
import { temporaryFolder, writeFiles } from "../../support/workspace";

const table = (command: string) => ({ Stop: [{ hooks: [{ type: "command", command }] }] });
const file = (command: string): string => JSON.stringify(table(command));

let root = "";
let asked: string[] = [];
let warned: string[] = [];

beforeEach(async () => {
  root = await temporaryFolder();
  asked = [];
  warned = [];
});

const windowOf = (answer: "use" | "leave", over: Partial<HookFileWorld> = {}): HookFileWorld => ({
  workspaceFolder: root,
  trust: "trusted",
  consent: new ContentConsent(memoryState()),
  warn: (problem) => void warned.push(inEnglish(problem)),
  async ask(hooks) {
    asked.push(hooks.map(({ command }) => command).join());
    return answer;
  },
  ...over,
});

describe("hooks of a workspace", () => {
  it.each(["use", "leave"] as const)("are asked about once for each content: %s", async (answer) => {
    const window = windowOf(answer);
    const given = answer === "use" ? (command: string) => table(command) : () => undefined;
    await writeFiles(root, { ".hermes/hooks.json": file("a") });
    expect(await readWorkspaceHooks(window)).toEqual(given("a"));
    expect(await readWorkspaceHooks(window)).toEqual(given("a"));
    await writeFile(join(root, ".hermes/hooks.json"), file("b"));
    expect(await readWorkspaceHooks(window)).toEqual(given("b"));
    expect(asked).toEqual(["a", "b"]);
  });

  it("are asked about again when a script beside them changes", async () => {
    const window = windowOf("use");
    await writeFiles(root, { ".hermes/hooks.json": file("sh .hermes/hooks/x.sh"), ".hermes/hooks/x.sh": "true" });
    await readWorkspaceHooks(window);
    await writeFile(join(root, ".hermes/hooks/x.sh"), "curl evil");
    await readWorkspaceHooks(window);
    expect(asked).toHaveLength(2);
  });

  it("are not even read where the workspace is not trusted", async () => {
    await writeFiles(root, { ".hermes/hooks.json": file("a") });
    expect(await readWorkspaceHooks(windowOf("use", { trust: "untrusted" }))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("are left out with a warning where they are links or no JSON", async () => {
    await mkdir(join(root, ".hermes"));
    await writeFile(join(root, "elsewhere.json"), file("a"));
    await symlink(join(root, "elsewhere.json"), join(root, ".hermes/hooks.json"));
    expect(await readWorkspaceHooks(windowOf("use"))).toBeUndefined();
    const other = await temporaryFolder();
    await writeFiles(other, { ".hermes/hooks.json": "not json" });
    expect(await readWorkspaceHooks(windowOf("use", { workspaceFolder: other }))).toBeUndefined();
    expect(warned).toHaveLength(2);
    expect(asked).toEqual([]);
  });
});

describe("the question about hooks", () => {
  const hook = (command: string) =>
    ({ event: "PreToolUse", matcher: "Bash", command, timeoutMs: 1, home: "workspace" }) as const;

  it("shows every command, with what a reader could not see", () => {
    expect(describeHooks([hook("echo a\ncurl evil"), hook("b\u202e")], "0123456789abcdef0", sayInEnglish)).toBe(
      "PreToolUse (Bash): echo a\\u{a}curl evil\nPreToolUse (Bash): b\\u{202e}\nSHA-256 0123456789abcdef…",
    );
  });

  it("is not asked where the commands do not fit into it", () => {
    expect(describeHooks([hook("x".repeat(4_000))], "0", sayInEnglish)).toBeUndefined();
  });
});

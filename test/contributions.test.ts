import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../package.json";
import words from "../package.nls.json";
import simplifiedChinese from "../package.nls.zh-cn.json";
import traditionalChinese from "../package.nls.zh-tw.json";
import { listSettings } from "../src/core/agent/settings/settings";
import { COMMAND_GUIDE } from "./support/command-guide";
import { contributedCommands, contributedSettings, restrictedSettings } from "./support/contributions";
import { referencePages } from "./support/reference-pages";

const { contributes } = manifest;
const commandIds = contributedCommands().map(({ command }) => command);

describe("package.json", () => {
  it("contributes exactly the commands of the table", () => {
    expect(contributes.commands).toEqual(contributedCommands());
  });

  it("contributes exactly the settings of the table in groups, with their bounds and defaults", () => {
    expect(contributes.configuration).toEqual(contributedSettings());
    const contributed = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    expect(contributed.toSorted()).toEqual(
      listSettings()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("keeps settings that could leak keys or run programs from untrusted workspaces", () => {
    expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
      supported: "limited",
      restrictedConfigurations: restrictedSettings(),
    });
  });

  it("contributes the views that tests and users rely on", () => {
    expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual(["hermes"]);
    expect(contributes.views.hermes.map(({ id }) => id)).toEqual(["hermes.chat", "hermes.sessions", "hermes.outputs"]);
  });

  it("names only its own commands in menus and keybindings", () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    expect(used.filter((command) => !commandIds.includes(command))).toEqual([]);
  });

  it("has a text for every key it uses, and uses every text", () => {
    const used = new Set([...readFileSync("package.json", "utf8").matchAll(/%([\w.-]+)%/g)].map(([, key]) => key));
    expect([...used].sort()).toEqual(Object.keys(words).sort());
  });

  it.each([
    ["zh-cn", simplifiedChinese],
    ["zh-tw", traditionalChinese],
  ])("is translated into %s, with the same settings and commands in every text", (_, translation) => {
    const references = (table: Readonly<Record<string, string>>) =>
      Object.entries(table).map(([key, text]) => [key, (text.match(/`[^`]*`|\(command:[\w.]+\)/g) ?? []).sort()]);
    expect(references(translation)).toEqual(references(words));
  });

  it.each(Object.entries(referencePages()))(
    "is documented in %s, which `npm run contributions` keeps current",
    (file, text) => {
      expect(readFileSync(file, "utf8")).toBe(text);
    },
  );

  it("has every setting and every command in its pages", () => {
    const { "docs/settings.md": settings = "", "docs/commands.md": commands = "" } = referencePages();
    expect(listSettings().filter(({ id }) => !settings.includes(`### \`${id}\``))).toEqual([]);
    const titles: Readonly<Record<string, string>> = words;
    const missing = commandIds.filter(
      (id) => !commands.includes(`_Hermes: ${titles[id.replace("hermes.", "command.")]}_`),
    );
    expect(missing).toEqual([]);
    expect(Object.values(COMMAND_GUIDE).filter((about) => !about.endsWith("."))).toEqual([]);
  });

  it("names only files that exist", () => {
    const files = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image)),
    ];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it("gives commands the titles that users search for", () => {
    expect(words["command.compressWithFocus"]).toBe("Compress Context with Focus");
    expect(words["command.category"]).toBe("Hermes");
  });
});

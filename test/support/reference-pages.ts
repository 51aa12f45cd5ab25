import manifest from "../../package.json";
import words from "../../package.nls.json";
import { groupOf, SETTING_GROUPS } from "../../src/core/agent/settings/setting-groups";
import { listSettings, trustOf } from "../../src/core/agent/settings/settings";
import { COMMANDS } from "../../src/vscode/actions/command-table";
import { COMMAND_GUIDE } from "./command-guide";

/** Pages of docs/ that are made from the tables; `npm run contributions` writes them, and a test compares them. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  "docs/settings.md": settingsPage(),
  "docs/commands.md": commandsPage(),
});

const MADE = "<!-- Made by `npm run contributions` from the tables; changes here are lost. -->";

function settingsPage(): string {
  const groups = SETTING_GROUPS.flatMap((group) => [
    `## ${wordOf(`settings.${group}`)}`,
    ...listSettings()
      .filter(({ id }) => groupOf(id) === group)
      .flatMap(describeSetting),
  ]);
  return page(["# Settings", MADE, "Every setting, as the settings editor groups them.", ...groups]);
}

type Setting = ReturnType<typeof listSettings>[number];

function describeSetting({ id, rule }: Setting): readonly string[] {
  const key = `setting.${withoutPrefix(id)}`;
  const choices = Array.isArray(rule.schema["enum"]) ? rule.schema["enum"] : [];
  const bounds = ["minimum", "maximum"].flatMap((name) =>
    typeof rule.schema[name] === "number" ? [`${name} \`${rule.schema[name]}\``] : [],
  );
  return [
    `### \`${id}\``,
    wordOf(key),
    ...(choices.length === 0
      ? []
      : [choices.map((choice) => `- \`${choice}\`: ${wordOf(`${key}.${choice}`)}`).join("\n")]),
    [`Default \`${JSON.stringify(rule.fallback)}\``, ...bounds].join(", "),
    ...[WORKSPACE[trustOf(id).workspace.kind]].filter((said) => !wordOf(key).includes(said)),
  ];
}

const WORKSPACE: Readonly<Record<ReturnType<typeof trustOf>["workspace"]["kind"], string>> = {
  applies: "A workspace may set it.",
  ignored: "Only your user settings count.",
  tightens: "A workspace may only make it stricter.",
  asks: "What a workspace sets counts after you agree.",
};

function commandsPage(): string {
  const keys = new Map(manifest.contributes.keybindings.map(({ command, key }) => [command, key]));
  const rows = Object.entries(COMMAND_GUIDE).map(([id, about]) => {
    const key = keys.get(id);
    const title = `_Hermes: ${wordOf(`command.${withoutPrefix(id)}`)}_`;
    return `| ${[title, key === undefined ? "" : `\`${key}\``, about].join(" | ")} |`;
  });
  return page([
    "# Commands",
    MADE,
    `All ${Object.keys(COMMANDS).length} commands are in the command palette under _Hermes_.`,
    "Some of them need an open session or a selection.",
    ["| Command | Key | What it does |", "| --- | --- | --- |", ...rows].join("\n"),
  ]);
}

const page = (blocks: readonly string[]): string => `${blocks.join("\n\n")}\n`;

/** References to other settings are written `#id#` for the settings editor. */
const wordOf = (key: string): string =>
  (Object.entries(words).find(([name]) => name === key)?.[1] ?? "").replace(/`#([\w.]+)#`/g, "`$1`");

const withoutPrefix = (id: string) => id.replace(/^hermes\./, "");

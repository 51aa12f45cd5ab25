import { groupOf, SETTING_GROUPS } from "../../src/core/agent/settings/setting-groups";
import { listSettings, trustOf } from "../../src/core/agent/settings/settings";
import { COMMANDS } from "../../src/vscode/actions/command-table";

/** The typed tables as package.json must repeat them; `npm run contributions` writes them, and a test compares them. */
export const contributedCommands = () =>
  Object.entries(COMMANDS).map(([command, entry]) => ({
    command,
    title: `%command.${withoutPrefix(command)}%`,
    category: "%command.category%",
    // Where no program can run, only session files can be shown.
    ...(command === "hermes.openSessionFile" ? {} : { enablement: "!hermes.readOnly" }),
    ...("icon" in entry ? { icon: `$(${entry.icon})` } : {}),
  }));

export const contributedSettings = () =>
  SETTING_GROUPS.map((group) => ({
    title: `%settings.${group}%`,
    properties: Object.fromEntries(Object.entries(settingProperties()).filter(([id]) => groupOf(id) === group)),
  }));

const settingProperties = () =>
  Object.fromEntries(
    listSettings().map(({ id, rule }, index) => [
      id,
      {
        ...rule.schema,
        default: rule.fallback,
        order: index,
        ...(trustOf(id).workspace.kind === "ignored" ? { scope: "application" } : {}),
        markdownDescription: `%setting.${withoutPrefix(id)}%`,
        ...(Array.isArray(rule.schema["enum"])
          ? {
              markdownEnumDescriptions: rule.schema["enum"].map(
                (choice) => `%setting.${withoutPrefix(id)}.${String(choice)}%`,
              ),
            }
          : {}),
      },
    ]),
  );

/** VS Code ignores values of an untrusted workspace for these. */
export const restrictedSettings = () =>
  listSettings()
    .filter(({ id }) => ["keys", "code", "permission"].includes(trustOf(id).power))
    .map(({ id }) => id);

const withoutPrefix = (id: string) => id.replace(/^hermes\./, "");

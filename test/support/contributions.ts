import { listSettings } from "../../src/core/agent/settings";
import { COMMANDS } from "../../src/vscode/command-table";

/** What package.json must say about the typed tables; `npm run contributions` writes it, a test compares. */
export const contributedCommands = () =>
  Object.entries(COMMANDS).map(([command, entry]) => ({
    command,
    title: `%command.${withoutPrefix(command)}%`,
    category: "%command.category%",
    ...("icon" in entry ? { icon: `$(${entry.icon})` } : {}),
  }));

export const contributedSettings = () =>
  Object.fromEntries(
    listSettings().map(({ id, rule }, index) => [
      id,
      {
        ...rule.schema,
        default: rule.fallback,
        order: index,
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

export const restrictedSettings = () =>
  listSettings()
    .filter(({ rule }) => rule.trust === "restricted")
    .map(({ id }) => id);

const withoutPrefix = (id: string) => id.replace(/^hermes\./, "");

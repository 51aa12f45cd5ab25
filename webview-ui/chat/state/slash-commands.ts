import type { SlashCommand } from "../../../src/protocol/messages";

const SLASH_COMMANDS: readonly SlashCommand[] = [
  "compress",
  "preview",
  "undo",
  "new",
  "history",
  "resume",
  "search",
  "branch",
  "inspector",
  "usage",
  "insights",
  "model",
  "pin",
  "skills",
  "export",
  "import",
  "help",
];

/** Commands with an argument: choosing one keeps the caret in the field instead of sending it. */
const WITH_ARGUMENT: ReadonlySet<SlashCommand> = new Set(["compress", "preview", "history", "search", "pin"]);

export const matchingCommands = (query: string): readonly SlashCommand[] =>
  SLASH_COMMANDS.filter((command) => command.startsWith(query));

/** The command and argument of a message that is a slash command; null for any other message. */
export function parseCommand(text: string): { readonly command: SlashCommand; readonly argument: string } | null {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const command = SLASH_COMMANDS.find((name) => name === match?.[1]);
  return command === undefined ? null : { command, argument: (match?.[2] ?? "").trim() };
}

export const wantsArgument = (command: SlashCommand): boolean => WITH_ARGUMENT.has(command);

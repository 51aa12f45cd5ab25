import type { SlashCommand } from "../../src/protocol";

/** What the text before the caret asks for: a command at the very start, or a file anywhere. */
export type Trigger =
  | { readonly kind: "command"; readonly query: string; readonly start: 0 }
  | { readonly kind: "file"; readonly query: string; readonly start: number };

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  "compress",
  "preview",
  "undo",
  "new",
  "resume",
  "search",
  "branch",
  "inspector",
  "usage",
  "insights",
  "model",
  "pin",
  "export",
  "import",
  "help",
];

/** Commands that take the rest of the line; choosing one leaves room to type it. */
const WITH_ARGUMENT: ReadonlySet<SlashCommand> = new Set(["compress", "preview", "search", "pin"]);

export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([a-z]*)$/.exec(before);
  if (command !== null) return { kind: "command", query: command[1] ?? "", start: 0 };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return file === null ? null : { kind: "file", query: file[1] ?? "", start: caret - (file[1] ?? "").length - 1 };
}

export const matchingCommands = (query: string): readonly SlashCommand[] =>
  SLASH_COMMANDS.filter((command) => command.startsWith(query));

/** A line that is a command, with what follows it. */
export function commandIn(text: string): { readonly command: SlashCommand; readonly argument: string } | null {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  const command = SLASH_COMMANDS.find((name) => name === match?.[1]);
  return command === undefined ? null : { command, argument: (match?.[2] ?? "").trim() };
}

export const wantsArgument = (command: SlashCommand): boolean => WITH_ARGUMENT.has(command);

export function insertChoice(
  text: string,
  caret: number,
  trigger: Trigger,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const inserted = trigger.kind === "command" ? `/${choice} ` : `@${choice} `;
  return { text: text.slice(0, trigger.start) + inserted + text.slice(caret), caret: trigger.start + inserted.length };
}

/** The completion that the text before the caret triggers: a command at the very start, a mention anywhere. */
export type Trigger =
  | { readonly kind: "command"; readonly query: string; readonly start: 0 }
  | { readonly kind: "mention"; readonly query: string; readonly start: number };

export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/([a-z]*)$/.exec(before);
  if (command !== null) return { kind: "command", query: command[1] ?? "", start: 0 };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return file === null ? null : { kind: "mention", query: file[1] ?? "", start: caret - (file[1] ?? "").length - 1 };
}

/** The text with the letters of the trigger replaced. */
export function insertChoice(
  text: string,
  caret: number,
  trigger: Trigger,
  inserted: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, trigger.start) + inserted + text.slice(caret), caret: trigger.start + inserted.length };
}

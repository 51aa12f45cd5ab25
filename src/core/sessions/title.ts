import type { UserMessage } from "../conversation/message";
import { messageText } from "../conversation/render";

/** Fits one line of a list beside its age. */
const MAX_TITLE_CHARS = 60;
/** A cut goes back to a word's end unless that would throw away more than this share of the title. */
const MIN_KEPT_SHARE = 0.6;
const UNTITLED = "New session";

/** A title without asking a model: the first line of what the person asked for. */
export function titleOf(message: UserMessage): string {
  const lines = messageText(message)
    .split(/\r?\n/u)
    .map((line) =>
      line
        .replace(/\s+/gu, " ")
        .replace(/^[#>*`\s-]+/u, "")
        .trim(),
    );
  const line = lines.find((text) => /[\p{L}\p{N}]/u.test(text));
  return line === undefined ? UNTITLED : shorten(line);
}

function shorten(line: string): string {
  const characters = [...line];
  if (characters.length <= MAX_TITLE_CHARS) return line;
  const cut = characters.slice(0, MAX_TITLE_CHARS - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > cut.length * MIN_KEPT_SHARE ? cut.slice(0, space) : cut}…`;
}

/** `Fix the login` goes on as `Fix the login #2`, and that as `#3`. */
export function continueTitle(title: string): string {
  const [, base = title, count = "1"] = /^(.*?)(?: #(\d+))?$/su.exec(title) ?? [];
  return `${base} #${Number(count) + 1}`;
}

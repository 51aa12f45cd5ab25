import type { Message, UserMessage } from "../../conversation/message";
import { requestText } from "../../conversation/newest-request";
import { redactMessage } from "../../redact/redacted-message";

/** Fits one line of a list beside its age. */
const MAX_TITLE_CHARS = 60;
/** A request names its subject at its beginning; the rest may be a pasted log. */
const MAX_SEARCHED_CHARS = 10_000;
/** A cut goes back to a word's end unless that would throw away more than this share of the title. */
const MIN_KEPT_SHARE = 0.6;
/** Until somebody says something. */
export const UNTITLED = "New session";

/** A title without asking a model: the first line of what the person asked for. */
export function titleOf(message: UserMessage): string {
  const lines = wordsOf(message)
    .slice(0, MAX_SEARCHED_CHARS)
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

/** Redacted as a whole before anything is cut from it; a message of attachments alone is named after them. */
function wordsOf(message: UserMessage): string {
  const redacted = redactMessage(message);
  return redacted.role === "user" ? requestText(redacted) : "";
}

function shorten(line: string): string {
  const characters = [...line];
  if (characters.length <= MAX_TITLE_CHARS) return line;
  const cut = characters.slice(0, MAX_TITLE_CHARS - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > cut.length * MIN_KEPT_SHARE ? cut.slice(0, space) : cut}…`;
}

/** A title, and who gave it: later messages never replace a person's words. */
export interface Titled {
  readonly title: string;
  readonly titleOrigin: "header" | "message" | "user";
}

export const titledByHeader = (title: string): Titled => ({ title, titleOrigin: "header" });

/** The first message with words in it names a session that began without any, however it began. */
export function titledBy({ title, titleOrigin }: Titled, message: Message): Titled {
  const suffix = titleOrigin === "header" ? UNTITLED_TITLE.exec(title)?.[1] : undefined;
  const named = suffix === undefined || message.role !== "user" ? UNTITLED : titleOf(message);
  return named === UNTITLED ? { title, titleOrigin } : { title: `${named}${suffix ?? ""}`, titleOrigin: "message" };
}

/** Whether a title comes from this message, perhaps as that of a branch or continuation. */
export const isTitledBy = (title: string, message: Message): boolean =>
  message.role === "user" && title.startsWith(titleOf(message)) && SUFFIXES.test(title.slice(titleOf(message).length));

const SUFFIXES = /^(?: \(branch\)| #\d+)*$/u;

/** Also branches and continuations of an untitled session, as earlier versions named them. */
const UNTITLED_TITLE = /^(?:New session)?((?: \(branch\)| #\d+)*)$/u;

const BRANCH_SUFFIX = " (branch)";

/** The title of a branch, and of a branch of a branch. */
export const branchTitle = (title: string): string =>
  title.endsWith(BRANCH_SUFFIX) ? title : `${title}${BRANCH_SUFFIX}`;

/** `Fix the login` continues as `Fix the login #2`, and that as `#3`. */
export function continueTitle(title: string): string {
  const [, base = title, count = "1"] = /^(.*?)(?: #(\d+))?$/su.exec(title) ?? [];
  return `${base} #${Number(count) + 1}`;
}

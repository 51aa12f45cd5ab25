import { joinPattern } from "../../base/text";

/** A longer message was not typed: most of it is a report or a log, which explains the names in it by itself. */
const TYPED_CHARS = 600;
/** What is wanted of a pasted text stands before or after it. */
const END_CHARS = 200;
/** How the notices begin that programs send in a person's name; they report, and ask nothing. */
const NOTICE = /^\s*<[a-z][\w-]*>/;

/** What a terminal printed or was given: a prompt, a script's banner, a level or a time first, a stack frame. */
const TERMINAL_LINE = joinPattern(
  [
    "^\\s*(?:[$%➜❯]\\s|[\\w.-]+@[\\w.-]+[: ].{0,80}[%$#]\\s|> \\S+@\\d|",
    "\\[(?:info|warn(?:ing)?|error|debug|trace|success)\\]|",
    "\\d{4}-\\d\\d-\\d\\d[T ]\\d|\\d\\d:\\d\\d:\\d\\d|at \\S+.*[:(])",
  ],
  "i",
);

/**
 * The part of a request that says what it asks for: only names in it bring back lines. Terminal output says itself what
 * its names are about.
 */
export function askedText(request: string): string {
  if (NOTICE.test(request) && request.length > TYPED_CHARS) return "";
  const typed = request
    .split("\n")
    .filter((line) => !TERMINAL_LINE.test(line))
    .join("\n");
  return typed.length <= TYPED_CHARS ? typed : `${typed.slice(0, END_CHARS)}\n${typed.slice(-END_CHARS)}`;
}

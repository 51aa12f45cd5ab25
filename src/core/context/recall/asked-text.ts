/** A longer message was not typed: most of it is a report or a log, which explains the names in it by itself. */
const TYPED_CHARS = 600;
/** What is wanted of a pasted text stands before or after it. */
const END_CHARS = 200;
/** How the notices begin that programs send in a person's name; they report, and ask nothing. */
const NOTICE = /^\s*<[a-z][\w-]*>/;

/** The part of a request that says what it asks for: only names in it bring back lines. */
export function askedText(request: string): string {
  if (request.length <= TYPED_CHARS) return request;
  return NOTICE.test(request) ? "" : `${request.slice(0, END_CHARS)}\n${request.slice(-END_CHARS)}`;
}

/**
 * Splits shell text into words and operators, the way a POSIX shell would, so far as rules need it.
 * Whatever it does not understand is reported, never guessed: the caller then asks a person.
 */
export type ShellToken =
  | { readonly type: "word"; readonly word: ShellWord }
  /** `;`, `&`, `&&`, `||`, `|`, `|&`, newline, `(`, `)`. */
  | { readonly type: "operator"; readonly text: string }
  | { readonly type: "redirect"; readonly direction: "in" | "out"; readonly target: ShellWord | undefined };

export interface ShellWord {
  /** As the program would see it, quotes and escapes resolved; expansions stand as written. */
  readonly text: string;
  /** Contains a parameter, command or arithmetic expansion or a glob: the real value is known only at run time. */
  readonly dynamic: boolean;
  /** Shell text run to produce this word: `$(…)`, backticks, `<(…)`. */
  readonly inner: readonly string[];
}

export class ShellSyntaxError extends Error {
  override readonly name = "ShellSyntaxError";
}

export function lexShell(source: string): readonly ShellToken[] {
  if (source.includes("\0")) throw new ShellSyntaxError("contains a NUL character");
  const cursor: Cursor = { source, at: 0 };
  const tokens: ShellToken[] = [];
  for (;;) {
    skipBlanks(cursor);
    if (cursor.at >= source.length) return tokens;
    tokens.push(readRedirect(cursor) ?? readOperator(cursor) ?? { type: "word", word: readWord(cursor) });
  }
}

interface Cursor {
  readonly source: string;
  at: number;
}

function skipBlanks(cursor: Cursor): void {
  const blanks = /(?:[ \t\r]|\\\r?\n)*(?:#[^\n]*)?/y;
  blanks.lastIndex = cursor.at;
  blanks.exec(cursor.source);
  cursor.at = blanks.lastIndex;
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.source)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function readRedirect(cursor: Cursor): ShellToken | undefined {
  if (take(cursor, /\d*<<(?!<)/y) !== undefined) throw new ShellSyntaxError("contains a here-document");
  const sign = take(cursor, /\d*(?:<<<|<&|<>|>>|>&|>\||&>>|&>|<(?!\()|>(?!\())/y);
  if (sign === undefined) return undefined;
  if (/[<>]&$/.test(sign) && take(cursor, /(?:\d+|-)(?=[\s;&|()]|$)/y) !== undefined)
    return { type: "redirect", direction: "in", target: undefined };
  skipBlanks(cursor);
  const target = readWord(cursor);
  return { type: "redirect", direction: sign.includes(">") ? "out" : "in", target };
}

function readOperator(cursor: Cursor): ShellToken | undefined {
  const text = take(cursor, /&&|\|\||;;|\|&|[;&|\n()]/y);
  if (text === ";;") throw new ShellSyntaxError("contains a case statement");
  return text === undefined ? undefined : { type: "operator", text };
}

interface Draft {
  text: string;
  dynamic: boolean;
  readonly inner: string[];
}

function readWord(cursor: Cursor): ShellWord {
  const draft: Draft = { text: "", dynamic: false, inner: [] };
  const start = cursor.at;
  while (cursor.at < cursor.source.length && readPiece(cursor, draft));
  if (cursor.at === start)
    throw new ShellSyntaxError(`has an unexpected ${JSON.stringify(cursor.source[start] ?? "end")}`);
  return draft;
}

/** Reads one piece of a word; false at the word's end. */
function readPiece(cursor: Cursor, draft: Draft): boolean {
  const plain = take(cursor, /[^\s\\'"`$;&|()<>*?[\]{}~]+/y);
  if (plain !== undefined) draft.text += plain;
  else if (take(cursor, /\\\r?\n/y) !== undefined) return true;
  else if (take(cursor, /\\/y) !== undefined) draft.text += takeChar(cursor);
  else if (take(cursor, /'/y) !== undefined) draft.text += takeUntil(cursor, "'");
  else if (take(cursor, /"/y) !== undefined) readDoubleQuoted(cursor, draft);
  else if (cursor.source[cursor.at] === "$" || cursor.source[cursor.at] === "`") readExpansion(cursor, draft);
  else if (take(cursor, /[<>]\(/y) !== undefined) addInner(draft, takeNested(cursor));
  else {
    const glob = take(cursor, /[*?[\]{}~]/y);
    if (glob === undefined) return false;
    draft.text += glob;
    draft.dynamic = true;
  }
  return true;
}

function readDoubleQuoted(cursor: Cursor, draft: Draft): void {
  for (;;) {
    const char = cursor.source[cursor.at];
    if (char === undefined) throw new ShellSyntaxError("has an unclosed double quote");
    if (char === "$" || char === "`") readExpansion(cursor, draft);
    else {
      cursor.at++;
      if (char === '"') return;
      if (char !== "\\") draft.text += char;
      else if (take(cursor, /\r?\n/y) === undefined)
        draft.text += /["\\$`]/.test(cursor.source[cursor.at] ?? "") ? takeChar(cursor) : "\\";
    }
  }
}

function readExpansion(cursor: Cursor, draft: Draft): void {
  if (take(cursor, /\$'/y) !== undefined) throw new ShellSyntaxError("contains an escaped string ($'…')");
  if (take(cursor, /`/y) !== undefined) return addInner(draft, takeUntil(cursor, "`").replace(/\\([`\\$])/g, "$1"));
  if (take(cursor, /\$\(\(/y) !== undefined) return addArithmetic(draft, takeNested(cursor), takeChar(cursor));
  if (take(cursor, /\$\(/y) !== undefined) return addInner(draft, takeNested(cursor));
  const braced = take(cursor, /\$\{[^{}`$()]*\}/y);
  if (braced === undefined && cursor.source.startsWith("${", cursor.at))
    throw new ShellSyntaxError("contains a nested parameter expansion");
  const name = braced ?? take(cursor, /\$(?:\w+|[@*#?$!-])?/y) ?? "";
  draft.text += name;
  draft.dynamic ||= name !== "$";
}

function addInner(draft: Draft, source: string): void {
  draft.inner.push(source);
  draft.text += "$(…)";
  draft.dynamic = true;
}

function addArithmetic(draft: Draft, source: string, close: string): void {
  if (close !== ")" || /[$`]\(|`/.test(source))
    throw new ShellSyntaxError("contains an arithmetic expansion that runs commands");
  draft.text += "$((…))";
  draft.dynamic = true;
}

function takeChar(cursor: Cursor): string {
  const char = cursor.source[cursor.at];
  if (char === undefined) throw new ShellSyntaxError("ends in the middle of a word");
  cursor.at++;
  return char;
}

function takeUntil(cursor: Cursor, quote: "'" | "`"): string {
  const from = cursor.at;
  for (let at = from; at < cursor.source.length; at++) {
    if (cursor.source[at] === "\\" && quote === "`") at++;
    else if (cursor.source[at] === quote) {
      cursor.at = at + 1;
      return cursor.source.slice(from, at);
    }
  }
  throw new ShellSyntaxError(quote === "'" ? "has an unclosed single quote" : "has an unclosed backtick");
}

/** The text up to the parenthesis that closes the one just read; quotes inside may hold parentheses of their own. */
function takeNested(cursor: Cursor): string {
  const from = cursor.at;
  for (let depth = 1; cursor.at < cursor.source.length; ) {
    const char = takeChar(cursor);
    if (char === "\\") takeChar(cursor);
    else if (char === "'") takeUntil(cursor, "'");
    else if (char === '"') readDoubleQuoted(cursor, { text: "", dynamic: false, inner: [] });
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return cursor.source.slice(from, cursor.at - 1);
  }
  throw new ShellSyntaxError("has an unclosed parenthesis");
}

import type { MarkedToken, Token } from "marked";
import { Lexer, Tokenizer } from "marked";

/** A streaming reply: the blocks that can no longer change, and the blocks at its end that may. */
export interface Blocks {
  readonly settled: readonly MarkedToken[];
  readonly open: readonly MarkedToken[];
  /** The text from this offset must be parsed again when more of it arrives. */
  readonly openAt: number;
}

export function readBlocks(text: string): Blocks {
  const tokens = lex(text);
  const first = firstOpen(tokens);
  const openAt = tokens.slice(0, first).reduce((chars, { raw }) => chars + raw.length, 0);
  // If the lexer changed characters, offsets are unknown and the whole text is parsed again.
  const exact = tokens.map(({ raw }) => raw).join("") === text;
  return exact
    ? { settled: tokens.slice(0, first), open: tokens.slice(first), openAt }
    : { settled: [], open: tokens, openAt: 0 };
}

/** The last block may still grow or change its type, and so may the blocks before it that it could become part of. */
function firstOpen(tokens: readonly MarkedToken[]): number {
  let first = Math.max(
    0,
    tokens.findLastIndex(({ type }) => type !== "space"),
  );
  for (;;) {
    const before = tokens.slice(0, first).findLastIndex(({ type }) => type !== "space");
    const block = tokens[before];
    if (block === undefined || isFinal(block, tokens.slice(before + 1, first), tokens.slice(first))) return first;
    first = before;
  }
}

function isFinal(block: MarkedToken, between: readonly MarkedToken[], after: readonly MarkedToken[]): boolean {
  if (block.type === "heading" || block.type === "hr" || (block.type === "code" && block.codeBlockStyle !== "indented"))
    return true;
  // A blank line does not end these blocks, but a complete line of another kind does.
  if (block.type === "list" || block.type === "code") return after.some(({ raw }) => raw.includes("\n"));
  return between.length > 0 || block.raw.endsWith("\n\n");
}

/** Nobody nests deeper; the lexer would take seconds and finally overflow the stack. */
const TOO_DEEP = /^(?:[ \t]{60}[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]|(?:[ \t]*>){20})/m;

function lex(text: string): readonly MarkedToken[] {
  if (TOO_DEEP.test(text)) return [{ type: "html", raw: text, text, pre: false, block: true }];
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new CodeWords() });
  const readInline = lexer.inlineTokens.bind(lexer);
  lexer.inlineTokens = (source, tokens = []) => {
    if (countEmphasis(source) <= MOST_EMPHASIS) return readInline(source, tokens);
    tokens.push({ type: "text", raw: source, text: source, escaped: false });
    return tokens;
  };
  return ownTokens(lexer.lex(text));
}

/** Marks in one paragraph. The lexer pairs every mark with every other: a page full of marks would take it minutes. */
const MOST_EMPHASIS = 200;

const countEmphasis = (text: string): number =>
  (text.match(/\*+|~+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu) ?? []).length;

/** In text about code, `src/*.ts` and `__init__` are usually names, not emphasis. */
class CodeWords extends Tokenizer {
  override escape(text: string) {
    const dunder = /^__[a-z][a-z0-9_]*__(?!\w)/.exec(text)?.[0];
    return dunder === undefined ? super.escape(text) : { type: "escape" as const, raw: dunder, text: dunder };
  }

  override emStrong(text: string, masked: string, before = "") {
    const found = super.emStrong(text, masked, before);
    const isPattern = text.startsWith("*") && (before === "/" || /^\*+[/.]/.test(text));
    const endsInPattern = found !== undefined && /\/\*+$/.test(found.raw);
    return isPattern || endsInPattern ? undefined : found;
  }
}

/** No extension is registered, so the lexer produces only its own token types. */
export const ownTokens = (tokens: readonly Token[] | undefined): readonly MarkedToken[] =>
  (tokens ?? []) as readonly MarkedToken[];

/** True if the text after an open fence cannot close it: it is code, and nothing needs to be parsed again. */
export function staysInFence(block: MarkedToken, grown: string): boolean {
  const fence = block.type === "code" ? /^ {0,3}(`{3,}|~{3,})[^\n]*\n/.exec(block.raw) : null;
  if (fence?.[1] === undefined) return false;
  const lines = grown.slice(Math.max(fence[0].length, block.raw.lastIndexOf("\n") + 1));
  return (
    !new RegExp(`^ {0,3}${fence[1].slice(0, 1)}`, "m").test(lines) &&
    !/^ {0,3}$/.test(lines.slice(lines.lastIndexOf("\n") + 1))
  );
}

import type { SyntaxNode } from "unbash";

const BLANK = String.raw`[ \t]|\\\n`;
const COMMENT = String.raw`#[^\n]*(?=\n|$)`;

/** What may stand between the parts of a node, by its kind. */
const BETWEEN: Readonly<Record<string, RegExp>> = {
  Command: new RegExp(`^(?:${BLANK})*$`),
  Pipeline: new RegExp(`^(?:${BLANK}|${COMMENT}|\\n|\\|&?)*$`),
  AndOr: new RegExp(`^(?:${BLANK}|${COMMENT}|\\n|&&|\\|\\|)*$`),
  Script: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&])*$`),
  CompoundList: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&])*$`),
  Subshell: new RegExp(`^\\((?:${BLANK}|${COMMENT}|[\\n;&])*\\)$`),
  BraceGroup: new RegExp(`^\\{(?:${BLANK}|${COMMENT}|[\\n;&])*\\}$`),
  If: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&]|if|then|elif|else|fi)*$`),
  Elif: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&]|elif|then)*$`),
  While: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&]|while|until|do|done)*$`),
  For: new RegExp(`^(?:${BLANK}|${COMMENT}|[\\n;&]|for|in|do|done)*$`),
};

/** True where nothing of the text was passed over: the parser mends what is broken, and does not always say so. */
export function isWhole(node: SyntaxNode, parts: readonly SyntaxNode[], source: string): boolean {
  let at = node.pos;
  let between = "";
  for (const part of parts.toSorted((one, other) => one.pos - other.pos)) {
    between += `${source.slice(at, part.pos)} `;
    at = part.end;
  }
  return BETWEEN[node.type]?.test(between + source.slice(at, node.end)) ?? true;
}

import type { MarkedToken, Tokens } from "marked";
import { cleanText, createLineCutter, MAX_TEXT_CHARS } from "../text/safe-text";
import { readBlocks, staysInFence } from "./markdown-blocks";
import type { MarkdownActions } from "./markdown-elements";
import { appendItems, appendTokens, finishCode } from "./markdown-elements";

/** Streaming Markdown: finished blocks are rendered once, and only the last block is parsed again. */
export interface MarkdownStream {
  write(text: string): void;
  end(): void;
}

/** A longer last block is parsed again with its next line instead of its next word. */
const LONG_BLOCK_CHARS = 4_000;

/** A rendered block. */
interface Drawn {
  readonly token: MarkedToken;
  readonly nodes: readonly ChildNode[];
}

export function createMarkdownStream(root: HTMLElement, actions: MarkdownActions): MarkdownStream {
  const cutter = createLineCutter();
  let written = 0;
  /** The part that may still change, as text and as rendered blocks. */
  let tail = "";
  let drawn: readonly Drawn[] = [];

  const draw = (token: MarkedToken): Drawn => {
    const before = root.childNodes.length;
    appendTokens(root, [token], actions);
    return { token, nodes: [...root.childNodes].slice(before) };
  };
  const read = (): void => {
    const { settled, open, openAt } = readBlocks(tail);
    const tokens = [...settled, ...open];
    const same = countSame(drawn, tokens);
    const grown = growList(drawn[same], tokens[same], actions);
    const kept = [...drawn.slice(0, same), ...(grown === undefined ? [] : [grown])];
    drawn.slice(kept.length).forEach(({ nodes }) => nodes.forEach((node) => node.remove()));
    const all = [...kept, ...tokens.slice(kept.length).map(draw)];
    drawn = all.slice(settled.length);
    tail = tail.slice(openAt);
    finishCode(
      all.slice(0, settled.length).flatMap(({ nodes }) => nodes),
      actions,
    );
  };
  const grow = (text: string): void => {
    if (text === "") return;
    tail += text;
    const [fence] = drawn;
    if (fence !== undefined && drawn.length === 1 && staysInFence(fence.token, tail)) {
      root.lastElementChild?.querySelector("code")?.append(text);
      drawn = [{ ...fence, token: { ...fence.token, raw: tail } }];
    } else if (tail.length <= LONG_BLOCK_CHARS || text.includes("\n")) read();
  };

  return {
    write(text) {
      const room = Math.max(0, MAX_TEXT_CHARS - written);
      written += text.length;
      grow(cleanText(cutter.write(text.slice(0, room))).replaceAll("\r", ""));
    },
    end() {
      tail += cutter.end();
      read();
      finishCode(
        drawn.flatMap(({ nodes }) => nodes),
        actions,
      );
      [tail, drawn] = ["", []];
    },
  };
}

function countSame(drawn: readonly Drawn[], tokens: readonly MarkedToken[]): number {
  const changed = tokens.findIndex(
    ({ type, raw }, index) => type !== drawn[index]?.token.type || raw !== drawn[index].token.raw,
  );
  return changed < 0 ? tokens.length : changed;
}

/** Renders a list again from its first changed item; undefined if it is no list or a different one. */
function growList(
  before: Drawn | undefined,
  now: MarkedToken | undefined,
  actions: MarkdownActions,
): Drawn | undefined {
  const old = before?.token;
  const element = before?.nodes[0];
  if (
    before === undefined ||
    old?.type !== "list" ||
    now?.type !== "list" ||
    !(element instanceof HTMLElement) ||
    old.ordered !== now.ordered ||
    old.start !== now.start
  )
    return undefined;
  const same = sameItems(old.items, now.items);
  [...element.children].slice(same).forEach((item) => item.remove());
  appendItems(element, now.items.slice(same), actions);
  return { ...before, token: now };
}

function sameItems(before: readonly Tokens.ListItem[], now: readonly Tokens.ListItem[]): number {
  const changed = now.findIndex(
    (item, index) => item.raw !== before[index]?.raw || item.loose !== before[index]?.loose,
  );
  return changed < 0 ? now.length : changed;
}

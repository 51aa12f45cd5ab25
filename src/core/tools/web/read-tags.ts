import { Tokenizer } from "htmlparser2";

/** What a reader of HTML meets, in order. Names are in lower case. */
export interface TagVisitor {
  onText(text: string): void;
  /** `at` is where the text after the tag begins. */
  onStart(name: string, attributes: ReadonlyMap<string, string>, at: number): void;
  onEnd(name: string, at: number): void;
}

/** More attributes than any element needs; the others are dropped. */
const MAX_ATTRIBUTES = 50;

/**
 * Calls the visitor for every tag and text. htmlparser2's tokenizer knows entities, comments, raw text, and broken
 * markup, in time that grows with the length only; its parser and everything built on it need the square of the depth.
 */
export function readTags(html: string, visitor: TagVisitor): void {
  let name = "";
  let attributes = new Map<string, string>();
  let attribute = "";
  let value = "";
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => visitor.onText(html.slice(start, end)),
      ontextentity: (code) => visitor.onText(String.fromCodePoint(code)),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = "";
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(code) {
        value += String.fromCodePoint(code);
      },
      onattribend() {
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend: (end) => visitor.onStart(name, attributes, end + 1),
      onselfclosingtag: (end) => visitor.onStart(name, attributes, end + 1),
      onclosetag: (start, end) => visitor.onEnd(html.slice(start, end).trim().toLowerCase(), end + 1),
      oncdata: (start, end, offset) => visitor.onText(html.slice(start, end - offset)),
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

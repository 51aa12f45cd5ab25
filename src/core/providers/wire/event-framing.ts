/** Makes an event stream of whatever a server sends in place of one. */
export interface EventFraming {
  frame(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

const OPENING = new TextEncoder().encode("event: message\ndata: ");
const ENDING = new TextEncoder().encode("\n\n");
const NOTHING = new Uint8Array();
const BRACE = 0x7b;
const SPACE = 0x20;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * Some gateways answer a request for a stream with the whole reply as one JSON document. It becomes the one event of a
 * stream; a true stream passes as it is. The first byte tells: no line of an event stream begins with a brace.
 */
export function eventFraming(start: "unknown" | "as-is"): EventFraming {
  let kind: "unknown" | "as-is" | "document" = start;
  return {
    frame(chunk) {
      if (kind === "as-is") return chunk;
      if (kind === "document") return onOneLine(chunk);
      const first = chunk.find((byte) => byte > SPACE);
      if (first === undefined) return chunk;
      kind = first === BRACE ? "document" : "as-is";
      return kind === "as-is" ? chunk : joined(OPENING, onOneLine(chunk));
    },
    end: () => (kind === "document" ? ENDING : NOTHING),
  };
}

/** Line ends stand only between the values of a JSON document, never inside them. */
const onOneLine = (chunk: Uint8Array): Uint8Array =>
  chunk.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte));

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const both = new Uint8Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}

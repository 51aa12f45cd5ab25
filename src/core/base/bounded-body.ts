/** What may arrive from a server, counted after decompression: a few kilobytes can unpack to gigabytes. */
export interface BodyLimits {
  readonly totalBytes: number;
  /** Without a blank line, which ends an event: readers of event streams keep and search all of an open event. */
  readonly eventBytes: number;
}

/** Parts that the JSON of one event may have, and how deep they nest: parsing it takes a tenth of a second at most. */
const MAX_EVENT_PARTS = 250_000;
const MAX_EVENT_DEPTH = 500;

type Excess = keyof BodyLimits | "eventParts";

/** Counts the chunks of one body; the answer names the limit that the chunk exceeds. */
export function createByteMeter(limits: BodyLimits): (chunk: Uint8Array) => Excess | undefined {
  let total = 0;
  let event = 0;
  let lineEnds = 0;
  let last = 0;
  let json = createJsonMeter();
  return (chunk) => {
    total += chunk.length;
    if (total > limits.totalBytes) return "totalBytes";
    for (const byte of chunk) {
      event++;
      if (json(byte) === "too-much") return "eventParts";
      if (byte === CARRIAGE_RETURN) lineEnds++;
      else if (byte !== LINE_FEED) lineEnds = 0;
      else if (last !== CARRIAGE_RETURN) lineEnds++;
      last = byte;
      if (lineEnds > 1 && event > 0) {
        event = 0;
        json = createJsonMeter();
      }
      if (event > limits.eventBytes) return "eventBytes";
    }
    return undefined;
  };
}

/** Follows JSON byte by byte, as far as needed to count its parts: brackets and commas outside of strings. */
function createJsonMeter(): (byte: number) => "too-much" | undefined {
  let parts = 0;
  let depth = 0;
  let place: "outside" | "string" | "escape" = "outside";
  return (byte) => {
    if (place === "escape") place = "string";
    else if (place === "string") place = byte === QUOTE ? "outside" : byte === BACKSLASH ? "escape" : "string";
    else if (byte === QUOTE) place = "string";
    else if (byte === BRACKET || byte === BRACE) {
      parts++;
      depth++;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth--;
    else if (byte === COMMA) parts++;
    return parts > MAX_EVENT_PARTS || depth > MAX_EVENT_DEPTH ? "too-much" : undefined;
  };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** The text of a body, or undefined for one that is longer than allowed; the rest of that is never read. */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A body that passes until a limit is reached, and then fails with what `onExcess` gives, or ends without it. */
export function boundBody(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
  onExcess: (limit: Excess) => Error | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const measure = createByteMeter(limits);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      const excess = measure(value);
      if (excess === undefined) return controller.enqueue(value);
      await reader.cancel();
      const error = onExcess(excess);
      if (error !== undefined) return controller.error(error);
      controller.enqueue(value.subarray(0, limits.totalBytes));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

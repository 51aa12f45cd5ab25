import { slicesOf } from "../../base/slices";

/** Collects output of any size in bounded memory: all of it up to the cap, beyond that the beginning and the end. */
export interface OutputBuffer {
  add(text: string): void;
  /** The collected output, with a line in the middle that states how much is missing. */
  text(): string;
}

/** Kept whole so that the full output can be spilled to a file; build logs are smaller. */
const MAX_OUTPUT_CHARS = 8 * 1024 * 1024;

export function createOutputBuffer(maxChars: number = MAX_OUTPUT_CHARS): OutputBuffer {
  const half = Math.floor(maxChars / 2);
  const head: string[] = [];
  let headChars = 0;
  let tail: string[] = [];
  let tailChars = 0;
  let totalChars = 0;
  /** Joined only when twice too long, so adding stays cheap per character. */
  const trimTail = (): void => {
    const joined = tail.join("").slice(-half);
    tail = [joined];
    tailChars = joined.length;
  };
  return {
    add(text) {
      totalChars += text.length;
      const room = Math.max(0, half - headChars);
      if (room > 0) head.push(text.slice(0, room));
      headChars += Math.min(room, text.length);
      if (text.length <= room) return;
      tail.push(text.slice(room));
      tailChars += text.length - room;
      if (tailChars > maxChars) trimTail();
    },
    text() {
      if (tailChars > half) trimTail();
      const lost = totalChars - headChars - tailChars;
      return [...head, ...(lost > 0 ? [`\n[${lost} characters of output were not kept]\n`] : []), ...tail].join("");
    },
  };
}

/** Output as a terminal would leave it on screen: no color codes, and of a progress line only its last state. */
export const cleanOutput = (raw: string): string => keepLastStates(raw.replace(ESCAPES, ""));

/** The same for a whole output, which may be megabytes long. */
export async function cleanOutputInSlices(raw: string): Promise<string> {
  const clean: string[] = [];
  let open: OpenLine = { state: "", isReturned: false };
  for await (const slice of slicesOf(raw, beforeEscape)) {
    const text = slice.replace(ESCAPES, "");
    const first = text.indexOf("\n");
    if (first < 0) {
      open = continueLine(open, text);
      continue;
    }
    const last = text.lastIndexOf("\n");
    clean.push(continueLine(open, text.slice(0, first)).state, keepLastStates(text.slice(first, last + 1)));
    open = continueLine({ state: "", isReturned: false }, text.slice(last + 1));
  }
  return clean.join("") + open.state;
}

/** A line whose end has not been seen. */
interface OpenLine {
  /** What a terminal shows of it. */
  readonly state: string;
  /** The next character overwrites it. */
  readonly isReturned: boolean;
}

function continueLine({ state, isReturned }: OpenLine, text: string): OpenLine {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
  if (end === 0) return { state, isReturned: isReturned || text.length > 0 };
  const start = text.lastIndexOf("\r", end - 1) + 1;
  const isFresh = isReturned || start > 0;
  return { state: isFresh ? text.slice(start, end) : state + text.slice(0, end), isReturned: end < text.length };
}

const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()#][0-9A-Za-z]|\x1b[=>78NOMDEHc]/g;
/** A sequence that was cut in two would stay in the text. */
const LONGEST_ESCAPE_CHARS = 2_000;

function beforeEscape(slice: string): number {
  const start = slice.lastIndexOf("\x1b");
  return start > slice.length - LONGEST_ESCAPE_CHARS ? start : slice.length;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Looks at each character once: a command can print millions of carriage returns. */
function keepLastStates(text: string): string {
  const kept: string[] = [];
  const first = text.indexOf("\r");
  if (first < 0) return text;
  let copied = 0;
  let line = text.lastIndexOf("\n", first) + 1;
  const copyUntil = (end: number): void => {
    if (end > copied) kept.push(text.slice(copied, end));
  };
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) line = at + 1;
    if (code !== CARRIAGE_RETURN) continue;
    let next = at + 1;
    while (text.charCodeAt(next) === CARRIAGE_RETURN) next++;
    copyUntil(next === text.length || text.charCodeAt(next) === LINE_FEED ? at : line);
    copied = next;
    at = next - 1;
  }
  return kept.join("") + text.slice(copied);
}

import { slicesOf } from "../../base/slices";
import { createTerminalScreen } from "./terminal-screen";

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
export function cleanOutput(raw: string): string {
  const screen = createTerminalScreen("dropped");
  screen.write(raw);
  return screen.text();
}

/** The same for a whole output, which may be megabytes long. */
export async function cleanOutputInSlices(raw: string): Promise<string> {
  const screen = createTerminalScreen("dropped");
  for await (const slice of slicesOf(raw, beforeEscape)) screen.write(slice);
  return screen.text();
}

/** A sequence that was cut in two would stay in the text. */
const LONGEST_ESCAPE_CHARS = 2_000;

function beforeEscape(slice: string): number {
  const start = slice.lastIndexOf("\x1b");
  return start > slice.length - LONGEST_ESCAPE_CHARS ? start : slice.length;
}

/**
 * The end of an output that is still growing, in its colors. A carriage return at its end stays: what comes next
 * overwrites the line.
 */
export function growingEnd(soFar: string, more: string, maxChars: number): string {
  const screen = createTerminalScreen("kept");
  screen.write(soFar + more);
  return screen.text().slice(-maxChars) + (screen.cursor() === "returned" ? "\r" : "");
}

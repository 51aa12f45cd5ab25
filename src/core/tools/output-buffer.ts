/** Gathers output of any size in bounded memory: all of it up to the cap, beyond that the beginning and the end. */
export interface OutputBuffer {
  add(text: string): void;
  /** Everything kept, with a line in the middle that says openly what is missing. */
  text(): string;
}

/** Kept whole so that the full output can be spilled to a file; no honest build log is larger. */
export const MAX_OUTPUT_CHARS = 16 * 1024 * 1024;

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
  return raw
    .replace(/\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()#][0-9A-Za-z]|\x1b[=>78NOMDEHc]/g, "")
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) =>
      line.includes("\r") ? line.slice(line.lastIndexOf("\r", line.length - 2) + 1).replace(/\r$/, "") : line,
    )
    .join("\n");
}

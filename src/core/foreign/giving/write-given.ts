import { writeFile } from "node:fs/promises";
import { linesOf } from "../reading/lines-of";
import type { GivenSession } from "./given-session";

/** The beginning of the original, whose version and settings the new file repeats. */
const HEAD_LINES = 20;
const HEAD_BYTES = 4 * 1024 * 1024;

export async function headOfOriginal(path: string, signal: AbortSignal): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { text } of linesOf(path, { from: 0, maxBytes: HEAD_BYTES }, signal))
    if (lines.push(text) >= HEAD_LINES) break;
  return lines;
}

/**
 * Writes the new session. What is there already, be it a file or a link to one, is never written to; like the agents'
 * own sessions, the new one is for its owner alone.
 */
export async function writeGiven({ path, text }: GivenSession): Promise<"written" | "exists"> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return "written";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return "exists";
    throw error;
  }
}

import { messageText } from "../../conversation/render";
import type { ForeignWorld } from "../places";
import { linesOf, readForeignSession, startFold } from "../read-session";
import type { ForeignFile } from "../session";

export interface ForeignHit {
  readonly file: ForeignFile;
  readonly title: string;
  readonly messageId: string;
  readonly role: string;
  readonly snippet: string;
}

const SNIPPET_CHARS = 160;
const HITS_PER_SESSION = 5;
const LARGEST_SEARCHED_BYTES = 128 * 1024 * 1024;

/**
 * Searches sessions where they are, newest first: nothing of another agent is copied into an index. Lines that lack one
 * of the words are not even parsed, and between two pieces the host can do other things.
 */
export async function* searchForeignSessions(
  world: ForeignWorld,
  files: readonly ForeignFile[],
  query: string,
  signal: AbortSignal,
): AsyncGenerator<ForeignHit> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return;
  for (const file of files) {
    signal.throwIfAborted();
    // A file that disappears or is damaged meanwhile has nothing to offer; the others still have.
    const hits = await searchFile(world, file, words, signal).catch(() => []);
    signal.throwIfAborted();
    yield* hits;
  }
}

async function searchFile(
  world: ForeignWorld,
  file: ForeignFile,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly ForeignHit[]> {
  if (file.bytes > LARGEST_SEARCHED_BYTES) return [];
  if (startFold(file) !== undefined && !(await mayMention(file, words, signal))) return [];
  const session = await readForeignSession(world, file, signal);
  return session.messages
    .flatMap((message): readonly ForeignHit[] => {
      const text = messageText(message);
      const lower = text.toLowerCase();
      if (!words.every((word) => lower.includes(word))) return [];
      const at = Math.max(0, lower.indexOf(words[0] ?? "") - SNIPPET_CHARS / 4);
      const snippet = text
        .slice(at, at + SNIPPET_CHARS)
        .replace(/\s+/g, " ")
        .trim();
      return [{ file, title: session.title, messageId: message.id, role: message.role, snippet }];
    })
    .slice(0, HITS_PER_SESSION);
}

/** A line holds one message: no line with all words, no message with all words. */
async function mayMention(file: ForeignFile, words: readonly string[], signal: AbortSignal): Promise<boolean> {
  for await (const { text } of linesOf(file.path, { from: 0 }, signal)) {
    const lower = text.toLowerCase();
    if (words.every((word) => lower.includes(escaped(word)))) return true;
  }
  return false;
}

/** As the word stands in a JSON text. */
const escaped = (word: string): string => JSON.stringify(word).slice(1, -1);

import { readForeignSession, startFold } from "../read-session";
import { linesOf } from "../reading/lines-of";
import type { ForeignFile } from "../session";
import { recordedText } from "../session";

export interface ForeignHit {
  readonly file: ForeignFile;
  readonly title: string;
  readonly messageId: string;
  readonly role: string;
  readonly snippet: string;
  /** The whole of the message. */
  readonly text: string;
}

const SNIPPET_CHARS = 160;
const HITS_PER_SESSION = 5;
const LARGEST_SEARCHED_BYTES = 128 * 1024 * 1024;

/**
 * Searches sessions where they are, newest first: nothing of another agent is copied into an index. Files that lack one
 * of the words are not even parsed, and between two pieces the host can do other things.
 */
export async function* searchForeignSessions(
  files: readonly ForeignFile[],
  query: string,
  signal: AbortSignal,
): AsyncGenerator<ForeignHit> {
  const words = searchWords(query);
  if (words.length === 0) return;
  for (const file of files) {
    signal.throwIfAborted();
    // A file that disappears or is damaged meanwhile has nothing to offer; the others still have.
    const hits = await searchFile(file, words, signal).catch(() => []);
    signal.throwIfAborted();
    yield* hits;
  }
}

export const searchWords = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

export function mentionsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

export function snippetOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? "") - SNIPPET_CHARS / 4);
  return text
    .slice(at, at + SNIPPET_CHARS)
    .replace(/\s+/g, " ")
    .trim();
}

async function searchFile(
  file: ForeignFile,
  words: readonly string[],
  signal: AbortSignal,
): Promise<readonly ForeignHit[]> {
  if (file.bytes > LARGEST_SEARCHED_BYTES) return [];
  if (startFold(file) !== undefined && !(await mayMention(file, words, signal))) return [];
  const { title, messages } = await readForeignSession(file, signal);
  return messages
    .flatMap((message): readonly ForeignHit[] => {
      const text = recordedText(message);
      if (!mentionsAll(text, words)) return [];
      return [{ file, title, messageId: message.id, role: message.role, snippet: snippetOf(text, words), text }];
    })
    .slice(0, HITS_PER_SESSION);
}

/** A reply may be spread over many lines, so the words need not be in the same one. */
async function mayMention(file: ForeignFile, words: readonly string[], signal: AbortSignal): Promise<boolean> {
  const missing = new Set(words.map(escaped));
  for await (const { text } of linesOf(file.path, { from: 0 }, signal)) {
    const lower = text.toLowerCase();
    for (const word of missing) if (lower.includes(word)) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return false;
}

/** As the word stands in a JSON text. */
const escaped = (word: string): string => JSON.stringify(word).slice(1, -1);

import type { Database } from "sql.js";
import type { SessionId } from "../../conversation/ids";
import { sessionId } from "../../conversation/ids";

/** Usual values of BM25: how fast further mentions stop counting, and how much length counts. */
const MENTION_SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/**
 * Words that together occur in more messages are ignored where rarer ones exist: they distinguish little and cost most.
 */
const MAX_CANDIDATES = 2_000;
const BYTES_PER_NUMBER = 4;

export interface RankedMessage {
  readonly session: SessionId;
  readonly message: string;
  /** A copy that stood in its session from the start. */
  readonly seed: boolean;
  readonly at: number;
  readonly offset: number;
  readonly bytes: number;
  readonly score: number;
}

/** Messages that hold any of the terms, best first. Any, not all: a question rarely has only words of the answer. */
export function rankMessages(
  database: Database,
  terms: readonly string[],
  within: readonly SessionId[] | undefined,
): readonly RankedMessage[] {
  const telling = chooseTerms(database, terms);
  if (telling.length === 0) return [];
  const scope = within === undefined ? "" : `AND messages.session IN (${within.map(() => "?").join(", ")})`;
  const statement = database.prepare(
    `SELECT messages.session, messages.message, messages.seed, messages.at, messages.offset, messages.bytes,
       matchinfo(text, 'pcnaly')
     FROM text JOIN messages ON messages.docid = text.docid
     WHERE text MATCH ? ${scope} ORDER BY text.docid DESC LIMIT ${MAX_CANDIDATES}`,
    [telling.map(({ term }) => term).join(" OR "), ...(within ?? [])],
  );
  const found: RankedMessage[] = [];
  try {
    while (statement.step()) {
      const [session, message, seed, at, offset, bytes, info] = statement.get();
      if (!(info instanceof Uint8Array)) continue;
      found.push({
        session: sessionId(String(session)),
        message: String(message),
        seed: seed === 1,
        at: Number(at),
        offset: Number(offset),
        bytes: Number(bytes),
        score: scoreMatch(info, telling),
      });
    }
  } finally {
    statement.free();
  }
  return found.sort((a, b) => b.score - a.score || b.at - a.at);
}

interface CountedTerm {
  readonly term: string;
  readonly documents: number;
}

/** The rarest terms first, as long as they do not bring too many messages. */
function chooseTerms(database: Database, terms: readonly string[]): readonly CountedTerm[] {
  const statement = database.prepare(
    "SELECT coalesce(sum(documents), 0) FROM terms WHERE term >= ? AND term < ? AND col = '*'",
  );
  try {
    const counted = terms
      .map((term) => ({ term, documents: countDocuments(statement, term) }))
      .filter(({ documents }) => documents > 0);
    counted.sort((a, b) => a.documents - b.documents);
    let candidates = 0;
    return counted.filter(({ documents }, index) => {
      candidates += documents;
      return candidates <= MAX_CANDIDATES || index === 0;
    });
  } finally {
    statement.free();
  }
}

function countDocuments(statement: ReturnType<Database["prepare"]>, term: string): number {
  const prefix = term.endsWith("*");
  const from = prefix ? term.slice(0, -1) : term;
  statement.bind([from, prefix ? `${from}\u{10ffff}` : `${from}\u0000`]);
  const documents = statement.step() ? Number(statement.get()[0]) : 0;
  statement.reset();
  return documents;
}

/**
 * BM25 from what FTS4 tells of a row: phrases, columns, rows, average length, length, then the mentions of each
 * phrase. How common a phrase is was counted once, instead of by FTS4 for every row.
 */
function scoreMatch(info: Uint8Array, terms: readonly CountedTerm[]): number {
  const view = new DataView(info.buffer, info.byteOffset, info.byteLength);
  const numberAt = (index: number) => view.getUint32(index * BYTES_PER_NUMBER, true);
  const [rows, averageLength, length] = [numberAt(2), numberAt(3), numberAt(4)];
  const dampening = MENTION_SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, averageLength));
  return terms.reduce((score, { documents }, phrase) => {
    const mentions = numberAt(5 + phrase);
    const rarity = Math.log(1 + Math.max(0, rows - documents + 0.5) / (documents + 0.5));
    return score + (rarity * mentions * (MENTION_SATURATION + 1)) / (mentions + dampening);
  }, 0);
}

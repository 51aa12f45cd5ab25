import type { SessionId } from "../../conversation/ids";
import { sessionId } from "../../conversation/ids";
import type { RankedMessage } from "./ranking";
import type { IndexTables } from "./tables";

/** A text as a model of the user's choice places it; only vectors of one model can be compared. */
export interface EmbeddedText {
  readonly model: string;
  readonly vector: readonly number[];
}

/** One byte per dimension is enough to rank, and a twentieth of a session's text. */
const SCALE = 127;
/** What is further down the list is found by its words, or not meant. */
const MOST_NEAR = 50;
/** Texts that share nothing still have some likeness; below this it says nothing. */
const LEAST_LIKENESS = 0.3;

/** A vector of length 1, with one signed byte per dimension. */
export function packVector(vector: readonly number[]): Uint8Array {
  const length = Math.hypot(...vector);
  return Uint8Array.from(vector, (value) => Math.round((length === 0 ? 0 : value / length) * SCALE));
}

/** The cosine of the angle between two packed vectors; 0 where they cannot be compared. */
export function likeness(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return 0;
  const [a, b] = [signed(one), signed(other)];
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum / (SCALE * SCALE);
}

const signed = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Messages whose meaning is nearest to a text, nearest first. */
export function rankByMeaning(
  tables: IndexTables,
  { model, vector }: EmbeddedText,
  within: readonly SessionId[] | undefined,
): readonly RankedMessage[] {
  const wanted = packVector(vector);
  const scope = within === undefined ? "" : `AND messages.session IN (${within.map(() => "?").join(", ")})`;
  const rows = tables.rows(
    `SELECT messages.session, message, seed, at, offset, bytes, vector FROM vectors
     JOIN messages ON messages.docid = vectors.docid WHERE model = ? AND length(vector) = ? ${scope}`,
    [model, wanted.length, ...(within ?? [])],
  );
  return rows
    .flatMap((row) => {
      const { vector: packed } = row;
      const score = packed instanceof Uint8Array ? likeness(packed, wanted) : 0;
      if (score < LEAST_LIKENESS) return [];
      return [
        {
          session: sessionId(String(row["session"])),
          message: String(row["message"]),
          seed: row["seed"] === 1,
          at: Number(row["at"]),
          offset: Number(row["offset"]),
          bytes: Number(row["bytes"]),
          score,
        },
      ];
    })
    .toSorted((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, MOST_NEAR);
}

/** The usual constant of rank fusion: how much the first places count above the others. */
const FUSION_RANK = 60;

/** One list from two that measure differently: by the places that messages take in them, not by their scores. */
export function fuseRanks(
  byWords: readonly RankedMessage[],
  byMeaning: readonly RankedMessage[],
): readonly RankedMessage[] {
  if (byMeaning.length === 0) return byWords;
  const fused = new Map<string, RankedMessage>();
  for (const list of [byWords, byMeaning])
    list.forEach((found, place) => {
      const key = `${found.session} ${found.offset}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (FUSION_RANK + place + 1);
      fused.set(key, { ...found, score });
    });
  return [...fused.values()].toSorted((a, b) => b.score - a.score || b.at - a.at);
}

import type { Ranks } from "./byte-pairs";
import { createMerger } from "./byte-pairs";
import { forEachPiece } from "./pre-tokenize";

/** Exact o200k counts. What looks like a special token is text here: users paste such things. */
export interface Tokenizer {
  count(text: string): number;
}

/** Words repeat; this many counts are remembered before the table starts over. */
const REMEMBERED_PIECES = 50_000;
/** Long pieces are rare, and remembering them would keep their text alive. */
const LONGEST_REMEMBERED_CHARS = 64;

/** Takes about a quarter of a second and 30 MB for the vocabulary: load it in a worker. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { default: vocabulary } = await import("js-tiktoken/ranks/o200k_base");
  return createTokenizer(readRanks(vocabulary.bpe_ranks));
}

function createTokenizer(ranks: Ranks): Tokenizer {
  let remembered = new Map<string, number>();
  const countMerged = createMerger(ranks);
  const countPiece = (piece: string): number => {
    const known = remembered.get(piece);
    if (known !== undefined) return known;
    const tokens = countMerged(bytesOf(piece));
    if (piece.length > LONGEST_REMEMBERED_CHARS) return tokens;
    if (remembered.size >= REMEMBERED_PIECES) remembered = new Map();
    remembered.set(piece, tokens);
    return tokens;
  };
  return {
    count(text) {
      let tokens = 0;
      forEachPiece(text, (piece) => (tokens += countPiece(piece)));
      return tokens;
    },
  };
}

/** Lines of "! offset token token …": the first token has the rank of the offset, tokens are base64. */
function readRanks(lines: string): Ranks {
  const ranks = new Map<string, number>();
  for (const line of lines.split("\n")) {
    const [, offset, ...tokens] = line.split(" ");
    tokens.forEach((token, index) =>
      ranks.set(Buffer.from(token, "base64").toString("latin1"), Number(offset) + index),
    );
  }
  return ranks;
}

/** One character per byte of UTF-8. Latin-1 strings are compact, and ASCII is already in that form. */
const bytesOf = (text: string): string =>
  /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");

import { createMerger } from "./byte-pairs";
import { pieceEnd } from "./pre-tokenize";
import { Vocabulary } from "./vocabulary";

/** Exact o200k counts. What looks like a special token is text here: users paste such things. */
export interface Tokenizer {
  count(text: string): number;
}

/** Words repeat; this many counts are remembered before the table starts over. */
const REMEMBERED_PIECES = 50_000;
/** Long pieces are rare, and remembering them would keep their text alive. */
const LONGEST_REMEMBERED_CHARS = 64;
/** UTF-8 takes at most this many bytes for a unit of a string. */
const BYTES_PER_CHAR = 3;

/** Takes about a tenth of a second and 10 MB for the vocabulary: load it in a worker. */
export async function loadTokenizer(): Promise<Tokenizer> {
  const { default: vocabulary } = await import("js-tiktoken/ranks/o200k_base");
  return createTokenizer(new Vocabulary(vocabulary.bpe_ranks));
}

function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  let remembered = new Map<string, number>();
  const countMerged = createMerger(vocabulary);
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(LONGEST_REMEMBERED_CHARS * BYTES_PER_CHAR);
  const countBytes = (piece: string): number => {
    if (piece.length > LONGEST_REMEMBERED_CHARS) {
      const bytes = encoder.encode(piece);
      return countMerged(bytes, bytes.length);
    }
    return countMerged(buffer, encoder.encodeInto(piece, buffer).written);
  };
  /** Pieces that are no token of their own, which few are. */
  const countParts = (piece: string): number => {
    const known = remembered.get(piece);
    if (known !== undefined) return known;
    const tokens = countBytes(piece);
    if (piece.length > LONGEST_REMEMBERED_CHARS) return tokens;
    if (remembered.size >= REMEMBERED_PIECES) remembered = new Map();
    remembered.set(piece, tokens);
    return tokens;
  };
  return {
    count(text) {
      let tokens = 0;
      for (let at = 0; at < text.length; ) {
        const end = pieceEnd(text, at);
        tokens += vocabulary.hasText(text, at, end) ? 1 : countParts(text.slice(at, end));
        at = end;
      }
      return tokens;
    },
  };
}

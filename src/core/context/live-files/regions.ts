import type { LiveFile } from "../../conversation/message";
import { estimateTextTokens } from "../../tokens/estimate";
import type { FileActivity } from "./file-activity";

export interface CurrentFile {
  readonly activity: FileActivity;
  readonly text: string;
}

/** Lines around those that were worked on: an edit quotes its surroundings. */
const MARGIN_LINES = 3;
/** Files are offered in pieces of this size, so that a large one does not have to be taken whole. */
const PIECE_LINES = 40;
/** A piece whose lines are nearly all shown by the kept messages would be there twice. */
const SHOWN_SHARE = 0.8;
/**
 * What a file's own score counts against the weights of its lines. Of the score only the root: a file that was edited
 * a hundred times would otherwise leave no room for the one that is being read now.
 */
const FILE_SHARE = 0.1;
/** Path and marks around a region. */
const FRAMING_TOKENS = 30;

/** The regions most likely to be edited next, within a budget, without lines that are shown anyway. */
export function selectRegions(
  files: readonly CurrentFile[],
  shown: ReadonlySet<string>,
  roomTokens: number,
): readonly LiveFile[] {
  const pieces = files.flatMap((file) => piecesOf(file, shown)).toSorted((a, b) => b.worth - a.worth);
  let room = roomTokens;
  const taken: Piece[] = [];
  for (const piece of pieces) {
    if (piece.tokens > room) continue;
    room -= piece.tokens;
    taken.push(piece);
  }
  return files.flatMap(({ activity, text }) => merged(activity.path, text, taken));
}

interface Piece {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** Per token. */
  readonly worth: number;
}

function piecesOf({ activity, text }: CurrentFile, shown: ReadonlySet<string>): readonly Piece[] {
  const lines = text.split("\n");
  const weights = lines.map((line) => (shown.has(line.trim()) ? 0 : (activity.lines.get(line.trim()) ?? 0)));
  const wanted = spread(weights);
  const pieces: Piece[] = [];
  for (let from = 0; from < lines.length; ) {
    if ((wanted[from] ?? 0) <= 0) {
      from++;
      continue;
    }
    let to = from;
    while (to < lines.length && to - from < PIECE_LINES && (wanted[to] ?? 0) > 0) to++;
    const body = lines.slice(from, to);
    const told = body.filter((line) => line.trim() !== "");
    const alreadyShown = told.filter((line) => shown.has(line.trim())).length;
    const tokens = estimateTextTokens(body.join("\n")) + FRAMING_TOKENS;
    const weight =
      weights.slice(from, to).reduce((sum, value) => sum + value, 0) +
      told.length * Math.sqrt(activity.score) * FILE_SHARE;
    if (told.length > 0 && alreadyShown < told.length * SHOWN_SHARE)
      pieces.push({ path: activity.path, from, to, tokens, worth: weight / tokens });
    from = to;
  }
  return pieces;
}

/** A line near one that was worked on is wanted too. */
function spread(weights: readonly number[]): readonly number[] {
  return weights.map((_, index) =>
    Math.max(...weights.slice(Math.max(0, index - MARGIN_LINES), index + MARGIN_LINES + 1)),
  );
}

/** Neighboring pieces of a file as one region, in the order of the file. */
function merged(path: string, text: string, taken: readonly Piece[]): readonly LiveFile[] {
  const lines = text.split("\n");
  const own = taken.filter((piece) => piece.path === path).toSorted((a, b) => a.from - b.from);
  const spans: { from: number; to: number }[] = [];
  for (const { from, to } of own) {
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans.map(({ from, to }) => ({ path, from: from + 1, to, text: lines.slice(from, to).join("\n") }));
}

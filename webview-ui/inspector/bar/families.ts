import type { ContextPicture } from "../../../src/protocol/inspector";

type SegmentName = ContextPicture["segments"][number]["kind"];

export interface Piece {
  readonly name: SegmentName | "free" | "reserve";
  /** As every list states it; negative where the provider counts fewer tokens than the parts were estimated at. */
  readonly tokens: number;
  /** As the bar draws it. */
  readonly drawnTokens: number;
  /** For tools: what is found on demand instead. */
  readonly onDemand?: { readonly tools: number; readonly tokens: number };
}

/** One family is one color of the theme; its members are shades of it. */
export type Family = "fixed" | "kept" | "yours" | "difference" | "room";

export const FAMILIES: readonly Family[] = ["fixed", "kept", "yours", "difference", "room"];

/**
 * "fixed" is part of every request, "kept" survives every compression, "yours" is what a compression can fold, "room"
 * is what is left. "difference" is what the provider counts less than the others were estimated at: it belongs to none
 * of them, and would make the sum of its family smaller than its parts.
 */
const FAMILY_OF: Readonly<Record<Piece["name"], Family>> = {
  system: "fixed",
  tools: "fixed",
  rules: "fixed",
  overhead: "fixed",
  head: "kept",
  summary: "kept",
  pins: "kept",
  skills: "kept",
  tail: "yours",
  turn: "yours",
  free: "room",
  reserve: "room",
};

/** The members of a family that take space, in the order of the request. */
export const membersOf = (family: Family, pieces: readonly Piece[]): readonly Piece[] =>
  pieces.filter((piece) => familyOf(piece) === family);

const familyOf = ({ name, tokens }: Piece): Family => (tokens < 0 ? "difference" : FAMILY_OF[name]);

/**
 * Segments are estimated and the total is measured. Where the estimates are too high, the bar draws them smaller in
 * proportion, because no part of it can be less than nothing; the numbers stay those of the list of items.
 */
export function shownSegments(segments: ContextPicture["segments"], usedTokens: number): readonly Piece[] {
  const sum = segments.reduce((total, { tokens }) => total + Math.max(0, tokens), 0);
  const scale = sum > usedTokens ? usedTokens / sum : 1;
  return segments
    .filter(({ tokens }) => tokens !== 0)
    .map(({ kind, tokens, ...rest }) => ({ ...rest, name: kind, tokens, drawnTokens: Math.max(0, tokens) * scale }));
}

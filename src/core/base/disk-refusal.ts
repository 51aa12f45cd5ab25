import type { Sentence } from "./sentence";
import { sentence } from "./sentence";
import { sentenceOf } from "./sentence-error";

/** Why the disk refused, as a clause for a sentence; an error without a well-known code says it in its own words. */
export const whyRefused = (error: unknown): Sentence => REFUSALS.get(codeOf(error)) ?? sentenceOf(error);

export const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

const NOT_PERMITTED = sentence("writing is not permitted");

const REFUSALS: ReadonlyMap<unknown, Sentence> = new Map([
  ["ENOSPC", sentence("the disk is full")],
  ["EDQUOT", sentence("the disk quota is used up")],
  ["EFBIG", sentence("the file would be larger than the system allows")],
  ["EROFS", sentence("the disk is read-only")],
  ["EACCES", NOT_PERMITTED],
  ["EPERM", NOT_PERMITTED],
  ["EIO", sentence("the disk reports an error")],
]);

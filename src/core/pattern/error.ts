/** Explains what is wrong with a pattern, in words its author can act on. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

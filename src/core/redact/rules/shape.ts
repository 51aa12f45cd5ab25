import { isPlaceholder, REDACTED } from "../words/placeholder";

/** A secret that gives itself away by its form, whatever stands around it. */
export interface SecretShape {
  readonly what: string;
  /** Cheap to look for; without it the pattern cannot match. */
  readonly hint?: RegExp;
  readonly pattern: RegExp;
  readonly replacement: (match: string, ...groups: string[]) => string;
}

export const keepLead = (_match: string, lead = ""): string => `${lead}${REDACTED}`;
export const keepBothEnds = (match: string, lead = "", secret = "", tail = ""): string =>
  isPlaceholder(secret) ? match : `${lead}${REDACTED}${tail}`;

/** Only where the value itself looks like a secret. */
export const keepBothEndsIf =
  (isSecret: (value: string) => boolean) =>
  (match: string, lead = "", secret = "", tail = ""): string =>
    isSecret(secret) ? keepBothEnds(match, lead, secret, tail) : match;

export const redactShapes = (text: string, shapes: readonly SecretShape[]): string =>
  shapes.reduce(
    (rest, { hint, pattern, replacement }) =>
      hint !== undefined && !hint.test(rest) ? rest : rest.replace(pattern, replacement),
    text,
  );

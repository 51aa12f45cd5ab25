/**
 * Reads the sentence most providers have in common: something is larger than something. Which words they choose is
 * theirs; who is too large (the prompt or the reply), by how much, and against which limit is stated in every one.
 */
export interface SizeClaim {
  readonly subject: "input" | "output" | "both";
  /** Of the subject, in tokens. */
  readonly amount?: number;
  readonly limit?: number;
}

/** Smaller numbers are indices, versions, or the lower end of a range. */
const SMALLEST_TOKENS = 256;
/** A refusal states two or three; an error page full of numbers states nothing. */
const MOST_QUANTITIES = 12;
const LARGEST_CODE = 4_000;
/** How far from its number a cue may be. */
const CUE_CHARS = 64;

/** Speaks of the request as such and says nothing about who is too large. */
const BOILERPLATE = new RegExp(
  [
    "malformed input request",
    "input validation error",
    "input should be",
    "input_value",
    "(?:please )?reformat your input",
    "unable to submit request",
    "is less than the `?context_window`? for this model",
    "maximum value for `?\\w+`?",
    '"\\w+" ?:',
  ].join("|"),
  "g",
);
const OUTPUT = new RegExp(
  [
    "max_?(?:completion_?|output_?|new_?)?tokens?(?:count|_to_\\w+)?\\b",
    "\\bnew tokens\\b|\\bcan be generated\\b|\\b(?:completion|output|reply) (?:can|may|must)\\b",
    "max(?:imum)? tokens (?:you )?(?:requested|value|must|should|param)",
    "max(?:imum)? (?:output|completion|new) tokens",
    "(?:output|completion) (?:tokens?|length|limit|size)",
    "tokens? to generate",
    "输出",
  ].join("|"),
);
const INPUT = new RegExp(
  [
    "\\b(?:prompt|inputs?|messages?|conversation|history|context|contexto|entrada|eingabe|entrée)\\b",
    "\\b(?:tokens in|your|the|this) request\\b|\\byou (?:sent|gave|submitted|passed)\\b",
    "\\brequested (?:about |at least )?[\\d,]+ tokens\\b",
    "num_ctx|n_ctx|max_seq_len",
    "输入|上下文|对话|提示|消息|请求|历史",
  ].join("|"),
);
const IN_TOKENS = /token|context|prompt|_ctx|max_model_len|(?:input|sequence|output|completion) length|长度|窗口/;
/** A plain limit on a field is not about the window, whatever its name. */
const OF_A_FIELD = /string too long|string_above|\btools?\b.{0,24}\bmaximum|sequences|batch size|\bimages?\b/;
/** A name or a description has its own limit, in characters. */
export const NAMED_FIELD =
  /\b(?:name|description|id|title|url|label|metadata)\b.{0,40}(?:exceed|too long|longer|at most).{0,40}\bcharacters\b/;
const COMPARISON = new RegExp(
  [
    "exceed|surpass|supera|überschreit|dépasse|zu lang|trop long",
    "(?:larger|greater|longer|bigger|higher|more) than",
    "(?:is|are|was|grown|went) (?:over|above|past|beyond)|\\bover the\\b",
    "exhausted|too (?:long|large|big|many)|does not fit|doesn't fit|cannot fit",
    "not less (?:than )?or equal|less than or equal|no (?:more|larger|greater) than|at most|the most|<=|≤|>",
    "(?:must|should|cannot|can't|may not|can only)\\b",
    "(?:only|room for|range|allowed|permitted|supports|accepts|maximum|limit)\\b",
    "超|大于|多于|不能|不得|限制|上限|最多|最大|范围",
  ].join("|"),
);
const LIMIT_BEFORE = new RegExp(
  [
    "max(?:imum|length)?\\b|\\bmax_\\w+|máximo|limit\\w*",
    "at most|up to|no (?:more|larger|greater) than|not be more than",
    "(?:less|lower|larger|greater|longer|bigger|higher|more) than(?: or equal to)?",
    "less or equal to|<=|≤|>|exceeds?(?: the)?",
    "(?:window|context|length|size|ctx)(?: is| of| full| exhausted|:|\\(| \\()*(?: only)?\\W{0,3}$",
    "(?:only|room for|accepts|supports|allows|holds)",
    "between [\\d,]+ and|range\\b.{0,24}|from \\d+",
    "超过|大于|最大|上限|限制|最多|范围|窗口",
  ].join("|"),
);
const LIMIT_AFTER =
  /^[\s)\]`'-]*(?:tokens? )?(?:(?:is|are|was|were) )?(?:the |its )?(?:max|most|limit|allowed|permitted|window|context)/;
const AMOUNT_VERBS = [
  "got|sent|used|received|given|provided|requested|resulted in|contains?|has|have|is|are|needs",
  "actual|current\\w*|alone is|value of|共|总计",
].join("|");
const AMOUNT_BEFORE = new RegExp(`(?:${AMOUNT_VERBS})[\\s:=(\`'"]*(?:about |at least |a total of )?$`);
const LIMIT_IS = /(?:max\w*|limit\w*|window|length|size)\b[^.]{0,24}\bis\W*$/;
const EXCESS_BEFORE = /exceeded[^.]{0,40}\bby ?$|\bby ?$/;

export function readSizeClaim(raw: string): SizeClaim | undefined {
  const text = raw.replace(BOILERPLATE, " ");
  const subject = subjectOf(text);
  if (subject === undefined || !IN_TOKENS.test(text) || OF_A_FIELD.test(text) || NAMED_FIELD.test(text))
    return undefined;
  const stated = quantitiesIn(text).filter(({ role }) => role !== "excess");
  const called = stated.filter(({ role }) => role === "limit");
  const least = smallest(stated);
  const isContrast = stated.length === 2 && subject === "input" && least === (smallest(called) ?? least);
  if (!isContrast && !COMPARISON.test(text)) return undefined;
  // A refused amount is larger than its limit, so of two numbers that could be the limit the smaller one is.
  const limits = isContrast ? stated : called;
  const limit = smallest(limits);
  const amount = largest(stated.filter(({ tokens }) => tokens !== limit));
  return {
    subject,
    ...(amount !== undefined && { amount }),
    ...(limit !== undefined && { limit }),
  };
}

const smallest = (stated: readonly Quantity[]): number | undefined =>
  stated.length === 0 ? undefined : Math.min(...stated.map(({ tokens }) => tokens));
const largest = (stated: readonly Quantity[]): number | undefined =>
  stated.length === 0 ? undefined : Math.max(...stated.map(({ tokens }) => tokens));

function subjectOf(text: string): SizeClaim["subject"] | undefined {
  const isOutput = OUTPUT.test(text);
  // Codes join their words by underscores: `max_input_tokens`, `context_full`.
  const isInput = INPUT.test(text.replace(new RegExp(OUTPUT.source, "g"), " ").replaceAll("_", " "));
  if (isOutput) return isInput ? "both" : "output";
  return isInput ? "input" : undefined;
}

interface Quantity {
  readonly tokens: number;
  readonly role: "amount" | "limit" | "excess";
}

/** Not part of a name or a version: `gpt-4`, `nginx/1.25`, `messages.3`. */
const NUMBER = /(?<![\w.#[<-]|[a-z]\/)(\d{1,3}(?:[,_]\d{3})+|\d+(?:\.\d+)?)(?:[ -]?([km])\b)?(?!\.\d|\w|: )/g;
const IN_BYTES = /^ ?(?:bytes?|[kmg]i?b|characters?|chars|seconds?|minutes?)\b/;
const SCALE: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

function quantitiesIn(text: string): readonly Quantity[] {
  const found: Quantity[] = [];
  let end = 0;
  for (const match of text.matchAll(NUMBER)) {
    const [whole, digits = "", scale = ""] = match;
    const after = text.slice(match.index + whole.length, match.index + whole.length + CUE_CHARS);
    const tokens = Math.round(Number(digits.replace(/[,_]/g, "")) * (SCALE[scale] ?? 1));
    const before = text.slice(Math.max(end, match.index - CUE_CHARS), match.index);
    if (tokens < SMALLEST_TOKENS || IN_BYTES.test(after) || isErrorCode(tokens, before, after)) continue;
    end = match.index + whole.length;
    found.push({ tokens: /^ ?\(exclusive\)/.test(after) ? tokens - 1 : tokens, role: roleOf(before, after) });
    if (found.length === MOST_QUANTITIES) break;
  }
  return found;
}

/** Some servers end their sentence with their own error code: `context window exceeds limit (2013)`. */
const isErrorCode = (value: number, before: string, after: string): boolean =>
  value < LARGEST_CODE && before.endsWith("(") && after.startsWith(")");

function roleOf(before: string, after: string): Quantity["role"] {
  if (EXCESS_BEFORE.test(before)) return "excess";
  if (LIMIT_AFTER.test(after)) return "limit";
  if (AMOUNT_BEFORE.test(before) && !LIMIT_IS.test(before)) return "amount";
  return LIMIT_BEFORE.test(before) ? "limit" : "amount";
}

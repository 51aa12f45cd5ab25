/** Smaller numbers in an error text are indices, versions or counts, never a window. */
const SMALLEST_LIMIT_TOKENS = 256;

/** Token counts in an error text. */
export interface StatedNumbers {
  readonly window: number | undefined;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

const N = "(\\d[\\d,_]*)";
/** `190000 + 20000 > 200000`, with words behind the parts and the sum before the limit. */
const PART = `${N}(?: [a-z_ ]{1,40}?)? ?`;
const SUM = new RegExp(`${PART}\\+ ?${PART}(?:= ?\\d[\\d,_]* ?(?:tokens? )?)?> ?${N}`);
const WINDOW = [
  `(?:maximum|max|model'?s?) (?:context|prompt) (?:length|window|size)(?: of the model)?(?: is| of|:)?(?: only)? ?${N}`,
  `context (?:length|window|size|limit)(?: is| of|:)?(?: only)? ?\\(?${N}`,
  `${N} maximum context length`,
  `tokens? ?> ?${N}`,
  `maximum (?:number of )?(?:input )?tokens(?: allowed)? ?\\(?${N}`,
  `(?:token|input)? ?limit(?: of|:| is)? ?${N}`,
  `maximum (?:model )?length(?: of)? ?${N}`,
  `max(?:imum)? size:? ${N} tokens`,
  `(?:n_ctx|max_seq_len)"?:? ?\\(?${N}`,
  `must be <= ${N}`,
  `together exceeds? ${N}`,
  `less than ${N} tokens`,
  `exceeds? (?:the |a |its |this model's )?${N}[ -]tokens? (?:context|window|limit|maximum)`,
  `(?:cannot exceed|must not be (?:larger|greater|more) than) ${N}`,
  `range of input length should be \\[\\d+, ?${N}\\]`,
  `(?:最大|上限|限制)[^\\d]{0,12}${N}`,
].map((source) => new RegExp(source));
const INPUT = [
  `prompt is too long:? ${N}`,
  `${N} (?:input tokens|tokens from the input|of text input|in (?:the messages|(?:your|the) prompt))`,
  `(?:input|request|prompt)(?: tokens)? \\(${N}(?: tokens)?\\)`,
  `(?:messages|input|request|prompt)[^.]{0,24}?(?:resulted in|contains|has|length|of) ${N}`,
  `given: ${N}`,
  `(?:input|prompt) alone is ${N}`,
  `(?:n_keep|prompt_tokens)"?:? ?\\(?${N}`,
  `token count ?(?:of|\\() ?${N}`,
  `received ${N}`,
].map((source) => new RegExp(source));
const OUTPUT = [
  `${N} (?:in the completion|in the output|output tokens|(?:tokens )?for the completion|\`max_new_tokens\`)`,
  `(?:max_tokens|max_completion_tokens|max_output_tokens)'? is too large: ${N}`,
  `plus ${N} 'max_tokens'`,
  `max_(?:completion_|output_|new_)?tokens \\(${N}\\)`,
].map((source) => new RegExp(source));
/** Tool schemas and images are stated separately from the messages and count as input too. */
const MORE_INPUT = [`${N} in the functions`, `${N} of tool input`, `${N} of image input`].map(
  (source) => new RegExp(source),
);
const OUTPUT_CAP = [
  `max_tokens: \\d+ > ${N}, which is the maximum allowed number of output tokens`,
  `supports at most ${N} (?:completion|output) tokens`,
  `valid range of max_tokens is \\[\\d+, ?${N}\\]`,
  `range of max_tokens should be \\[\\d+, ?${N}\\]`,
  "max_tokens.{0,40}(?:must be|should be|cannot be|不能).{0,30}" +
    `(?:less than or equal to|at most|<=|greater than|超过|大于) ?[\`']?${N}`,
].map((source) => new RegExp(source));

export function statedNumbers(text: string): StatedNumbers {
  const sum = SUM.exec(text);
  if (sum !== null) return { input: numberOf(sum[1]), output: numberOf(sum[2]), window: limitOf(numberOf(sum[3])) };
  const input = firstNumber(text, INPUT);
  const more = MORE_INPUT.reduce((total, pattern) => total + (firstNumber(text, [pattern]) ?? 0), 0);
  return {
    window: limitOf(firstNumber(text, WINDOW)),
    input: input === undefined ? undefined : input + more,
    output: firstNumber(text, OUTPUT),
  };
}

export const statedOutputCap = (text: string): number | undefined => limitOf(firstNumber(text, OUTPUT_CAP));
const limitOf = (value: number | undefined): number | undefined =>
  value !== undefined && value >= SMALLEST_LIMIT_TOKENS ? value : undefined;

function firstNumber(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = numberOf(pattern.exec(text)?.[1]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function numberOf(digits: string | undefined): number | undefined {
  const value = Number((digits ?? "").replace(/[,_]/g, "") || NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** SDKs and gateways write the status before the text: `529 {"type":"error", …}`. */
export const statedStatus = (message: string): number | undefined => numberOf(STATUS.exec(message)?.[1]);
const STATUS = /^(?:error code: |http )?([45]\d\d)\b(?! tokens)/i;

/** A status would be read as a size. */
export const withoutStatus = (message: string): string => message.replace(/^[45]\d\d (?=\{)/, "");

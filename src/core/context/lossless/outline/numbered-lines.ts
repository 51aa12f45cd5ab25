/** The lines of a text with their numbers in the file it came from. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** `12|text` as our own tool shows it, `12\ttext` as `cat -n` does, `12:text` or `12→text` as others do. */
const NUMBERED = /^\s{0,6}(\d{1,7})(?:[|:\t]|→|│ ?)(.*)$/;
/** What a reading tool says about the part it showed is not part of the file. */
const REMARK = /^\[.{0,300}\]$/;
/** A listing may hold a line or two of its own between the numbered ones. */
const NUMBERED_SHARE = 0.9;

/** Lines as in the file, without the numbers a reading tool put before them. */
export function readLines(body: string): readonly NumberedLine[] {
  const lines = body.replace(/\r?\n$/, "").split(/\r?\n/);
  const listing = lines.at(-1) !== undefined && REMARK.test(lines.at(-1) ?? "") ? lines.slice(0, -1) : lines;
  const matches = listing.map((line) => NUMBERED.exec(line));
  if (!areNumbered(matches)) return lines.map((text, index) => ({ number: index + 1, text }));
  return matches.flatMap((match) => (match === null ? [] : [{ number: Number(match[1]), text: match[2] ?? "" }]));
}

/** Times and figures at the beginning of lines look like numbers too, yet do not count up one by one. */
function areNumbered(matches: readonly (RegExpExecArray | null)[]): boolean {
  const numbers = matches.flatMap((match) => (match === null ? [] : [Number(match[1])]));
  if (numbers.length < 2 || numbers.length < matches.length * NUMBERED_SHARE) return false;
  return (
    numbers.filter((number, index) => number === (numbers[index - 1] ?? number - 1) + 1).length >=
    numbers.length * NUMBERED_SHARE
  );
}

import { joinPattern, rememberByText } from "../base/text";

/** A command line, told apart by what the shell does with its words. */
export interface ShellText {
  /** What is run: without here-documents and quoted texts, which programs are only given. */
  readonly run: string;
  /** Everything but here-documents; no sign inside a quoted text parts one command from the next. */
  readonly line: string;
}

/** A longer command is a script; its beginning says what it is. */
const READ_CHARS = 4_000;

export const shellText = rememberByText((command: string): ShellText => {
  const text = withoutDocuments(command).slice(0, READ_CHARS);
  return {
    run: text.replace(QUOTED, (piece, at: number) => (isRun(text, at, piece) ? bare(piece) : substitutionsIn(piece))),
    line: text.replace(QUOTED, (piece, at: number) => (isRun(text, at, piece) ? piece : piece.replace(PARTS, " "))),
  };
});

const PARTS = /[;&|\n]+/g;
const QUOTED = /\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"|(?<=^|\s)#[^\n]*/g;
const bare = (piece: string): string => (/^["']/.test(piece) ? piece.slice(1, -1) : piece);

/** A single word is the same with quotes and without; a shell, or another machine, runs the text that it is given. */
function isRun(command: string, at: number, piece: string): boolean {
  if (piece.startsWith("\\") || piece.startsWith("#")) return piece.startsWith("\\");
  const before = command.slice(0, at).split(PART_END).at(-1) ?? "";
  return !/\s/.test(piece) || (RUNS_NEXT.test(before) && !TAKES_SCRIPT.test(before));
}

/** Their `-e` and `-c` mean something else. */
const TAKES_SCRIPT = /^\s*(?:sed|e?grep|rg|awk|jq|git|gh|curl|wc|sort|head|tail)\s/;

const PART_END = /&&|\|\||[;|\n]/;
const RUNS_NEXT = joinPattern(
  [
    String.raw`(?:\s-\w*[ce]|\s--(?:command|eval|exec)|\s-Command)[ =]$|`,
    String.raw`(?:^|\s)(?:eval|watch|concurrently|parallel)\s|(?:^|\s)(?:ssh|vagrant ssh|su|wsl)\s(?:[^"']*\s)?$`,
  ],
  "i",
);

/** `"$(npm test)"`: what a quoted text takes from a command of its own. */
const substitutionsIn = (piece: string): string =>
  piece.startsWith('"') ? (piece.match(/\$\([^)]*\)/g) ?? []).map((one) => `; ${one.slice(2, -1)} ;`).join(" ") : "";

const DOCUMENT = /(?<![<\d])<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1([^\n]*)\n(?:[^]*?\n)??[ \t]*\2(?=[\s)"'`;]|$)/g;
/** They run what they read. */
const INTERPRETS = joinPattern(
  [
    String.raw`(?:^|[\s;&|(/])(?:(?:ba|z|da|k|fi)?sh|ssh|python[\d.]*|node|ruby|perl|php|tsx|deno|bun|psql|mysql|`,
    String.raw`sqlite3|pwsh|powershell)(?=\s|$)`,
  ],
  "i",
);

const withoutDocuments = (command: string): string =>
  command.replace(DOCUMENT, (document, _quote: string, _name: string, behind: string, at: number) => {
    const before = command.slice(0, at).split("\n").at(-1) ?? "";
    return INTERPRETS.test(before.split(PART_END).at(-1) ?? "") || INTERPRETS.test(behind) ? document : behind;
  });

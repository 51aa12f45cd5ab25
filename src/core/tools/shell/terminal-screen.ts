/**
 * Output as a terminal would leave it on screen. Progress lines and spinners move the cursor back and write again, so
 * of each line only its last state is left. A line that is written again counts as replaced as a whole: programs erase
 * what they do not overwrite. Text that a program clears with the whole screen is kept.
 */
export interface TerminalScreen {
  /** A sequence that is cut in two stays in the text. */
  write(text: string): void;
  text(): string;
  /** "returned": the next character overwrites the last line. */
  cursor(): "returned" | "behind";
}

/** Higher than most windows: a terminal cannot move its cursor to what has left its window. */
const SCREEN_ROWS = 60;

const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()#][0-9A-Za-z]|\x1b[=>78NOMDEHc]/;
const TOKENS = new RegExp(`${ESCAPES.source}|\\n|\\r+|\\x08+`, "g");
/** A control sequence with at most one number. */
const CONTROL = /^\x1b\[(\d*)([A-Za-z])$/;

export function createTerminalScreen(colors: "kept" | "dropped"): TerminalScreen {
  const settled: string[] = [];
  let rows: string[] = [""];
  let at = 0;
  let isReturned = false;
  /** Belongs to the next character: a color alone overwrites nothing. */
  let color = "";

  const row = (): string => rows[at] ?? "";
  const moveTo = (next: number): void => {
    rows[at] += color;
    color = "";
    at = Math.min(Math.max(0, next), rows.length - 1);
    isReturned = true;
  };
  const put = (text: string): void => {
    if (text === "") return;
    rows[at] = (isReturned ? "" : row()) + color + text;
    color = "";
    isReturned = false;
  };
  const endLine = (): void => {
    const isLast = at === rows.length - 1;
    if (isLast) rows.push("");
    moveTo(at + 1);
    isReturned = !isLast;
    if (rows.length <= SCREEN_ROWS) return;
    settled.push(rows.shift() ?? "");
    at--;
  };
  const stepBack = (chars: number): void => {
    if (chars >= row().length) isReturned = true;
    else if (!isReturned) rows[at] = row().slice(0, -chars);
  };
  const control = (parameter: string, name: string): void => {
    const count = Math.max(1, Number(parameter));
    if (name === "A" || name === "F") moveTo(at - count);
    if (name === "B" || name === "E") moveTo(at + count);
    if (name === "G" && count === 1) isReturned = true;
    if (name === "D") stepBack(count);
    if (name === "K" && (isReturned || Number(parameter) > 0)) rows[at] = "";
    if (name === "J" && isReturned && Number(parameter) === 0) rows = [...rows.slice(0, at), ""];
  };
  const take = (token: string): void => {
    if (token === "\n") endLine();
    else if (token.startsWith("\r")) isReturned = true;
    else if (token.startsWith("\b")) stepBack(token.length);
    else if (token.endsWith("m") && colors === "kept") color += token;
    else {
      const [, parameter, name] = CONTROL.exec(token) ?? [];
      if (parameter !== undefined && name !== undefined) control(parameter, name);
    }
  };

  return {
    write(text) {
      let from = 0;
      for (const { 0: token, index } of text.matchAll(TOKENS)) {
        put(text.slice(from, index));
        take(token);
        from = index + token.length;
      }
      put(text.slice(from));
    },
    text: () => [...settled, ...rows].join("\n") + color,
    cursor: () => (isReturned ? "returned" : "behind"),
  };
}

import { dropControls, dropEscapes, showBidi } from "./safe-text";

export interface AnsiSpan {
  readonly text: string;
  /** Class names, e.g. "ansi-red ansi-bold"; empty for plain text. */
  readonly style: string;
}

const COLORS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
const SGR = /\u001b\[([0-9;]*)m/g;

/** Terminal output in colored spans. Only colors and weight are kept; every other sequence is dropped. */
export function parseAnsi(text: string): readonly AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let color = "";
  let weight = "";
  let at = 0;
  const push = (raw: string) => {
    const clean = showBidi(dropControls(dropEscapes(raw)));
    if (clean !== "") spans.push({ text: clean, style: [color, weight].filter((name) => name !== "").join(" ") });
  };
  for (const match of text.matchAll(SGR)) {
    push(text.slice(at, match.index));
    at = match.index + match[0].length;
    for (const code of (match[1] === "" ? "0" : (match[1] ?? "0")).split(";").map(Number)) {
      if (code === 0) [color, weight] = ["", ""];
      else if (code === 1) weight = "ansi-bold";
      else if (code === 22) weight = "";
      else if (code === 39) color = "";
      else color = colorOf(code) ?? color;
    }
  }
  push(text.slice(at));
  return spans;
}

function colorOf(code: number): string | undefined {
  const name = code >= 90 ? COLORS[code - 90] : COLORS[code - 30];
  return name === undefined ? undefined : `ansi-${name}`;
}

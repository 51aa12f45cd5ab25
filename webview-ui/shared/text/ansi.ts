import { dropControls, ESCAPES, showBidi } from "./safe-text";
import type { TextStyle } from "./sgr";
import { applySgr, PLAIN } from "./sgr";

export interface AnsiSpan {
  readonly text: string;
  /** Class names such as "ansi-bold ansi-foreground"; empty for plain text. */
  readonly className: string;
  /** Custom properties for the classes `ansi-foreground` and `ansi-background`. */
  readonly colors: Readonly<Record<`--ansi-${"foreground" | "background"}`, string | undefined>>;
}

const SGR = /^\u001b\[([0-9;:]*)m$/;

/** Terminal output as styled spans. Sequences other than colors and attributes are dropped; links keep their text. */
export function parseAnsi(text: string): readonly AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let style = PLAIN;
  let pending = "";
  let at = 0;
  const flush = () => {
    const clean = showBidi(dropControls(pending));
    if (clean !== "") spans.push({ text: clean, ...drawn(style) });
    pending = "";
  };
  for (const match of text.matchAll(ESCAPES)) {
    pending += text.slice(at, match.index);
    at = match.index + match[0].length;
    const parameters = SGR.exec(match[0])?.[1];
    if (parameters === undefined) continue;
    flush();
    style = applySgr(style, parameters);
  }
  pending += text.slice(at);
  flush();
  return spans;
}

function drawn(style: TextStyle): Pick<AnsiSpan, "className" | "colors"> {
  const { foreground, background } = style.attributes.has("inverse") ? inverted(style) : style;
  const names = [
    ...[...style.attributes].filter((attribute) => attribute !== "inverse"),
    ...(foreground === null ? [] : ["foreground"]),
    ...(background === null ? [] : ["background"]),
  ];
  return {
    className: names.map((name) => `ansi-${name}`).join(" "),
    colors: { "--ansi-foreground": foreground ?? undefined, "--ansi-background": background ?? undefined },
  };
}

/** Without a color of its own, inverted text keeps the default color: the page limits how light a background may be. */
const inverted = ({ foreground, background }: TextStyle): Pick<TextStyle, "foreground" | "background"> => ({
  foreground: background,
  background: foreground ?? "var(--vscode-foreground)",
});

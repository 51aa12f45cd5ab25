/** How a terminal draws text; null stands for the default color. Colors are CSS values. */
export interface TextStyle {
  readonly foreground: string | null;
  readonly background: string | null;
  readonly attributes: ReadonlySet<Attribute>;
}

type Attribute = "bold" | "dim" | "italic" | "underline" | "inverse" | "hidden" | "strike" | "overline";

export const PLAIN: TextStyle = { foreground: null, background: null, attributes: new Set() };

const SET: Readonly<Record<number, Attribute>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  8: "hidden",
  9: "strike",
  21: "underline",
  53: "overline",
};
const RESET: Readonly<Record<number, readonly Attribute[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  28: ["hidden"],
  29: ["strike"],
  55: ["overline"],
};
const FOREGROUND = 38;
const BACKGROUND = 48;
const UNDERLINE_COLOR = 58;

/**
 * The style after one "select graphic rendition" sequence, given its parameters ("1;38;5;208", "38:2::255:128:0").
 * Codes without a visual counterpart here (blinking, fonts, frames) are ignored.
 */
export function applySgr(style: TextStyle, parameters: string): TextStyle {
  const codes = parameters.split(";");
  let next = style;
  for (let at = 0; at < codes.length; at++) {
    const [code = 0, ...details] = (codes[at] ?? "").split(":").map(Number);
    if (code !== FOREGROUND && code !== BACKGROUND && code !== UNDERLINE_COLOR) {
      next = applyCode(next, code, details[0]);
      continue;
    }
    const { color, consumed } =
      details.length > 0 ? { color: readColor(dropColorSpace(details)), consumed: 0 } : readFollowing(codes, at + 1);
    if (color !== null && code === FOREGROUND) next = { ...next, foreground: color };
    if (color !== null && code === BACKGROUND) next = { ...next, background: color };
    at += consumed;
  }
  return next;
}

function applyCode(style: TextStyle, code: number, detail: number | undefined): TextStyle {
  if (code === 0) return PLAIN;
  if (code === 39) return { ...style, foreground: null };
  if (code === 49) return { ...style, background: null };
  const set = SET[code];
  // "4:0" ends an underline; "4:1" to "4:5" are its kinds.
  if (set === "underline" && detail === 0) return withAttributes(style, (one) => one.delete("underline"));
  if (set !== undefined) return withAttributes(style, (all) => all.add(set));
  const reset = RESET[code];
  if (reset !== undefined) return withAttributes(style, (all) => reset.forEach((one) => void all.delete(one)));
  const foreground = indexOf(code, 30, 90);
  if (foreground !== null) return { ...style, foreground: paletteColor(foreground) };
  const background = indexOf(code, 40, 100);
  return background === null ? style : { ...style, background: paletteColor(background) };
}

function withAttributes(style: TextStyle, change: (attributes: Set<Attribute>) => void): TextStyle {
  const attributes = new Set(style.attributes);
  change(attributes);
  return { ...style, attributes };
}

const HUES = 8;

/** The palette index of a code in the eight normal or the eight bright colors. */
function indexOf(code: number, normal: number, bright: number): number | null {
  if (code >= normal && code < normal + HUES) return code - normal;
  return code >= bright && code < bright + HUES ? code - bright + HUES : null;
}

const PALETTE = 5;
const RGB = 2;

/** A color spread over the codes that follow: "5;n" or "2;r;g;b". An unknown kind makes the rest unreadable. */
function readFollowing(
  codes: readonly string[],
  at: number,
): { readonly color: string | null; readonly consumed: number } {
  const kind = Number(codes[at]);
  const length = kind === PALETTE ? 2 : kind === RGB ? 4 : codes.length;
  return { color: readColor(codes.slice(at, at + length).map(Number)), consumed: length };
}

/** "2::r:g:b" names a color space, usually an empty one; "2:r:g:b" does not. */
const dropColorSpace = (details: readonly number[]): readonly number[] =>
  details[0] === RGB && details.length > 4 ? [RGB, ...details.slice(2)] : details;

function readColor([kind, ...values]: readonly number[]): string | null {
  const [first, green, blue] = values;
  if (kind === PALETTE && isByte(first)) return paletteColor(first);
  if (kind === RGB && isByte(first) && isByte(green) && isByte(blue)) return `rgb(${first}, ${green}, ${blue})`;
  return null;
}

const isByte = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;

const NAMES = ["Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White"] as const;
const CUBE_START = 16;
const CUBE_SIDE = 6;
const GRAY_START = CUBE_START + CUBE_SIDE ** 3;

/** The 256 colors: sixteen of the theme, a 6×6×6 cube, 24 shades of gray. */
function paletteColor(index: number): string {
  if (index < CUBE_START)
    return `var(--vscode-terminal-ansi${index < HUES ? "" : "Bright"}${NAMES[index % HUES] ?? "White"})`;
  if (index >= GRAY_START) {
    const gray = 8 + (index - GRAY_START) * 10;
    return `rgb(${gray}, ${gray}, ${gray})`;
  }
  const cube = index - CUBE_START;
  const [red, green, blue] = [Math.floor(cube / CUBE_SIDE ** 2), Math.floor(cube / CUBE_SIDE), cube].map(cubeLevel);
  return `rgb(${red}, ${green}, ${blue})`;
}

/** xterm's levels: 0, 95, 135, 175, 215, 255. */
const cubeLevel = (position: number): number => {
  const step = position % CUBE_SIDE;
  return step === 0 ? 0 : 55 + step * 40;
};

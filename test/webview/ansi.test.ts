import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnsiSpan } from "../../webview-ui/shared/text/ansi";
import { parseAnsi } from "../../webview-ui/shared/text/ansi";

const ESC = "\u001b";

/** One line per span: its text, then its classes and colors. */
const draw = (text: string): readonly string[] => parseAnsi(text).map(drawSpan);

function drawSpan({ text, className, colors }: AnsiSpan): string {
  const foreground = colors["--ansi-foreground"];
  const background = colors["--ansi-background"];
  const names = className.split(" ").filter((name) => !/^$|ground$/.test(name));
  return [
    `${text}:`,
    ...names.map((name) => name.replace("ansi-", "")),
    ...(foreground === undefined ? [] : [foreground.replace("--vscode-terminal-ansi", "")]),
    ...(background === undefined ? [] : [`on ${background.replace("--vscode-terminal-ansi", "")}`]),
  ].join(" ");
}

describe("colors of a terminal", () => {
  it.each([
    ["the eight colors", `${ESC}[31mx`, "x: var(Red)"],
    ["the eight bright colors", `${ESC}[92mx`, "x: var(BrightGreen)"],
    ["the eight backgrounds", `${ESC}[44mx`, "x: on var(Blue)"],
    ["the eight bright backgrounds", `${ESC}[107mx`, "x: on var(BrightWhite)"],
    ["theme colors of the 256", `${ESC}[38;5;1mx`, "x: var(Red)"],
    ["bright theme colors of the 256", `${ESC}[48;5;12mx`, "x: on var(BrightBlue)"],
    ["the first color of the cube", `${ESC}[38;5;16mx`, "x: rgb(0, 0, 0)"],
    ["a color of the cube", `${ESC}[38;5;208mx`, "x: rgb(255, 135, 0)"],
    ["the last color of the cube", `${ESC}[38;5;231mx`, "x: rgb(255, 255, 255)"],
    ["the darkest gray", `${ESC}[38;5;232mx`, "x: rgb(8, 8, 8)"],
    ["the lightest gray", `${ESC}[48;5;255mx`, "x: on rgb(238, 238, 238)"],
    ["RGB", `${ESC}[38;2;1;20;255mx`, "x: rgb(1, 20, 255)"],
    ["RGB background", `${ESC}[48;2;0;0;9mx`, "x: on rgb(0, 0, 9)"],
    ["256 colors with colons", `${ESC}[38:5:208mx`, "x: rgb(255, 135, 0)"],
    ["RGB with colons", `${ESC}[38:2:1:2:3mx`, "x: rgb(1, 2, 3)"],
    ["RGB with colons and a color space", `${ESC}[38:2::1:2:3mx`, "x: rgb(1, 2, 3)"],
    [
      "several codes in one sequence",
      `${ESC}[1;38;5;208;48;2;1;2;3;4mx`,
      "x: bold underline rgb(255, 135, 0) on rgb(1, 2, 3)",
    ],
    ["codes after a color with colons", `${ESC}[38:5:1;3mx`, "x: italic var(Red)"],
    ["the color of an underline, which is not shown", `${ESC}[4;58;5;1;9mx`, "x: underline strike"],
  ])("include %s", (_, text, drawn) => {
    expect(draw(text)).toEqual([drawn]);
  });

  it.each([
    ["a palette index that does not exist", `${ESC}[38;5;256mx`],
    ["an RGB value that does not exist", `${ESC}[38;2;256;0;0mx`],
    ["an RGB value that is cut off", `${ESC}[38;2;1mx`],
    ["a kind of color that does not exist", `${ESC}[38;9;1;4mx`],
    ["a code that does not exist", `${ESC}[777mx`],
    ["blinking and fonts", `${ESC}[5;11mx`],
    ["a private sequence", `${ESC}[>4;1mx`],
  ])("ignore %s", (_, text) => {
    expect(draw(text)).toEqual(["x:"]);
  });

  it("end with their own reset, with a full reset and with an empty one", () => {
    expect(draw(`${ESC}[31;42ma${ESC}[39mb${ESC}[49mc${ESC}[31md${ESC}[0me${ESC}[31mf${ESC}[mg`)).toEqual([
      "a: var(Red) on var(Green)",
      "b: on var(Green)",
      "c:",
      "d: var(Red)",
      "e:",
      "f: var(Red)",
      "g:",
    ]);
  });
});

describe("attributes of a terminal", () => {
  it.each([
    ["bold", 1, 22],
    ["dim", 2, 22],
    ["italic", 3, 23],
    ["underline", 4, 24],
    ["underline", 21, 24],
    ["hidden", 8, 28],
    ["strike", 9, 29],
    ["overline", 53, 55],
  ])("%s: %d sets, %d resets", (name, set, reset) => {
    expect(draw(`${ESC}[${set}ma${ESC}[${reset}mb`)).toEqual([`a: ${name}`, "b:"]);
  });

  it("add up, and one reset ends both bold and dim", () => {
    expect(draw(`${ESC}[1m${ESC}[2;3ma${ESC}[22mb`)).toEqual(["a: bold dim italic", "b: italic"]);
  });

  it("know the kinds of underline", () => {
    expect(draw(`${ESC}[4:3ma${ESC}[4:0mb`)).toEqual(["a: underline", "b:"]);
  });

  it("swap the colors where they are inverted", () => {
    expect(draw(`${ESC}[7ma${ESC}[31mb${ESC}[42mc${ESC}[27md`)).toEqual([
      "a: on var(--vscode-foreground)",
      "b: on var(Red)",
      "c: var(Green) on var(Red)",
      "d: var(Red) on var(Green)",
    ]);
  });
});

describe("other sequences of a terminal", () => {
  it("are dropped without ending the style or the span", () => {
    expect(draw(`a${ESC}[2Jb${ESC}[1;31mc${ESC}[10;5Hd${ESC}(Be${ESC}]0;title\u0007f`)).toEqual([
      "ab:",
      "cdef: bold var(Red)",
    ]);
  });

  it("show the text of a link", () => {
    expect(draw(`see ${ESC}]8;id=1;https://example.org${ESC}\\the page${ESC}]8;;${ESC}\\ now`)).toEqual([
      "see the page now:",
    ]);
  });

  it("make reordering visible", () => {
    expect(draw("a\u202eb")).toEqual(["a⟨U+202E⟩b:"]);
  });
});

describe("hostile output", () => {
  it.each([
    ["a sequence that never ends", `a${ESC}[38;5`, ["a:"]],
    ["a link that never ends", `a${ESC}]8;;https://example.org`, ["a:"]],
    ["a link that never ends, and more lines", `a${ESC}]8;;x\nb`, ["a\nb:"]],
    ["an escape at the end", `a${ESC}`, ["a:"]],
    ["an escape within an escape", `a${ESC}[3${ESC}[31mb`, ["a:", "b: var(Red)"]],
    ["parameters that are CSS", `${ESC}[38;2;0;0;0);x:y(mz`, [";x:y(mz:"]],
  ])("as %s leaves the rest readable", (_, text, drawn) => {
    expect(draw(text)).toEqual(drawn);
  });

  it.each([
    ["color changes", `${ESC}[31m`],
    ["openings of sequences", `${ESC}[`],
    ["openings of strings", `${ESC}]8;;`],
    ["long parameters", `${ESC}[${"38;5;1;".repeat(50)}m`],
    ["digits", `${ESC}[${"1".repeat(100)}`],
  ])("of a megabyte of %s comes out empty", (_, piece) => {
    expect(parseAnsi(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toEqual([]);
  });

  it("of one sequence with a megabyte of parameters has one style", () => {
    expect(draw(`${ESC}[${"1;".repeat(500_000)}3mx`)).toEqual(["x: bold italic"]);
  });

  it("never names a class or a color of its own choice", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom(ESC, `${ESC}[`, ";", ":", "38", "5", "2", "m", "255", "\n"));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { text, className, colors } of parseAnsi(pieces.join(""))) {
          expect(text).not.toContain(ESC);
          expect(className).toMatch(/^(?:ansi-[a-z]+(?: |$))*$/);
          for (const color of Object.values(colors))
            expect(color ?? "").toMatch(/^(?:|var\(--vscode-[\w-]+\)|rgb\(\d+, \d+, \d+\))$/);
        }
      }),
    );
  });
});

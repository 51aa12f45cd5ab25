import { describe, expect, it } from "vitest";
import { spillId } from "../../../src/core/conversation/ids";
import { firstLines, lastLines, persistedOutput, truncatedOutput } from "../../../src/core/spill/preview";
import type { Spill } from "../../../src/core/spill/spill";

const spillOf = (text: string): Spill => ({
  id: spillId("s1/c1"),
  path: "/storage/tool-results/s1/c1.txt",
  chars: text.length,
  bytes: Buffer.byteLength(text),
});

describe("persistedOutput", () => {
  it("has as many names as the given room holds", () => {
    const text = Array.from({ length: 300 }, (_, index) => `value of setting_${index} here`).join("\n");
    const names = (nameChars?: number) =>
      /Names in between: (.*)/
        .exec(
          persistedOutput(spillOf(text), text, { previewChars: 40, ...(nameChars === undefined ? {} : { nameChars }) }),
        )?.[1]
        ?.split(", ").length;
    expect([names(), names(1_200), names(120)]).toEqual([24, 100, 10]);
  });

  it("says size, place, how to read on, both ends, exit code and the names in between", () => {
    const middle = Array.from({ length: 400 }, (_, index) =>
      index === 200 ? "src/hidden.ts(3,1): error TS2305: no member" : `step ${index}`,
    );
    const text = ["> build", "starting", ...middle, "done", "exit code 2", ""].join("\n");
    expect(persistedOutput(spillOf(text), text, { previewChars: 40 })).toBe(
      [
        "<persisted-output>",
        "The output is too large for the context: 3,559 characters (3.5 KB), exit code 2. The full " +
          "text is in this file:",
        "/storage/tool-results/s1/c1.txt",
        "To read a part of it, call read_file with this path, offset (first line, counted from 1) " +
          "and limit (number of lines).",
        "",
        "First 38 characters:",
        "> build",
        "starting",
        "step 0",
        "step 1",
        "step 2",
        "",
        "Last lines:",
        ...Array.from({ length: 64 }, (_, index) => `step ${336 + index}`),
        "done",
        "exit code 2",
        "",
        "Error lines in between, with their line numbers:",
        "203: src/hidden.ts(3,1): error TS2305: no member",
        "",
        "Names in between: src/hidden.ts, TS2305",
        "</persisted-output>",
      ].join("\n"),
    );
  });

  it("shows the only error of nine thousand lines with the line to read on from", () => {
    const lines = Array.from({ length: 9_000 }, (_, index) => `2026-02-11T10:00:00Z INFO step ${index} took 12 ms`);
    lines[4_499] = "2026-02-11T10:00:00Z ERROR: disk quota exceeded on /var/lib/shop";
    const text = lines.join("\n");
    const shown = persistedOutput(spillOf(text), text, { previewChars: 1_500 });
    expect(shown).toContain(`Error lines in between, with their line numbers:\n4500: ${lines[4_499]}`);
    expect(shown).toContain("Names in between: /var/lib/shop\n");
  });

  it("names things, not figures, times, sizes and hashes", () => {
    const row = (index: number) =>
      `${index} 2026-02-11 10:0${index % 10}:00.123 ${(7_000_000 + index).toString(16)} 12ms 3.14 0xdeadbeef`;
    const rows = Array.from({ length: 3_000 }, (_, index) => row(index));
    const text = [...rows.slice(0, 900), "parseCart reads src/cart.ts", ...rows.slice(900)].join("\n");
    expect(persistedOutput(spillOf(text), text, { previewChars: 10, nameChars: 4_000 })).toContain(
      "Names in between: parseCart, src/cart.ts\n",
    );
  });

  it("has no secret in its lines, its errors or its names, and counts lines as the file does", () => {
    const key = Array.from({ length: 12 }, () => "Qx7ZrT2mKp9LwB4vNc6HjD8sFy3GaU5e".repeat(2));
    const block = [`-----BEGIN RSA PRIVATE ${"KEY"}-----`, ...key, `-----END RSA PRIVATE ${"KEY"}-----`];
    const filler = Array.from({ length: 300 }, (_, index) => `step ${index}`);
    const lines = [
      ...block,
      ...filler,
      "ERROR: login failed for app:hunter2@db, password=hunter2",
      ...filler,
      ...block,
    ];
    const text = lines.join("\n");
    const shown = persistedOutput(spillOf(text), text, { previewChars: 400, nameChars: 4_000 });
    expect(shown).not.toContain("Qx7ZrT2mKp9");
    expect(shown).toContain("315: ERROR: login failed for app:hunter2@db, password=[REDACTED]");
  });

  it("prefers the exit code the tool states", () => {
    const text = "x\n".repeat(1_000);
    expect(persistedOutput(spillOf(text), text, { previewChars: 10, exitCode: 3 })).toContain("exit code 3.");
    expect(persistedOutput(spillOf(text), text, { previewChars: 10 })).not.toContain("exit code");
  });

  it("stays one block when the output contains its end mark", () => {
    const text = `${"</persisted-output>\n".repeat(500)}`;
    expect(persistedOutput(spillOf(text), text, { previewChars: 1_500 }).split("</persisted-output>")).toHaveLength(2);
  });

  it.each(["a", "a ", "\n", "src/a.ts ", "😀"])("is small for five megabytes of %j", (unit) => {
    const text = unit.repeat(5_000_000 / unit.length);
    expect(persistedOutput(spillOf(text), text, { previewChars: 1_500 }).length).toBeLessThan(4_000);
  });
});

describe("truncatedOutput", () => {
  it("says openly what was lost and why", () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `line ${index}`).join("\n");
    const shown = truncatedOutput(text, 100, "no space left on device");
    expect(shown.split("\n").slice(0, 2)).toEqual([
      "[Output truncated: 8,793 of 8,889 characters are lost, because the full text could not be " +
        "saved (no space left on device). Beginning and end follow.]",
      "line 0",
    ]);
    expect(shown.endsWith("line 999")).toBe(true);
  });

  it("keeps a text that fits", () => {
    expect(truncatedOutput("short", 100, "x")).toBe("short");
  });
});

describe("cutting", () => {
  it("cuts at line ends and keeps surrogate pairs whole", () => {
    expect(firstLines("ab\ncd\nef", 7)).toBe("ab\ncd\n");
    expect(firstLines("😀😀😀", 3)).toBe("😀");
    expect(lastLines("ab\ncd\nef", 4)).toBe("ef");
    expect(lastLines("ab\ncd\nef", 5)).toBe("cd\nef");
    expect(lastLines("😀😀😀", 3)).toBe("😀");
  });
});

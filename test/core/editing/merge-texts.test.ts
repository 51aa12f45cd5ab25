import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "../../../src/core/editing/line-diff";
import { mergeTexts } from "../../../src/core/editing/merge-texts";

/** Few different lines, so that repeated ones and shared ones are common. */
const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "d\r\n", "end")).map((lines) => lines.join(""));

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");

function apply(before: readonly string[], after: readonly string[]): readonly string[] {
  const changes = diffLines(before, after);
  return changes.reduceRight<readonly string[]>(
    (made, { from, to, newFrom, newTo }) => [...made.slice(0, from), ...after.slice(newFrom, newTo), ...made.slice(to)],
    before,
  );
}

describe("a line diff", () => {
  it("turns one text into the other", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(fc.property(list, list, (before, after) => void expect(apply(before, after)).toEqual(after)));
  });

  it("is as short as it can be", () => {
    expect(diffLines(["a", "b", "c", "a", "b", "b", "a"], ["c", "b", "a", "b", "a", "c"])).toEqual([
      { from: 0, to: 2, newFrom: 0, newTo: 0 },
      { from: 3, to: 3, newFrom: 1, newTo: 2 },
      { from: 5, to: 6, newFrom: 4, newTo: 4 },
      { from: 7, to: 7, newFrom: 5, newTo: 6 },
    ]);
  });

  it("takes texts that share too little as one change", () => {
    const [before, after] = [0, 1].map((side) => Array.from({ length: 5_000 }, (_, index) => `${side} ${index}`));
    expect(diffLines(["x", ...before!, "y"], ["x", ...after!, "y"])).toEqual([
      { from: 1, to: 5_001, newFrom: 1, newTo: 5_001 },
    ]);
  });
});

describe("a three-way merge", () => {
  it("takes a side over whole where the other one changed nothing", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts({ base, ours: base, theirs: changed })).toEqual({ kind: "merged", text: changed });
        expect(mergeTexts({ base, ours: changed, theirs: base })).toEqual({ kind: "merged", text: changed });
        expect(mergeTexts({ base, ours: changed, theirs: changed })).toEqual({ kind: "merged", text: changed });
      }),
    );
  });

  it("gives the same text whichever side is ours", () => {
    const plain = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n")).map((list) => list.join(""));
    fc.assert(
      fc.property(plain, plain, plain, (base, one, other) => {
        const merged = mergeTexts({ base, ours: one, theirs: other });
        const swapped = mergeTexts({ base, ours: other, theirs: one });
        expect(swapped.kind).toBe(merged.kind);
        if (merged.kind === "merged") expect(swapped).toEqual(merged);
      }),
    );
  });

  it("has no conflict where the edits are apart, and keeps both", () => {
    const edit = fc.constantFrom("replace", "remove", "add");
    const scene = fc.record({ edits: fc.array(edit, { minLength: 2, maxLength: 12 }), gap: fc.integer({ min: 1 }) });
    fc.assert(
      fc.property(scene, ({ edits, gap }) => {
        const distance = 2 + (gap % 5);
        const base = Array.from({ length: edits.length * distance + 1 }, (_, index) => `line ${index}`);
        const make = (sides: readonly number[]) =>
          base.flatMap((line, index) => {
            const number = index / distance;
            const kind = Number.isInteger(number) && sides.includes(number % 2) ? edits[number] : undefined;
            if (kind === "replace") return [`new ${index}`];
            if (kind === "add") return [line, `added ${index}`];
            return kind === "remove" ? [] : [line];
          });
        const merged = mergeTexts({ base: lines(...base), ours: lines(...make([0])), theirs: lines(...make([1])) });
        expect(merged).toEqual({ kind: "merged", text: lines(...make([0, 1])) });
      }),
    );
  });

  it("takes changes that touch as two changes where asked to", () => {
    const base = lines("a", "b", "c");
    const merge = (ours: string, theirs: string) => mergeTexts({ base, ours, theirs }, "apart");
    const merged = (...all: readonly string[]) => ({ kind: "merged", text: lines(...all) });
    expect(merge(lines("a", "OUR", "b", "c"), lines("a", "B", "c"))).toEqual(merged("a", "OUR", "B", "c"));
    expect(merge(lines("a", "b", "OUR", "c"), lines("a", "B", "c"))).toEqual(merged("a", "B", "OUR", "c"));
    expect(merge(lines("A", "b", "c"), lines("a", "B", "c"))).toEqual(merged("A", "B", "c"));
    expect(merge(lines("a", "OUR", "B", "c"), lines("a", "B", "c"))).toEqual(merged("a", "OUR", "B", "c"));
    expect(merge(lines("a", "OUR", "c"), lines("a", "THEIR", "c")).kind).toBe("conflict");
    expect(merge(lines("a", "OUR", "b", "c"), lines("a", "THEIR", "b", "c")).kind).toBe("conflict");
  });

  it("never loses a line of either side where touching changes are two", () => {
    const plain = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 }).map((all) => lines(...all));
    fc.assert(
      fc.property(plain, plain, (base, ours) => {
        expect(mergeTexts({ base, ours, theirs: base }, "apart")).toEqual({ kind: "merged", text: ours });
        expect(mergeTexts({ base: ours, ours, theirs: base }, "apart")).toEqual({ kind: "merged", text: base });
      }),
    );
  });

  it("counts the places where both sides changed the same lines, and merges all others", () => {
    const base = lines("a", "b", "c", "d", "e", "f", "g");
    const ours = lines("a", "OUR", "c", "d", "e", "OUR", "g");
    const theirs = lines("a", "THEIR", "c", "D", "e", "THEIR", "g");
    expect(mergeTexts({ base, ours, theirs })).toEqual({
      kind: "conflict",
      conflicts: 2,
      text: lines("a", "OUR", "c", "D", "e", "OUR", "g"),
    });
  });

  it("follows the line ends an editor gave the file", () => {
    const crlf = (value: string) => value.replaceAll("\n", "\r\n");
    const base = lines("a", "agent", "c", "d", "e");
    const ours = crlf(lines("a", "agent", "c", "d", "user"));
    const theirs = lines("a", "b", "c", "d", "e");
    expect(mergeTexts({ base, ours, theirs })).toEqual({
      kind: "merged",
      text: crlf(lines("a", "b", "c", "d", "user")),
    });
  });

  it("keeps a last line without an end", () => {
    expect(mergeTexts({ base: "a\nb\nc\nd", ours: "A\nb\nc\nd", theirs: "a\nb\nc\nd\n" })).toEqual({
      kind: "merged",
      text: "A\nb\nc\nd\n",
    });
  });
});

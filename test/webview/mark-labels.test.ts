import fc from "fast-check";
import { expect, it } from "vitest";
import { labelMarks } from "../../webview-ui/inspector/bar/mark-labels";

it("numbers marks that have room, and gives close ones a shared label", () => {
  expect(labelMarks([10, 50, 90])).toEqual([
    { text: "1", atPercent: 10 },
    { text: "2", atPercent: 50 },
    { text: "3", atPercent: 90 },
  ]);
  expect(labelMarks([10, 12, 13, 90]).map(({ text }) => text)).toEqual(["1–3", "4"]);
  expect(labelMarks([])).toEqual([]);
});

it("keeps labels inside the bar and apart from each other, and loses no mark", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 130, noNaN: true }), { maxLength: 8 }), (unsorted) => {
      const labels = labelMarks(unsorted.toSorted((a, b) => a - b));
      const ends = labels.map(({ text }) => text.split("–").map(Number));
      expect(labels.every(({ atPercent }) => atPercent >= 0 && atPercent <= 100)).toBe(true);
      expect(labels.slice(1).every(({ atPercent }, index) => atPercent - labels[index]!.atPercent >= 6)).toBe(true);
      expect(ends.reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0)).toBe(unsorted.length);
    }),
  );
});

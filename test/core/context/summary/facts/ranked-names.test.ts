import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameSet, RankedNames } from "../../../../../src/core/context/summary/facts/ranked-names";
import { NameTable } from "../../../../../src/core/conversation/text/name-table";

const noted = fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), fc.integer({ min: 1, max: 3 }));

describe("RankedNames", () => {
  it("lists the heaviest first, of equals the one that came first", () => {
    fc.assert(
      fc.property(fc.array(noted, { maxLength: 40 }), (notes) => {
        const names = new RankedNames();
        const sums = new Map<string, number>();
        for (const [name, weight] of notes) {
          names.add(name, weight);
          sums.set(name, (sums.get(name) ?? 0) + weight);
        }
        const sorted = [...sums].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
        expect([...names]).toEqual(sorted);
        expect([...names]).toEqual(sorted);
      }),
    );
  });

  it("knows which names it has", () => {
    const names = new RankedNames();
    names.add("closeDoor", 1);
    expect([names.has("closeDoor"), names.has("openDoor")]).toEqual([true, false]);
  });

  it("leaves out known names, also those that the table got later", () => {
    const table = new NameTable();
    const names = new RankedNames(table);
    const known = new NameSet(table);
    const later = Array.from({ length: 3_000 }, (_, at) => `name${at}`);
    for (const [at, name] of later.entries()) names.add(name, at);
    for (const name of later.slice(0, 2_999)) known.add(name);
    expect([...names.without(known)].map((number) => names.table.nameOf(number))).toEqual(["name2999"]);
    expect(known.copy().hasNumbers([0, 2_998])).toBe(true);
    expect(known.hasNumbers([0, 2_999])).toBe(false);
  });
});

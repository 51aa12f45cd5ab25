import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventFraming } from "../../../../src/core/providers/wire/event-framing";

/** The text as it comes out when it goes in cut at these places. */
function framed(start: "unknown" | "as-is", text: string, cuts: readonly number[] = []): string {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const framing = eventFraming(start);
  const out = places.slice(1).map((end, index) => framing.frame(bytes.subarray(places[index], end)));
  return Buffer.concat([...out, framing.end()]).toString();
}

describe("eventFraming", () => {
  it("makes one event of a document, however it is cut and indented", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string({ unit: "binary" })),
        fc.array(fc.nat(), { maxLength: 5 }),
        (value, cuts) => {
          const event = framed("unknown", `\n ${JSON.stringify(value, null, 2)}\r\n`, cuts);
          const [, data] = /data: (.*)\n\n$/.exec(event) ?? [];
          expect(JSON.parse(data ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });

  it.each(['data: {"a":1}\n\ndata: [DONE]\n\n', ": ping\n\nevent: x\ndata: {\n\n", "", "\n\n", "<html>"])(
    "leaves %j as it is",
    (text) => {
      expect(framed("unknown", text, [3, 7])).toBe(text);
    },
  );

  it("leaves a refusal as it is", () => {
    expect(framed("as-is", "{\n}")).toBe("{\n}");
  });
});

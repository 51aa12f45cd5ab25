import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentText } from "../../../../src/core/conversation/text/arguments";

describe("the text of a call's arguments", () => {
  it("is its values as they were meant, in order, without keys", () => {
    const inputJson = JSON.stringify({
      file_path: "src/a.ts",
      edits: [{ oldText: "\tif (open) {\n\t\tcloseDoor();", line: 12, all: true }],
    });
    expect(argumentText(inputJson)).toBe("src/a.ts\n\tif (open) {\n\t\tcloseDoor();\n12");
  });

  it("is read as far as it goes where the JSON broke off", () => {
    expect(argumentText('{"path":"src/a.ts","content":"import x\\n\\tcloseDoor(\\"now\\")')).toBe(
      '{"path":"src/a.ts","content":"import x\n\ncloseDoor("now")',
    );
  });

  it("survives nesting too deep to walk", () => {
    const deep = `${"[".repeat(200_000)}"closeDoor"${"]".repeat(200_000)}`;
    expect(argumentText(deep)).toContain("closeDoor");
  });

  it("holds every string it was given", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))), (args) => {
        const text = argumentText(JSON.stringify(args));
        return Object.values(args)
          .flat()
          .every((value) => text.includes(value));
      }),
    );
  });
});

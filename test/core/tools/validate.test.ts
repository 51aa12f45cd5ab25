import { describe, expect, it } from "vitest";
import { findProblems } from "../../../src/core/tools/validate";

const schema = {
  type: "object",
  properties: {
    path: { type: "string", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 10 },
    mode: { enum: ["a", "b"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 2 },
    either: { anyOf: [{ type: "string" }, { type: "null" }] },
    tree: { $ref: "#/$defs/node" },
  },
  required: ["path"],
  additionalProperties: false,
  $defs: { node: { type: "object", properties: { child: { $ref: "#/$defs/node" } }, required: ["name"] } },
};

describe("findProblems", () => {
  it("finds nothing wrong with arguments that fit", () => {
    expect(
      findProblems(schema, {
        path: "a",
        limit: 3,
        mode: "a",
        tags: ["x"],
        either: null,
        tree: { name: 1, child: { name: 2 } },
      }),
    ).toEqual([]);
  });

  it.each([
    [{}, ['"path" is missing']],
    [{ path: "" }, ['"path" must not be empty']],
    [{ path: 7 }, ['"path" must be a string, got 7']],
    [{ path: "a", limit: 1.5 }, ['"limit" must be an integer, got 1.5']],
    [{ path: "a", limit: "5" }, ['"limit" must be an integer, got the string "5"']],
    [{ path: "a", limit: 11 }, ['"limit" must be at most 10, got 11']],
    [{ path: "a", mode: "c" }, ['"mode" must be one of "a", "b", got the string "c"']],
    [{ path: "a", tags: ["x", 1] }, ['"tags[1]" must be a string, got 1']],
    [{ path: "a", tags: ["x", "y", "z"] }, ['"tags" must have at most 2 entries, got 3']],
    [{ path: "a", either: 1 }, ['"either" must be a string, got 1, or "either" must be null, got 1']],
    [{ path: "a", file: 1 }, ['"file" is unknown; known are path, limit, mode, tags, either, tree']],
    [{ path: "a", tree: { name: 1, child: {} } }, ['"tree.child.name" is missing']],
    ["text", ['the arguments must be an object, got the string "text"']],
  ])("names what is wrong with %j", (value, problems) => {
    expect(findProblems(schema, value)).toEqual(problems);
  });

  it("ends on a schema that refers to itself without end", () => {
    expect(findProblems({ $ref: "#" }, {})).toEqual(["the arguments is nested too deeply"]);
  });
});

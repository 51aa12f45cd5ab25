import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../../src/core/context/lcm/outline";

const lines = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text} ${index}`).join("\n");

describe("an outline", () => {
  it("shows the signatures of code with their lines", () => {
    expect(outlineOf("src/a.ts", "import x from \"x\";\nexport function first(a: number) {\n  return a;\n}\nclass Second {\n}\n")).toEqual({
      kind: "code", text: "7 lines\n2: export function first(a: number) {\n5: class Second {",
    });
  });

  it("shows the shape of JSON", () => {
    expect(outlineOf("data.json", JSON.stringify({ users: [{ name: "a", age: 1 }, { name: "b", age: 2 }], next: null }))).toEqual({
      kind: "json", text: "{ users: [2 × {2 keys}], next: null }".replace("{2 keys}", "{ name: string, age: number }"),
    });
  });

  it("shows header, first row and size of a table", () => {
    expect(outlineOf("report.csv", "id,name\n1,a\n2,b\n")).toEqual({ kind: "table", text: "2 rows\nheader: id,name\nfirst row: 1,a" });
  });

  it("shows both ends and the problems of a log", () => {
    const log = `${lines(20, "12:00:00 INFO step")}\n12:00:01 ERROR disk full\n${lines(20, "12:00:02 INFO step")}`;
    const { kind, text } = outlineOf("output of terminal", log);
    expect(kind).toBe("log");
    expect(text).toContain("… 29 lines …");
    expect(text).toContain("problems:\n12:00:01 ERROR disk full");
  });

  it("shows both ends of anything else, and of JSON that is none", () => {
    expect(outlineOf("notes", lines(13, "word")).text.split("\n")).toHaveLength(13);
    expect(outlineOf("x", "{ not json }")).toEqual({ kind: "json", text: "{ not json }" });
  });

  it("stays small whatever the body", () => {
    expect(outlineOf("a.ts", lines(5_000, "export const value =")).text.length).toBeLessThan(8_000);
    expect(outlineOf("a.json", `{"a":"${"x".repeat(500_000)}"}`).text).toBe("{ a: string }");
  });
});

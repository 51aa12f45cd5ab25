import { describe, expect, it } from "vitest";
import { matchPaths } from "../../../src/vscode/editing/match-paths";

const PATHS = ["src/", "src/shop/", "test/", "README.md", "src/cart.ts", "src/shop/checkout.ts", "test/cart.test.ts"];

describe("matchPaths", () => {
  it.each([
    ["cart", ["src/cart.ts", "test/cart.test.ts"]],
    ["src/c", ["src/cart.ts", "src/shop/checkout.ts"]],
    ["src\\c", ["src/cart.ts", "src/shop/checkout.ts"]],
    ["./src/ca", ["src/cart.ts"]],
    ["/src//ca", ["src/cart.ts"]],
    ["SRC/Shop/", ["src/shop/", "src/shop/checkout.ts"]],
    ["nowhere/", []],
  ])("finds the paths for %s", (query, found) => {
    expect(matchPaths(query, PATHS, 10)).toEqual(found);
  });

  it("shows every path where only the way to the workspace was typed", () => {
    expect(matchPaths("./", PATHS, 3)).toEqual(PATHS.slice(0, 3));
  });
});

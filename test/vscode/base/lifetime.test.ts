import { describe, expect, it } from "vitest";
import { Lifetime } from "../../../src/vscode/base/lifetime";

const recorded = () => {
  const disposed: string[] = [];
  return { disposed, thing: (name: string) => ({ dispose: () => void disposed.push(name) }) };
};

describe("a lifetime", () => {
  it("disposes what it owns once, last come first", () => {
    const { disposed, thing } = recorded();
    const life = new Lifetime();
    life.own(thing("first"));
    life.own(thing("second"));
    life.dispose();
    life.dispose();
    expect(disposed).toEqual(["second", "first"]);
  });

  it("disposes at once what arrives after its end", () => {
    const { disposed, thing } = recorded();
    const life = new Lifetime();
    life.dispose();
    life.own(thing("late"));
    expect(disposed).toEqual(["late"]);
  });
});

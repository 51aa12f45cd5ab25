import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../../src/core/context/engine";
import { createEngineRegistry } from "../../../src/core/context/registry";
import { inEnglish } from "../../support/say";

const engineNamed = (name: string): ContextEngine =>
  Object.defineProperty(createCompressor({ contextLength: 10_000, summarize: async () => "" }), "name", {
    value: name,
  });
const registry = () =>
  createEngineRegistry({ compressor: () => engineNamed("compressor"), lcm: () => engineNamed("lcm") });

describe("resolving an engine", () => {
  it("prefers a trusted folder over a registered engine over a built-in one", () => {
    const engines = registry();
    engines.register("mine", () => engineNamed("registered"));
    expect(engines.resolve("mine", new Map([["mine", () => engineNamed("folder")]]))).toMatchObject({
      source: "folder",
      engine: { name: "folder" },
    });
    expect(engines.resolve("mine")).toMatchObject({ source: "registered", engine: { name: "registered" } });
    expect(engines.resolve("lcm")).toMatchObject({ source: "built-in", engine: { name: "lcm" } });
  });
  it("uses the built-in compressor with a notice when the name is unknown", () => {
    const resolved = registry().resolve("toString");
    expect(resolved.engine.name).toBe("compressor");
    expect(inEnglish(resolved.notice)).toBe(
      'There is no context engine named "toString"; the built-in "compressor" is used.',
    );
  });
  it("uses the built-in compressor with a notice when the engine cannot start", () => {
    const engines = registry();
    engines.register("broken", () => {
      throw new Error("no database");
    });
    expect(inEnglish(engines.resolve("broken").notice)).toBe(
      'The context engine "broken" could not start (no database); the built-in "compressor" is used.',
    );
  });
  it("refuses the second registration of a name with a warning", () => {
    const engines = registry();
    expect(engines.register("mine", () => engineNamed("first")).kind).toBe("registered");
    expect(engines.register("mine", () => engineNamed("second"))).toEqual({
      kind: "refused",
      warning: 'A context engine named "mine" already exists; the second one was refused.',
    });
    expect(engines.resolve("mine").engine.name).toBe("first");
  });
  it("refuses the names of built-in engines and empty ones", () => {
    expect(registry().register("compressor", () => engineNamed("fake")).kind).toBe("refused");
    expect(registry().register(" ", () => engineNamed("fake")).kind).toBe("refused");
  });
  it("never activates a registered engine by itself", () => {
    const engines = registry();
    engines.register("mine", () => engineNamed("mine"));
    expect(engines.resolve("compressor").engine.name).toBe("compressor");
  });
  it("forgets an engine that was removed", () => {
    const engines = registry();
    const registration = engines.register("mine", () => engineNamed("mine"));
    if (registration.kind === "registered") registration.remove();
    expect(engines.resolve("mine").source).toBe("built-in");
    expect(engines.names()).toEqual(["compressor", "lcm"]);
  });
});

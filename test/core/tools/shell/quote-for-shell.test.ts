import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteForShell } from "../../../../src/core/tools/shell/quote-for-shell";

it("brings any text through bash as it is, on one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aé界'\"\\$`!\n\t\r;&|{}*~#\u0007 ") }), (text) => {
      const quoted = quoteForShell(text);
      expect(quoted).not.toContain("\n");
      expect(spawnSync("/bin/bash", ["-c", `printf %s ${quoted}`], { encoding: "utf8" }).stdout).toBe(text);
    }),
    { numRuns: 60 },
  );
});

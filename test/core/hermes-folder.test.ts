import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findKinds } from "../../src/core/delegation/find-kinds";
import { readHooks } from "../../src/core/hooks/hook";
import { findSkills } from "../../src/core/skills/find-skills";

const sample = fileURLToPath(new URL("../fixtures/sample-workspace", import.meta.url));

it("has an example of every part of the .hermes folder that loads without a complaint", async () => {
  const found = await findSkills({ workspaceFolders: [sample] });
  expect(found.skills.map(({ name }) => name)).toEqual(["price-change"]);
  const { kinds, problems } = await findKinds({ workspaceFolders: [sample], confirm: async () => "leave" });
  expect(kinds.map(({ name }) => name)).toEqual(["explore", "task", "reviewer"]);
  const hooks = readHooks(JSON.parse(await readFile(join(sample, ".hermes/hooks.json"), "utf8")), "workspace");
  expect(hooks.hooks.map(({ event }) => event)).toEqual(["PreToolUse", "PreCompact"]);
  expect([...found.problems, ...problems, ...hooks.problems]).toEqual([]);
  expect(await readFile(join(sample, ".hermes/MEMORY.md"), "utf8")).not.toBe("");
  const engine: unknown = JSON.parse(
    await readFile(join(sample, ".hermes/context-engines/last-words/engine.json"), "utf8"),
  );
  expect(engine).toMatchObject({ name: "last-words" });
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../scripts/places.mjs";
import { runHermes } from "../support/hermes";

const SAMPLE = join(root, "test", "fixtures", "sample-workspace");

/** Files of the sample project, by path. */
async function sampleFiles(): Promise<Readonly<Record<string, string>>> {
  const found = await readdir(SAMPLE, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && !entry.parentPath.includes(".hermes"));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(SAMPLE.length + 1), await readFile(path, "utf8")] as const;
      }),
    ),
  );
}

it("the rehearsal model's summary of the lesson is checked and found true", async () => {
  const hermes = await runHermes({
    files: await sampleFiles(),
    settings: { "hermes.provider": "rehearsal", "hermes.model": "", "hermes.baseUrl": "" },
  });
  await hermes.say("One test fails. Find it, fix it, and run the tests again.");
  await hermes.say("Run `npm run log` and find the best day.");
  expect(await hermes.agent.compress()).toBe("smaller");
  const [report] = hermes.seen("compressed");
  expect(report?.claims ?? []).toEqual([]);
  expect(report?.verification).toMatchObject({ lost: [], repaired: [], invented: [], contradicted: [], unchecked: [] });
});

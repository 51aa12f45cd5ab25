import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { createSpillStore } from "../../../src/core/spill/files";
import { outlineOutput } from "../../../src/core/spill/outline/outline";
import { searchLines, searchOutputs } from "../../../src/core/spill/search-output";
import { temporaryFolder } from "../../support/workspace";

async function fileWith(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "output.txt");
  await writeFile(path, text);
  return path;
}

describe("searching outputs by their outlines", () => {
  const OUTPUT = ["# Unit tests", "plain words about dates", "✓ adds dates", "✗ parses dates", "done"].join("\n");

  it("puts failures first and finds every other line too, with their numbers", async () => {
    const store = createSpillStore({ folder: await temporaryFolder(), now: () => 1 });
    await store.save(sessionId("s1"), "c1", OUTPUT, await outlineOutput(OUTPUT));
    const found = async (words: string) =>
      (await searchOutputs(store, await store.list(), words, 10)).map(({ line, text, kind, result }) =>
        [line, text, kind, result].filter((part) => part !== undefined).join(" "),
      );
    expect(await found("dates")).toEqual([
      "4 parses dates test failed",
      "3 adds dates test passed",
      "2 plain words about dates",
    ]);
    expect(await found("failed")).toEqual(["4 parses dates test failed"]);
    expect(await found("")).toEqual(["4 parses dates test failed", "1 Unit tests heading", "3 adds dates test passed"]);
    expect(await found("nowhere")).toEqual([]);
  });

  it("makes an outline again where it is missing or broken, and deletes it with its output", async () => {
    const folder = await temporaryFolder();
    const store = createSpillStore({ folder, now: () => 1 });
    const { id } = await store.save(sessionId("s1"), "c1", OUTPUT);
    const outline = join(folder, "s1", "c1.marks");
    const made = await store.marks(id);
    expect(made.map(({ line }) => line)).toEqual([1, 3, 4]);
    for (const broken of ["", "{", '{"version":1,"marks":7}', '{"version":0,"marks":[]}']) {
      await writeFile(outline, broken);
      expect(await store.marks(id)).toEqual(made);
    }
    expect((await store.list()).map((file) => file.id)).toEqual([id]);
    await store.sweep({ nowMs: 10 * 86_400_000, retentionDays: 7, maxBytes: 1e9 }, new Set());
    await expect(readFile(outline)).rejects.toThrow("ENOENT");
    expect(await store.marks(id)).toEqual([]);
    await expect(readdir(join(folder, "s1"))).rejects.toThrow("ENOENT");
  });
});

describe("searching an output", () => {
  it("finds lines whatever their case, with their numbers", async () => {
    expect(await searchLines(await fileWith("ok\nError: one\r\nfine\n  an ERROR too\n"), "error", 10)).toEqual([
      { line: 2, text: "Error: one" },
      { line: 4, text: "an ERROR too" },
    ]);
  });

  it("stops at the limit", async () => {
    expect(await searchLines(await fileWith("x\n".repeat(100_000)), "x", 3)).toHaveLength(3);
  });

  it("shows the match of a very long line, not the line", async () => {
    const [hit] = await searchLines(
      await fileWith(`${"a".repeat(1_000_000)}needle${"b".repeat(1_000_000)}`),
      "needle",
      3,
    );
    expect(hit?.text).toContain("needle");
    expect(hit?.text.length).toBeLessThanOrEqual(200);
  });

  it("fails where the file is gone", async () => {
    await expect(searchLines(join(await temporaryFolder(), "gone.txt"), "x", 3)).rejects.toThrow("ENOENT");
  });
});

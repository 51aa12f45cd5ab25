import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { searchLines } from "../../../src/vscode/actions/output-search";
import { temporaryFolder } from "../../support/workspace";

async function fileWith(text: string): Promise<string> {
  const path = join(await temporaryFolder(), "output.txt");
  await writeFile(path, text);
  return path;
}

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

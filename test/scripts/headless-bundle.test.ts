import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { buildOnce, replaceFiles } from "../../scripts/headless-bundle.mjs";

const newFolder = () => mkdtempSync(join(tmpdir(), "hermes-bundle-"));
const bytes = (text: string) => new TextEncoder().encode(text);

it("is built once where several callers find it stale", async () => {
  const lock = join(newFolder(), "bundle.lock");
  let state: "stale" | "building" | "fresh" = "stale";
  let builds = 0;
  const build = async () => {
    expect(state).toBe("stale");
    state = "building";
    builds++;
    await sleep(20);
    state = "fresh";
  };
  await Promise.all([1, 2, 3].map(() => buildOnce(lock, () => state !== "fresh", build)));
  expect(builds).toBe(1);
});

it("is replaced file by file, and dated by the beginning of its build", () => {
  const folder = newFolder();
  const last = join(folder, "main.mjs");
  const files = [
    { path: last, contents: bytes("main") },
    { path: join(folder, "parts", "chunk.mjs"), contents: bytes("chunk") },
  ];
  replaceFiles(files, { last, begunMs: 1_000_000 });
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    "main.mjs",
    "parts",
    join("parts", "chunk.mjs"),
  ]);
  expect(readFileSync(last, "utf8")).toBe("main");
  expect(statSync(last).mtimeMs).toBe(1_000_000);
});

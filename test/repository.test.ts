import { readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import lock from "../package-lock.json";
import manifest from "../package.json";

const root = resolve(import.meta.dirname, "..");
/** Not part of the clone. */
const MADE_HERE = new Set([".git", "node_modules", "dist", "artifacts"]);
const TEXT = /\.(?:[cm]?[jt]sx?|json|jsonl|md|css|svg|txt)$|(?:^|\/)(?:\.npmrc|\.vscodeignore|run|LICENSE)$/;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (MADE_HERE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const texts = filesIn(root)
  .filter((file) => TEXT.test(file))
  .map((file) => ({ path: relative(root, file), text: readFileSync(file, "utf8") }));
/** Recordings speak of the machines they were made on. */
const written = texts.filter(({ path }) => !path.startsWith("test/fixtures/") && path !== "package-lock.json");
const code = written
  .filter(({ path }) => /\.(?:[cm]?[jt]sx?)$/.test(path))
  .map(({ text }) => text)
  .join("\n");

describe("the repository", () => {
  it("names no registry", () => {
    const named = texts.filter(
      ({ path, text }) =>
        path !== "test/repository.test.ts" && /registry\.(?:npmjs|yarnpkg|npmmirror)\.|"resolved": ?"http/.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
    expect(
      Object.entries(lock.packages)
        .filter(([, entry]) => "resolved" in entry)
        .map(([name]) => name),
    ).toEqual([]);
  });

  it("knows no machine of those who made it", () => {
    expect(
      written.filter(({ text }) => /(?<![\w.~])\/(?:root|work)\/[\w.]/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("depends on nothing it does not use", () => {
    const isUsed = (name: string) =>
      code.includes(`"${name}"`) || code.includes(`"${name}/`) || name.startsWith("@types/");
    const tools = new Set(["@vscode/vsce", "typescript", "vite"]);
    expect(
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
        (name) => !isUsed(name) && !tools.has(name),
      ),
    ).toEqual([]);
  });

  it("pins exact versions", () => {
    const versions = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

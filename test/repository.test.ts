import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json";
import lock from "../package-lock.json";

const root = resolve(import.meta.dirname, "..");
/** Not part of the repository. */
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
/** Recordings mention the machines they were made on; sessions that were made up for claims have no reason to. */
const written = texts.filter(({ path }) => !path.startsWith("test/fixtures/") && path !== "package-lock.json");
const madeUp = texts.filter(({ path }) => path.startsWith("test/fixtures/claims/blind-"));
const code = written
  .filter(({ path }) => /\.(?:[cm]?[jt]sx?)$/.test(path))
  .map(({ text }) => text)
  .join("\n");

describe("the repository", () => {
  it("names no registry", () => {
    const named = texts.filter(
      ({ path, text }) =>
        path !== "test/repository.test.ts" &&
        /registry\.(?:npmjs|yarnpkg|npmmirror|terraform)\.|\bpypi\.org|pythonhosted\.|"resolved": ?"http/.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
    expect(
      Object.entries(lock.packages)
        .filter(([, entry]) => "resolved" in entry)
        .map(([name]) => name),
    ).toEqual([]);
  });

  it("contains no path of a developer's machine", () => {
    expect(
      [...written, ...madeUp]
        .filter(({ text }) => /(?<![\w.~])\/(?:root|work)\/[\w.]/.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("depends on nothing it does not use", () => {
    const isUsed = (name: string) =>
      code.includes(`"${name}"`) || code.includes(`"${name}/`) || name.startsWith("@types/");
    const tools = new Set(["@biomejs/biome", "@vscode/vsce", "knip", "ovsx", "typescript", "vite"]);
    expect(
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
        (name) => !isUsed(name) && !tools.has(name),
      ),
    ).toEqual([]);
  });

  it.each([
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "SUPPORT.md",
    "docs/engines.md",
    "docs/releasing.md",
    "docs/remote.md",
    "src/README.md",
  ])("names only existing files in %s", (path) => {
    const named = [
      ...readFileSync(join(root, path), "utf8").matchAll(/`((?:\.\.\/)?[\w.-]+\/[\w./-]+\.(?:tsx?|mjs|json|md))`/g),
    ];
    const exists = (file: string) => [join(root, dirname(path), file), join(root, file)].some(existsSync);
    expect(named.map(([, file = ""]) => file).filter((file) => !exists(file) && !file.startsWith("dist/"))).toEqual([]);
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

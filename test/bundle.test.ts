import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import type { Activation } from "./support/activation";
import { recordActivation } from "./support/activation";

const ENTRY = "dist/extension.js";
const KB = 1_000;
/** Building takes seconds alone, and much longer beside other tests. */
const BUILD_MS = 120_000;
const ENTRY_BUDGET = 150 * KB;
const ACTIVATION_BUDGET = 300 * KB;

let outputs: Metafile["outputs"];
let activation: Activation;

beforeAll(async () => {
  execFileSync(process.execPath, ["esbuild.mjs"], { stdio: "inherit" });
  const metafile: Metafile = JSON.parse(readFileSync("dist/meta.json", "utf8"));
  outputs = metafile.outputs;
  activation = await recordActivation();
}, BUILD_MS);

describe("the bundle", () => {
  it("has a small entry", () => {
    expect(bytesOf([ENTRY])).toBeLessThanOrEqual(ENTRY_BUDGET);
  });

  it("loads little at activation", () => {
    expect(bytesOf(loadedWith(ENTRY))).toBeLessThanOrEqual(ACTIVATION_BUDGET);
  });

  it("loads packages only when they are needed", () => {
    const packages = loadedWith(ENTRY)
      .flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
      .filter((input) => input.includes("node_modules"));
    expect(packages).toEqual([]);
  });

  it.each(["@anthropic-ai/sdk", "openai"])("keeps %s in a separate file", (name) => {
    const holders = Object.keys(outputs).filter(
      (file) =>
        file.startsWith("dist/chunks/") && inputsOf(file).some((input) => input.includes(`node_modules/${name}/`)),
    );
    expect(holders.length).toBeGreaterThan(0);
    expect(holders.flatMap(inputsOf).filter((input) => input.startsWith("src/"))).toEqual([]);
  });

  it("ships the pages, styles, and fonts of both views", () => {
    const pages = Object.keys(outputs).filter((file) => file.startsWith("dist/webview/"));
    expect(pages).toEqual(
      expect.arrayContaining(
        ["chat.js", "chat.css", "inspector.js", "inspector.css", "codicon.ttf"].map((file) => `dist/webview/${file}`),
      ),
    );
  });
});

describe("activation", () => {
  it("loads exactly the files that the bundle declares", () => {
    expect(activation.loaded).toEqual(loadedWith(ENTRY).toSorted());
  });

  it("accesses no file, process, or network", () => {
    expect(activation.touched).toEqual([]);
  });

  it("would be caught reading a file", async () => {
    const planted = join(mkdtempSync(join(tmpdir(), "hermes-activation-")), "extension.cjs");
    writeFileSync(planted, `exports.activate = () => { require("node:fs").existsSync("/"); return {}; };`);
    expect((await recordActivation(planted)).touched).toEqual(["node:fs.existsSync"]);
  });

  it("registers every command and returns the public API", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8"));
    expect(activation.commands.toSorted()).toEqual(
      manifest.contributes.commands.map(({ command }: { command: string }) => command).toSorted(),
    );
    expect(activation.api).toEqual(["registerContextEngine", "registerTool", "version"]);
  });
});

const inputsOf = (file: string) => Object.keys(outputs[file]?.inputs ?? {});
const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);

/** The file and everything it imports statically. */
function loadedWith(entry: string): readonly string[] {
  const found = new Set([entry]);
  for (const file of found)
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && !external) found.add(path);
  return [...found];
}

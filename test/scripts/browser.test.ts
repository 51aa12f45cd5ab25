import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureBrowser } from "../../scripts/browser.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hermes-browser-"));
  vi.stubEnv("PATH", folder);
  vi.stubEnv("HERMES_BROWSER", "");
});
afterEach(() => vi.unstubAllEnvs());

function addProgram(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return file;
}

/** Records its arguments, then runs this script on install. */
const addAptGet = (onInstall: string) =>
  addProgram("apt-get", [`echo "$*" >> ${folder}/asked`, `case "$*" in *install*) ${onInstall};; *) exit 100;; esac`]);
const asked = () =>
  readFileSync(join(folder, "asked"), "utf8")
    .trim()
    .split("\n")
    .map((line) => /update|install.*/.exec(line)?.[0]);

describe("a browser", () => {
  it.each(["may-install", "may-not"] as const)("that is already installed is used (%s)", (system) => {
    const chromium = addProgram("chromium", []);
    addAptGet("exit 1");
    expect(ensureBrowser(system)).toBe(chromium);
  });

  it("that is named by HERMES_BROWSER is preferred to any other", () => {
    addProgram("chromium", []);
    const mine = addProgram("my-browser", []);
    vi.stubEnv("HERMES_BROWSER", mine);
    expect(ensureBrowser("may-install")).toBe(mine);
  });

  it("that is named but not executable is reported, and no other is installed", () => {
    vi.stubEnv("HERMES_BROWSER", "/nowhere/chrome");
    expect(() => ensureBrowser("may-install")).toThrow(
      "HERMES_BROWSER names /nowhere/chrome, which is no program that can be run.",
    );
  });

  it("that is missing is installed with its fonts, even if the package list cannot be updated", () => {
    addAptGet(`: > ${folder}/chromium && /bin/chmod +x ${folder}/chromium`);
    expect(ensureBrowser("may-install")).toBe(join(folder, "chromium"));
    expect(asked()).toEqual([
      "update",
      "install -y -qq --no-install-recommends chromium fonts-dejavu-core fonts-noto-cjk",
    ]);
  });

  it("that cannot be installed is reported with the reason", () => {
    addAptGet("exit 100");
    expect(() => ensureBrowser("may-install")).toThrow(
      /apt-get could not install one \(it ended with 100\)[^]*HERMES_BROWSER=/,
    );
  });

  it("that is unavailable is reported with a solution", () => {
    expect(() => ensureBrowser("may-not")).toThrow(/^No Chrome, Chromium or Edge was found[^]*HERMES_BROWSER=/);
  });
});

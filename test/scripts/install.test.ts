import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isInstalled } from "../../scripts/install.mjs";

const LOCKED = {
  "": { version: "1.0.0" },
  "node_modules/a": { version: "2.0.0" },
  "node_modules/a-win32": { version: "2.0.0", optional: true },
};
const INSTALLED = { "node_modules/a": { version: "2.0.0" } };

/** A clone with this lock file and npm's list of installed packages. */
function clone(packages: object, installed?: object | string): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-install-"));
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
  if (installed !== undefined)
    writeFileSync(
      join(folder, "node_modules", ".package-lock.json"),
      typeof installed === "string" ? installed : JSON.stringify({ packages: installed }),
    );
  return folder;
}

describe("dependencies", () => {
  it("are up to date if they match the lock file, except for other platforms", () => {
    expect(isInstalled(clone(LOCKED, INSTALLED))).toBe(true);
  });

  it("of this clone are up to date", () => {
    expect(isInstalled(".")).toBe(true);
  });

  it.each<[string, object, (object | string)?]>([
    ["in a fresh clone", LOCKED],
    ["after an interrupted install", LOCKED, "{"],
    ["after a pull that changed a version", { ...LOCKED, "node_modules/a": { version: "2.0.1" } }, INSTALLED],
    [
      "after a pull that changed one for this platform",
      { ...LOCKED, "node_modules/a-win32": { version: "2.0.1", optional: true } },
      { ...INSTALLED, "node_modules/a-win32": { version: "2.0.0" } },
    ],
    ["after a pull that added a package", { ...LOCKED, "node_modules/b": { version: "1.0.0" } }, INSTALLED],
  ])("are not up to date %s", (_, packages, installed) => {
    expect(isInstalled(clone(packages, installed))).toBe(false);
  });
});

import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readLiveFile } from "../../../src/core/files/live-file";

let workspace: string;

beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), "hermes-live-"));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

it("reads a file under its name in the workspace, whichever name it is asked for", async () => {
  await writeFile(join(workspace, "a.ts"), "const a = 1;");
  const expected = { path: "a.ts", text: "const a = 1;" };
  expect([await readLiveFile(workspace, "a.ts"), await readLiveFile(workspace, join(workspace, "a.ts"))]).toEqual([
    expected,
    expected,
  ]);
});

it("reads nothing outside the workspace, through a link, of secrets, or of binary files", async () => {
  await writeFile(join(workspace, ".env"), "KEY=1");
  await writeFile(join(workspace, "server.pem"), "key");
  await writeFile(join(workspace, "binary"), "a\0b");
  await symlink("/etc/hostname", join(workspace, "link"));
  for (const path of ["../x", "/etc/hostname", ".env", "server.pem", "binary", "link", "missing.ts", ""])
    expect(await readLiveFile(workspace, path), path).toBeUndefined();
  expect(await readLiveFile("", "a.ts")).toBeUndefined();
});

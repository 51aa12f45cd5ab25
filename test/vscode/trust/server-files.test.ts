import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ServerFiles } from "../../../src/vscode/trust/server-files";

function filesOf(files: Readonly<Record<string, string>>, trust: "trusted" | "untrusted" = "trusted") {
  const folder = mkdtempSync(join(tmpdir(), "hermes-server-files-"));
  mkdirSync(join(folder, ".vscode"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const warnings: string[] = [];
  return {
    folder,
    warnings,
    files: new ServerFiles({
      folder: () => folder,
      trust: () => trust,
      warn: ({ text }) => warnings.push(String(text)),
    }),
  };
}

const vscodeFile = JSON.stringify({ servers: { shop: { command: "a" }, docs: { url: "https://docs.example" } } });
const otherFile = JSON.stringify({ mcpServers: { shop: { command: "b" }, tests: { command: "c" } } });

describe("servers in files of the workspace", () => {
  it("come from both files, and VS Code's own file wins", async () => {
    const { files } = filesOf({ ".vscode/mcp.json": vscodeFile, ".mcp.json": otherFile });
    expect(files.servers).toEqual({});
    await files.read();
    expect(files.servers).toEqual({
      shop: { command: "a" },
      docs: { url: "https://docs.example" },
      tests: { command: "c" },
    });
  });

  it("are read again, so that a changed file is a new offer", async () => {
    const { files, folder } = filesOf({ ".mcp.json": otherFile });
    await files.read();
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { tests: { command: "evil" } } }));
    await files.read();
    expect(files.servers).toEqual({ tests: { command: "evil" } });
  });

  it("are none in an untrusted workspace, without a file, behind a link, or in one that is too large", async () => {
    for (const { files } of [filesOf({ ".mcp.json": otherFile }, "untrusted"), filesOf({})]) {
      await files.read();
      expect(files.servers).toEqual({});
    }
    const outside = filesOf({ ".mcp.json": otherFile });
    const linked = filesOf({});
    symlinkSync(join(outside.folder, ".mcp.json"), join(linked.folder, ".mcp.json"));
    const large = filesOf({ ".mcp.json": `${" ".repeat(300 * 1024)}${otherFile}` });
    for (const { files } of [linked, large]) {
      await files.read();
      expect(files.servers).toEqual({});
    }
  });

  it("that cannot be used are named in the log", async () => {
    const { files, warnings } = filesOf({ ".mcp.json": "nonsense" });
    await files.read();
    expect(warnings).toEqual(["The text is not a JSON object."]);
  });
});

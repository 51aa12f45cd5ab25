import { describe, expect, it } from "vitest";
import { readServerFile, splitCommandLine } from "../../../../src/core/tools/mcp/server-file";
import { sayInEnglish } from "../../../../src/presenter/words/say";

const read = (text: string) => {
  const { servers, problems } = readServerFile(text, "/home/shop");
  return [servers, problems.map(sayInEnglish)];
};

describe("a file of MCP servers", () => {
  it("of VS Code is read with comments, trailing commas, and the workspace folder filled in", () => {
    expect(
      read(`{
        // Tools of the shop
        "servers": {
          "shop": { "type": "stdio", "command": "node", "args": ["\${workspaceFolder}/mcp.js", "a // b, ]"], },
          /* a remote one */
          "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "X-Team": "till" } },
        },
      }`),
    ).toEqual([
      {
        shop: { command: "node", args: ["/home/shop/mcp.js", "a // b, ]"] },
        docs: { url: "https://docs.example/mcp", headers: { "X-Team": "till" } },
      },
      [],
    ]);
  });

  it("of other programs is read too, and so is a bare object by name", () => {
    const shop = { command: "npx", args: ["-y", "shop"], env: { MODE: "dev" }, cwd: "/tmp" };
    expect(read(JSON.stringify({ mcpServers: { shop } }))).toEqual([{ shop }, []]);
    expect(read(JSON.stringify({ shop }))).toEqual([{ shop }, []]);
  });

  it.each([
    [
      "asks for an input",
      { command: "x", env: { KEY: "${input:key}" } },
      "it asks for a value that Hermes does not fill in.",
    ],
    [
      "asks for the environment",
      { url: "https://a.example/${env:HOME}" },
      "it asks for a value that Hermes does not fill in.",
    ],
    ["reads a file of variables", { command: "x", envFile: ".env" }, "it reads its variables from a file."],
    ["speaks SSE", { type: "sse", url: "https://a.example" }, "it speaks SSE, which Hermes does not."],
    ["has nothing to start", { args: ["x"] }, "it has neither a command nor an address."],
    ["has no address", { url: "not an address" }, "it has neither a command nor an address."],
    ["has arguments of another kind", { command: "x", args: "y" }, "it has neither a command nor an address."],
    ["is no object", 7, "it is not an object."],
  ])("leaves out a server that %s, and says why", (_, entry, why) => {
    expect(read(JSON.stringify({ servers: { odd: entry, fine: { command: "x" } } }))).toEqual([
      { fine: { command: "x" } },
      [`The MCP server "odd" is left out: ${why}`],
    ]);
  });

  it.each(["", "[]", "nonsense", "null"])("that is %j names no server", (text) => {
    expect(read(text)).toEqual([{}, ["The text is not a JSON object."]]);
  });
});

it("splits a command line at blanks outside quotes", () => {
  expect(splitCommandLine(`npx -y "my server" --name 'a b'  c`)).toEqual([
    "npx",
    "-y",
    "my server",
    "--name",
    "a b",
    "c",
  ]);
});

// Lets a test run a function against the real API, inside the extension host. Only there when the test names a socket.
const { createServer } = require("node:http");
const vscode = require("vscode");

/** @param {import("vscode").ExtensionContext} context */
exports.activate = (context) => {
  const socket = process.env["HERMES_TEST_BRIDGE"];
  if (!socket) return;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { source, args } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    try {
      const value = await (0, eval)(`(${source})`)(vscode, ...args);
      response.end(JSON.stringify({ value }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
    }
  });
  require("node:fs").rmSync(socket, { force: true });
  server.listen(socket);
  context.subscriptions.push({ dispose: () => server.close() });
};

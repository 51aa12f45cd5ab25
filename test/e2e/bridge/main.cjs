// Lets a test run a function against the real API, inside the extension host. Active only if the test sets a socket.
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
      // A test sends a function as text; running it here, against the real API, is the purpose of the bridge.
      const value = await new Function(`return (${source})`)()(vscode, ...args);
      response.end(JSON.stringify({ value }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }));
    }
  });
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("hermes-test", parrot));
  context.subscriptions.push(vscode.lm.registerTool("harbor_notes", harborNotes));
  context.subscriptions.push(vscode.chat.createChatParticipant("hermes-test.parrot", answerInChat));
  require("node:fs").rmSync(socket, { force: true });
  server.listen(socket);
  context.subscriptions.push({ dispose: () => server.close() });
};

const harborNotes = {
  prepareInvocation: () => ({ invocationMessage: "Reading the notes", pastTenseMessage: "Read the harbor notes" }),
  invoke: async () => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart("Staging port: 8123.")]),
};

/** A participant of VS Code's own chat, so that the chat writes sessions without anyone signing in. */
async function answerInChat({ toolInvocationToken }, _history, stream, token) {
  stream.markdown("I look into the notes.");
  await vscode.lm.invokeTool("harbor_notes", { input: { topic: "staging" }, toolInvocationToken }, token);
  stream.markdown("The port is in the notes.");
}

/** A language model of VS Code that lists the workspace once and then reports how many messages it received. */
const parrot = {
  provideLanguageModelChatInformation: () => [
    {
      id: "parrot",
      name: "Parrot",
      family: "parrot",
      version: "1",
      maxInputTokens: 32_000,
      maxOutputTokens: 1_000,
      isUserSelectable: true,
      isDefault: true,
      capabilities: { toolCalling: true },
    },
  ],
  async provideLanguageModelChatResponse(_model, messages, _options, progress) {
    const answered = messages.some(({ content }) =>
      content.some((part) => part instanceof vscode.LanguageModelToolResultPart),
    );
    if (answered) progress.report(new vscode.LanguageModelTextPart(`Parrot was sent ${messages.length} messages.`));
    else progress.report(new vscode.LanguageModelToolCallPart("call-1", "list_files", { path: "." }));
  },
  provideTokenCount: async () => 1,
};

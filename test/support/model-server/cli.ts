/**
 * The model server as a separate process: prints its address as one JSON line and serves requests until it ends.
 * Options: --window N, --reply TEXT, --models id=window,id=window. A request whose newest text contains
 * `call NAME {json}` is answered with that tool call, so that a conversation can be controlled manually.
 */
import { parseArgs } from "node:util";
import { calls, says, toolCall } from "./reply";
import type { RecordedRequest } from "./server";
import { startModelServer } from "./server";

const { values } = parseArgs({
  options: {
    window: { type: "string" },
    reply: { type: "string", default: "ok" },
    models: { type: "string", default: "" },
  },
});

const server = await startModelServer({
  script: (request) => {
    const asked = /call ([\w-]+) (\{.*\})/.exec(newestText(request));
    return asked?.[1] !== undefined && asked[2] !== undefined
      ? calls(toolCall(asked[1], asked[2]))
      : says(values.reply);
  },
  models: values.models
    .split(",")
    .filter(Boolean)
    .map((entry) => {
      const [id = "", window] = entry.split("=");
      return window === undefined ? { id } : { id, windowTokens: Number(window) };
    }),
  ...(values.window !== undefined && { windowTokens: Number(values.window) }),
});
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);

function newestText(request: RecordedRequest): string {
  const list = request.body["messages"] ?? request.body["input"];
  return Array.isArray(list) ? JSON.stringify(list.at(-1)).replaceAll('\\"', '"') : "";
}

import { handOff, isSummaryCall } from "../../support/hand-off";
import type { Reply } from "../../support/model-server/reply";
import { calls, says, toolCall } from "../../support/model-server/reply";
import type { RecordedRequest } from "../../support/model-server/server";

/** Long enough to be streamed in hundreds of chunks. */
const STORY = Array.from({ length: 400 }, (_, line) => `Line ${line} of a story about a lemonade stand.`).join("\n\n");

/** A code block that names its file and shows one line of it. */
const FIX = "The discount was applied to itself.\n\n```js src/cart.js\nreturn Math.round(sum - discount);\n```";

/** Code blocks for a new file, for an ambiguous file name, without a file name, and without any clue to its place. */
const BLOCKS = [
  '```js src/menu.js\nexport const menu = ["lemonade"];\n```',
  '```json prices.json\n{ "lemonade": 4 }\n```',
  '```js\nconsole.log("open");\n```',
  "```js src/price.js\n// ...\nconst closed = true;\n// ...\n```",
].join("\n\n");

/** A model that follows plain instructions: read a file, run a command, show a fix, tell a story, write a summary. */
export function readingModel(request: RecordedRequest): Reply {
  if (isSummaryCall(request)) return says(handOff());
  const newest = newestMessage(request);
  if (newest.includes("tool_result")) return says("Done. It was as expected.");
  const file = /Please read ([\w.-]+\w)/.exec(newest)?.[1];
  if (file !== undefined)
    return calls({ type: "text", text: `I look at ${file}.` }, toolCall("read_file", { path: file }));
  const command = /Please run `([^`]+)`/.exec(newest)?.[1];
  if (command !== undefined) return calls(toolCall("terminal", { command }));
  if (newest.includes("Show the fix")) return says(FIX);
  if (newest.includes("Show the blocks")) return says(BLOCKS);
  return newest.includes("Tell a story") ? says(STORY) : says("Noted.");
}

function newestMessage({ body }: RecordedRequest): string {
  const { messages } = body;
  return Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
}

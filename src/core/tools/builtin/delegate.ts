import { sentence } from "../../base/sentence";
import type { Delegation } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome } from "../tool";
import { optionalTextOf, textOf } from "../values";

/** The tool that starts a sub-agent; the kinds are part of its schema, so they hold until the next compression. */
export const delegateTool = ({ kinds, run }: Delegation): Tool => ({
  name: "delegate",
  description:
    "Give a self-contained task to a sub-agent with a context of its own and get its report. Use it for searches " +
    "over many files and for separate pieces of work: what it reads stays out of your context. It knows nothing of " +
    "this conversation, so say everything it needs. Several calls in one step run in parallel; give them different " +
    `files. Kinds: ${kinds.map(({ name, description }) => `${name} (${description})`).join("; ")}.`,
  parameters: {
    type: "object",
    properties: {
      task: {
        type: "string",
        minLength: 1,
        maxLength: 20_000,
        description: "What to find or to do, and what to report.",
      },
      kind: { type: "string", enum: kinds.map(({ name }) => name), description: "Default explore." },
      model: { type: "string", minLength: 1, description: "Another model of the same provider. Rarely needed." },
    },
    required: ["task"],
    additionalProperties: false,
  },
  category: "internal",
  order: "parallel",
  secrets: "keep",
  async preview(args) {
    return { kind: "ready", title: sentence("Delegate: {task}", { task: textOf(args, "task") }), detail: "" };
  },
  async run(args, context) {
    const name = optionalTextOf(args, "kind") ?? "explore";
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) return failedOutcome(`There is no kind of sub-agent named ${JSON.stringify(name)}.`);
    const model = optionalTextOf(args, "model");
    return run({ task: textOf(args, "task"), kind: name, ...(model !== undefined && { model }) }, context);
  },
});

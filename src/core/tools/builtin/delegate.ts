import { sentence } from "../../base/sentence";
import type { Delegation } from "../ports";
import { withShownSchema } from "../shown-schema";
import type { Tool } from "../tool";
import { failedOutcome } from "../tool";
import { optionalTextOf, textOf } from "../values";

/** The tool that starts a sub-agent; the kinds are part of its schema, so they hold until the next compression. */
export const delegateTool = (delegation: Delegation): Tool => withShownSchema(wholeTool(delegation));

const wholeTool = ({ kinds, run }: Delegation): Tool => ({
  name: "delegate",
  description:
    "Give a task to a sub-agent that knows nothing of this conversation, for wide searches and separate work; get " +
    "its report. Calls run in parallel. " +
    `Kinds: ${kinds.map(({ name, description }) => `${name} (${description})`).join("; ")}.`,
  parameters: {
    type: "object",
    properties: {
      task: {
        type: "string",
        minLength: 1,
        maxLength: 20_000,
      },
      kind: { type: "string", enum: kinds.map(({ name }) => name) },
      model: { type: "string", minLength: 1 },
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

import { sentence } from "../../base/sentence";
import type { SessionId } from "../../conversation/ids";
import type { SkillShelf } from "../ports";
import type { Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { optionalTextOf, textOf } from "../values";

export const skillTool = (shelf: SkillShelf): Tool => ({
  name: "skill",
  description:
    "Read the instructions of a listed skill before a task it fits. They stay until you call this tool with `action` " +
    "done. Without `name`, lists every skill.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1 },
      action: { type: "string", enum: ["use", "done"], description: "Default use." },
    },
    additionalProperties: false,
  },
  category: "read",
  order: "alone",
  secrets: "keep",
  async preview(args) {
    return {
      kind: "ready",
      title: sentence("Read the skill {name}", { name: optionalTextOf(args, "name") ?? "" }),
      detail: "",
      // Giving text back reads nothing.
      ...(textOf(args, "action") === "done" ? { changes: "nothing" as const } : {}),
    };
  },
  async run(args, { session }) {
    const name = optionalTextOf(args, "name");
    if (name === undefined) return textOutcome(await shelf.list());
    return textOf(args, "action") === "done" ? release(shelf, session, name) : use(shelf, session, name);
  },
});

function release(shelf: SkillShelf, session: SessionId, name: string): ToolOutcome {
  if (!shelf.inUse(session).includes(name)) return failedOutcome(`The skill ${JSON.stringify(name)} is not in use.`);
  return { ...textOutcome(`The skill ${name} is no longer in the context.`), skill: { name, change: "released" } };
}

async function use(shelf: SkillShelf, session: SessionId, name: string): Promise<ToolOutcome> {
  if (shelf.inUse(session).includes(name))
    return textOutcome(`The skill ${name} is in use already; its instructions are in the context.`);
  const text = await shelf.read(name);
  if (text === undefined)
    return failedOutcome(`There is no skill named ${JSON.stringify(name)}. Available:\n${await shelf.list()}`);
  return { ...textOutcome(text), skill: { name, change: "used" } };
}

import type { JsonObject } from "../../conversation/message";
import { replaceText } from "../patch-text";
import type { MemoryFile, MemoryFiles } from "../ports";
import { failedOutcome, textOutcome } from "../tool";
import type { Tool } from "../tool";
import { optionalTextOf, textOf } from "../values";

/** Memory rides in every request of every later session, so it must stay small. */
const MAX_MEMORY_CHARS = 20_000;

export const memoryTool = (files: MemoryFiles): Tool => ({
  name: "memory",
  description:
    "Keep facts for later sessions: in MEMORY.md what was learnt about the work (conventions, commands, pitfalls), in USER.md what is known about the user's wishes. Short, lasting facts only; never secrets. Changes reach the system prompt with the next session.",
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["show", "add", "replace", "remove"] },
      file: { type: "string", enum: ["MEMORY.md", "USER.md"], description: "Default MEMORY.md." },
      scope: { type: "string", enum: ["workspace", "global"], description: "Default workspace." },
      text: { type: "string", description: "The fact to add, or what replaces `find`." },
      find: { type: "string", description: "For replace and remove: the text to change, exactly as it stands." },
    },
    required: ["action"],
    additionalProperties: false,
  },
  category: "internal",
  order: "alone",
  secrets: "keep",
  async run(args) {
    const file: MemoryFile = {
      name: textOf(args, "file") === "USER.md" ? "USER.md" : "MEMORY.md",
      scope: textOf(args, "scope") === "global" ? "global" : "workspace",
    };
    const before = await files.read(file);
    if (textOf(args, "action") === "show")
      return textOutcome(before.trim() === "" ? `${file.name} (${file.scope}) is empty.` : before);
    const changed = change(before, args);
    if (changed.kind === "unfit") return failedOutcome(changed.reason);
    if (changed.text.length > MAX_MEMORY_CHARS)
      return failedOutcome(
        `${file.name} would grow to ${changed.text.length} characters; it may have ${MAX_MEMORY_CHARS}. Remove or shorten older facts first.`,
      );
    await files.write(file, changed.text);
    return textOutcome(
      `${file.name} (${file.scope}) now has ${changed.text.length} of ${MAX_MEMORY_CHARS} characters.`,
    );
  },
});

function change(before: string, args: JsonObject): ReturnType<typeof replaceText> {
  const text = optionalTextOf(args, "text")?.trim() ?? "";
  if (textOf(args, "action") === "add") {
    if (text === "") return { kind: "unfit", reason: "Give the fact to add as `text`." };
    return {
      kind: "patched",
      text: `${before.trimEnd()}${before.trim() === "" ? "" : "\n"}- ${text.replace(/^- /, "")}\n`,
    };
  }
  const find = textOf(args, "find");
  if (find === "") return { kind: "unfit", reason: "Give the text to change as `find`." };
  return replaceText(before, { find, replace: textOf(args, "action") === "remove" ? "" : text }, "one");
}

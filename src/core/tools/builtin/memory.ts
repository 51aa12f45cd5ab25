import type { JsonObject } from "../../base/json";
import { sentence } from "../../base/sentence";
import { replaceText } from "../../editing/replace-text";
import type { MemoryFile, MemoryFiles } from "../ports";
import type { CallPreview, Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { optionalTextOf, textOf } from "../values";
import type { TouchLog } from "./world";

/** Memory is part of every request of every later session, so it must stay small. */
const MAX_MEMORY_CHARS = 20_000;

/** An edit like any other: its text becomes part of the instructions of every later session. */
export const memoryTool = (files: MemoryFiles, touched: TouchLog): Tool => ({
  name: "memory",
  description:
    "Keep short facts for later sessions: MEMORY.md (the work, default), USER.md (preferences). Never secrets.",
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["show", "add", "replace", "remove"] },
      file: { type: "string", enum: ["MEMORY.md", "USER.md"] },
      scope: { type: "string", enum: ["workspace", "global"], description: "Default workspace." },
      text: { type: "string" },
      find: { type: "string", description: "To replace or remove." },
    },
    required: ["action"],
    additionalProperties: false,
  },
  category: "edit",
  order: "alone",
  secrets: "keep",
  preview: (args) => previewMemory(files, args),
  async run(args, { session }) {
    const file = fileOf(args);
    const before = await files.read(file);
    if (textOf(args, "action") === "show")
      return textOutcome(before.trim() === "" ? `${file.name} (${file.scope}) is empty.` : before);
    const changed = change(before, args);
    if (changed.kind === "unfit") return failedOutcome(changed.reason);
    // Global memory lies outside the workspace, where checkpoints do not reach.
    if (file.scope === "workspace") await touched.beforeWrite(session, files.pathOf(file));
    await files.write(file, changed.text);
    return textOutcome(
      `${file.name} (${file.scope}) now has ${changed.text.length} of ${MAX_MEMORY_CHARS} characters.`,
    );
  },
});

async function previewMemory(files: MemoryFiles, args: JsonObject): Promise<CallPreview> {
  const file = fileOf(args);
  const before = await files.read(file);
  if (textOf(args, "action") === "show")
    return { kind: "ready", title: sentence("Read {path}", { path: file.name }), detail: "", changes: "nothing" };
  const changed = change(before, args);
  if (changed.kind === "unfit") return { kind: "refused", outcome: failedOutcome(changed.reason) };
  return {
    kind: "ready",
    title: sentence("Change {path}", { path: file.name }),
    detail: "",
    edit: { path: files.pathOf(file), before, after: changed.text },
    ...(file.scope === "global" && { careful: sentence("global memory is part of every session in every workspace") }),
  };
}

const fileOf = (args: JsonObject): MemoryFile => ({
  name: textOf(args, "file") === "USER.md" ? "USER.md" : "MEMORY.md",
  scope: textOf(args, "scope") === "global" ? "global" : "workspace",
});

function change(before: string, args: JsonObject): ReturnType<typeof replaceText> {
  const changed = changeText(before, args);
  if (changed.kind === "unfit" || changed.text.length <= MAX_MEMORY_CHARS) return changed;
  return {
    kind: "unfit",
    reason:
      `${fileOf(args).name} would grow to ${changed.text.length} characters; it may have ${MAX_MEMORY_CHARS}. ` +
      `Remove or shorten older facts first.`,
  };
}

function changeText(before: string, args: JsonObject): ReturnType<typeof replaceText> {
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

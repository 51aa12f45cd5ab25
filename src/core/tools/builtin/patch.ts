import type { JsonObject } from "../../base/json";
import { replaceText } from "../../editing/replace-text";
import { applyDiff } from "../../editing/unified-diff";
import type { Tool } from "../tool";
import { isSet, optionalTextOf, textOf } from "../values";
import type { PlanEdit } from "./edit-file";
import { previewEdit, runEdit } from "./edit-file";
import type { BuiltinWorld } from "./world";

export const patchTool = (world: BuiltinWorld): Tool => ({
  name: "patch",
  description:
    "Change part of a file: `find` (exactly as in the file, occurs once) and `replace`, or a unified `diff`.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      find: { type: "string" },
      replace: { type: "string" },
      all: { type: "boolean" },
      diff: { type: "string" },
    },
    required: ["path"],
    additionalProperties: false,
  },
  category: "edit",
  order: "alone",
  secrets: "keep",
  preview: (args) => previewEdit(world, textOf(args, "path"), planPatch(args)),
  run: (args, context) => runEdit(world, textOf(args, "path"), planPatch(args), context),
});

const planPatch =
  (args: JsonObject): PlanEdit =>
  (before) => {
    const diff = optionalTextOf(args, "diff");
    const find = optionalTextOf(args, "find");
    const replace = optionalTextOf(args, "replace");
    if (diff === undefined && (find === undefined || replace === undefined))
      return { kind: "unfit", reason: "give either `find` and `replace`, or `diff`." };
    if (before === undefined && find !== undefined && find !== "")
      return { kind: "unfit", reason: "the file does not exist. Use write_file to create it." };
    const patched =
      diff === undefined
        ? replaceText(before ?? "", { find: find ?? "", replace: replace ?? "" }, isSet(args, "all") ? "all" : "one")
        : applyDiff(before ?? "", diff);
    return patched.kind === "unfit"
      ? patched
      : { kind: "planned", after: patched.text, ...(patched.note === undefined ? {} : { note: patched.note }) };
  };

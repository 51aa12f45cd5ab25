import type { JsonObject } from "../../base/json";
import type { Tool } from "../tool";
import { textOf } from "../values";
import type { PlanEdit } from "./edit-file";
import { previewEdit, runEdit } from "./edit-file";
import type { BuiltinWorld } from "./world";

export const writeFileTool = (world: BuiltinWorld): Tool => ({
  name: "write_file",
  description:
    "Create a file, or replace the whole content of an existing one. Missing folders are created. To change part " +
    "of a file use patch.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "Path relative to the workspace, or absolute inside it." },
      content: { type: "string", description: "The complete new content of the file." },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  category: "edit",
  order: "alone",
  secrets: "keep",
  preview: (args) => previewEdit(world, textOf(args, "path"), planWrite(args)),
  run: (args, context) => runEdit(world, textOf(args, "path"), planWrite(args), context),
});

const planWrite =
  (args: JsonObject): PlanEdit =>
  () => ({ kind: "planned", after: textOf(args, "content") });

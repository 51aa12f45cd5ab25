import type { JsonObject } from "../../base/json";
import type { Tool } from "../tool";
import { textOf } from "../values";
import type { PlanEdit } from "./edit-file";
import { previewEdit, runEdit } from "./edit-file";
import type { BuiltinWorld } from "./world";

export const writeFileTool = (world: BuiltinWorld): Tool => ({
  name: "write_file",
  description: "Create a file, or replace all of one. To change a part, use patch.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      content: { type: "string" },
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

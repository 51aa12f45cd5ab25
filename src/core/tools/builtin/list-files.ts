import { stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import { sentence } from "../../base/sentence";
import { walkFiles } from "../files/walk-files";
import type { Tool, ToolOutcome } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, isSet, optionalTextOf } from "../values";
import type { BuiltinWorld } from "./world";
import { openFolders } from "./world";

const DEFAULT_DEPTH = 2;
const DEFAULT_LIMIT = 500;
/** A listing stops counting here; a larger tree is for search_files. */
const MAX_ENTRIES = 50_000;

export const listFilesTool = (world: BuiltinWorld): Tool => ({
  name: "list_files",
  description: "List files and folders, in pages.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      depth: {
        type: "integer",
        minimum: 1,
        maximum: 20,
      },
      includeIgnored: { type: "boolean" },
      offset: { type: "integer", minimum: 1 },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 5_000,
      },
    },
    additionalProperties: false,
  },
  category: "read",
  order: "parallel",
  secrets: "keep",
  async preview(args) {
    const path = optionalTextOf(args, "path");
    const title = path === undefined ? sentence("List the workspace") : sentence("List {path}", { path });
    return { kind: "ready", title, detail: "" };
  },
  async run(args, context) {
    const folders = await openFolders(world, optionalTextOf(args, "path"));
    if ("kind" in folders) return failedOutcome(folders.reason);
    const lines: string[] = [];
    for (const opened of folders) {
      const stats = await stat(opened.path).catch(() => undefined);
      if (stats === undefined) return failedOutcome(`${opened.shown} does not exist.`);
      if (!stats.isDirectory() || opened.root === undefined)
        return failedOutcome(`${opened.shown} is a file, not a folder. Use read_file to see it.`);
      const before = folders.length === 1 ? "" : `${opened.shown}/`;
      if (before !== "") lines.push(before);
      for await (const entry of walkFiles({
        root: opened.root,
        folder: opened.path,
        gitIgnored: isSet(args, "includeIgnored") ? "included" : "left-out",
        depth: integerOf(args, "depth", DEFAULT_DEPTH),
        maxEntries: MAX_ENTRIES,
        signal: context.signal,
      })) {
        const inner = relative(opened.path, entry.path).split(sep).join("/");
        lines.push(`${before}${inner}${entry.kind === "folder" ? "/" : entry.kind === "link" ? "@" : ""}`);
      }
    }
    return showPage(lines, folders.length === 1 ? (folders[0]?.shown ?? ".") : "the workspace", {
      offset: integerOf(args, "offset", 1),
      limit: integerOf(args, "limit", DEFAULT_LIMIT),
    });
  },
});

function showPage(
  lines: readonly string[],
  shown: string,
  page: { readonly offset: number; readonly limit: number },
): ToolOutcome {
  if (lines.length === 0) return textOutcome(`[${shown} has no files to show]`);
  if (page.offset > lines.length)
    return failedOutcome(`${shown} has only ${lines.length} entries; offset ${page.offset} is beyond the last.`);
  const part = lines.slice(page.offset - 1, page.offset - 1 + page.limit);
  const last = page.offset - 1 + part.length;
  const total = lines.length >= MAX_ENTRIES ? `more than ${MAX_ENTRIES}` : String(lines.length);
  const more = last < lines.length ? `; continue with offset ${last + 1}` : "";
  return textOutcome(`${part.join("\n")}\n[${shown}: entries ${page.offset}-${last} of ${total}${more}]`);
}

import { relative } from "node:path";
import { readGuarded } from "./guarded-file";

/** About 16,000 tokens; a longer file would crowd out the conversation in every request. */
const MAX_BYTES = 64 * 1024;

/** A pinned file as it is now. Where it cannot be carried, a note tells the model so. */
export async function readPinnedFile(roots: readonly string[], path: string): Promise<string> {
  const root = roots.find((one) => !relative(one, path).startsWith(".."));
  if (root === undefined) return "[This pinned file is outside the workspace and is not read.]";
  const read = await readGuarded({ root, path }, { maxBytes: MAX_BYTES, beyond: "refuse" });
  if (read.kind === "missing") return "[This pinned file no longer exists.]";
  if (read.kind === "refused")
    return read.why === "too-large"
      ? "[This pinned file is larger than 64 KB and is not repeated here. Read the parts you need with read_file.]"
      : "[This pinned file cannot be read.]";
  return read.text.includes("\0") ? "[This pinned file is binary and is not repeated here.]" : read.text;
}

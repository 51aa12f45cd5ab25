import { relative } from "node:path";
import { readGuarded } from "./guarded-file";

/** About 16,000 tokens; a longer file would crowd out the conversation in every request. */
const MAX_BYTES = 64 * 1024;

/** A pinned file as it is now; where it cannot be carried, `note` says so to the model. */
export type PinnedFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent"; readonly why: keyof typeof NOTES; readonly note: string };

const NOTES = {
  outside: "[This pinned file is outside the workspace and is not read.]",
  missing: "[This pinned file no longer exists.]",
  "too-large":
    "[This pinned file is larger than 64 KB and is not repeated here. Read the parts you need with read_file.]",
  unreadable: "[This pinned file cannot be read.]",
  binary: "[This pinned file is binary and is not repeated here.]",
} as const;

export async function readPinnedFile(roots: readonly string[], path: string): Promise<PinnedFile> {
  const root = roots.find((one) => !relative(one, path).startsWith(".."));
  if (root === undefined) return absent("outside");
  const read = await readGuarded({ root, path }, { maxBytes: MAX_BYTES, beyond: "refuse" });
  if (read.kind === "missing") return absent("missing");
  if (read.kind === "refused") return absent(read.why === "too-large" ? "too-large" : "unreadable");
  return read.text.includes("\0") ? absent("binary") : { kind: "text", text: read.text };
}

const absent = (why: keyof typeof NOTES): PinnedFile => ({ kind: "absent", why, note: NOTES[why] });

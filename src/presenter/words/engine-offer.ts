import { counted, sentence } from "../../core/base/sentence";
import type { EngineManifest, EngineSnapshot } from "../../core/context/outside/folders";
import type { Say } from "./say";
import { visibleText } from "./visible-text";

const DESCRIPTION_CHARS = 300;
const VERSION_CHARS = 40;
/** Enough to compare with a published one. */
const HASH_CHARS = 16;

/** What would run, for the question about it. The description is the author's own. */
export function describeEngine(
  { description, version }: EngineManifest,
  { files, hash }: EngineSnapshot,
  say: Say,
): string {
  const words = visibleText(description, DESCRIPTION_CHARS);
  const edition = visibleText(version, VERSION_CHARS);
  return [
    ...(words === "" ? [] : [`“${words}”`]),
    ...(edition === "" ? [] : [say(sentence("Version: {version}", { version: edition }))]),
    say(
      counted(files.size, "1 file, SHA-256 {hash}…", "{count} files, SHA-256 {hash}…", {
        hash: hash.slice(0, HASH_CHARS),
      }),
    ),
  ].join("\n");
}

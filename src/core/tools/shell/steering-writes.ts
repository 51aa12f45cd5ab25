import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { findSteering } from "../files/steering-files";
import type { SimpleCommand } from "./reader/shell-reader";

/** Programs that write the files they name. Others are judged by what they are, not by their operands. */
const WRITERS: ReadonlySet<string> = new Set(["cp", "dd", "install", "ln", "mv", "rsync", "tee", "touch", "truncate"]);

/** Why a command is asked about that writes a file which controls tools, so far as its text shows it. */
export function findSteeringWrite(commands: readonly SimpleCommand[]): Sentence | undefined {
  for (const command of commands)
    for (const path of writtenPaths(command)) {
      const reason = findSteering(path);
      if (reason !== undefined) return sentence("it writes {path}, and {reason}", { path, reason });
    }
  return undefined;
}

/** Each path in each folder the command may run in. */
function writtenPaths({ words, writes, folders = [] }: SimpleCommand): readonly string[] {
  const operands = WRITERS.has(words[0]?.text ?? "")
    ? words.slice(1).map(({ text }) => text.replace(/^(?:--?[\w-]+|of)=/, ""))
    : [];
  const paths = [...writes, ...operands];
  return [...paths, ...folders.flatMap((folder) => paths.map((path) => `${folder}/${path}`))];
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message } from "../../src/core/conversation/message";
import { importTranscript } from "../../src/core/conversation/transcript/transcript";

export const TRAJECTORIES = [
  "pi-before-compaction",
  "openhands-ponylang__ponyc-4588",
  "sweagent-marshmallow-1867",
  "tau-airline-gpt4o-task02-trial1",
] as const;

/** A recorded session, trimmed; see `test/fixtures/trajectories/LICENSES.md`. */
export function trajectory(name: (typeof TRAJECTORIES)[number]): readonly Message[] {
  return readTranscript(fileURLToPath(new URL(`../fixtures/trajectories/${name}.json`, import.meta.url)));
}

/** The recordings in the repository: all that tests may read. */
export const fixtureFolder = (root: string): string => join(root, "test", "fixtures", "trajectories");

/** For benchmarks: the full recordings next to the checkout, if there are any, otherwise those in it. */
export function recordingFolders(root: string): readonly string[] {
  const beside = ["trajectories", "long-sessions"].map((name) => join(root, "..", "shared", "data", name));
  const found = beside.filter((folder) => existsSync(folder));
  return found.length > 0 ? found : [fixtureFolder(root)];
}

/** Names of the recorded sessions in a folder. */
export const recordingsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "INDEX.json")
    .map((name) => name.replace(/\.json$/, ""))
    .toSorted();

export const readTranscript = (path: string): readonly Message[] => {
  const file: { readonly messages: unknown[] } = JSON.parse(readFileSync(path, "utf8"));
  return importTranscript(file.messages);
};

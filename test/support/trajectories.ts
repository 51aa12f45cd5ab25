import { readFileSync } from "node:fs";
import { importTranscript } from "../../src/core/conversation/transcript";
import type { Message } from "../../src/core/conversation/message";

export const TRAJECTORIES = ["pi-before-compaction", "openhands-ponylang__ponyc-4588", "sweagent-marshmallow-1867", "tau-airline-gpt4o-task02-trial1"] as const;

/** A recorded session, trimmed; see `test/fixtures/trajectories/LICENSES.md`. */
export function trajectory(name: (typeof TRAJECTORIES)[number]): readonly Message[] {
  const file: { readonly messages: unknown[] } = JSON.parse(readFileSync(new URL(`../fixtures/trajectories/${name}.json`, import.meta.url), "utf8"));
  return importTranscript(file.messages);
}

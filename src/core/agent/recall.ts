import type { SessionId } from "../conversation/ids";
import type { Knowledge } from "../knowledge/knowledge";
import { KNOWN_KINDS } from "../knowledge/known-entry";
import { describeEntry, searchKnowledge } from "../knowledge/search-knowledge";
import type { OutputHit } from "../spill/search-output";
import { searchOutputs } from "../spill/search-output";
import type { SpillStore } from "../spill/spill";
import type { Recall } from "../tools/ports";

/** The tool shows one page; more lines only tell that there are more. */
const MOST_OUTPUT_LINES = 40;

/** What the `recall` tool finds: entries about the conversation, then lines of its outputs on disk. */
export const createRecall = (
  spills: SpillStore,
  knowledgeOf: (session: SessionId) => Pick<Knowledge, "entries" | "outputs">,
): Recall => ({
  async find(words, { session, kind: wanted }) {
    const known = knowledgeOf(session);
    const kind = KNOWN_KINDS.find((one) => one === wanted);
    const entries = wanted === "output" ? [] : known.entries();
    const lines = searchKnowledge(entries, { text: words, ...(kind !== undefined && { kind }) }).map(describeEntry);
    if (kind !== undefined || known.outputs().size === 0) return lines;
    const files = (await spills.list()).filter(({ id }) => known.outputs().has(id)).toReversed();
    return [...lines, ...(await searchOutputs(spills, files, words, MOST_OUTPUT_LINES)).map(describeHit)];
  },
});

/** With path and line, so that `read_file` continues there. */
function describeHit({ file, line, text, kind, result }: OutputHit): string {
  const about = result ?? kind;
  return `output ${file.path}:${line}: ${about === undefined ? "" : `${about} `}${text}`;
}

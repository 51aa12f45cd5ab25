/**
 * Prints how much of what recorded sessions came back to is within reach of `recall`, with and without its parts:
 * `npx esbuild test/bench/print-recall.ts --bundle --platform=node --format=esm --outfile=dist/bench/recall.mjs`, then
 * `node dist/bench/recall.mjs [FOLDER…]`. Without folders it reads the recordings beside the checkout, or else the
 * trimmed ones in it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSessionRecall } from "../../src/core/context/recall/session-recall";
import { spillId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { readableText } from "../../src/core/conversation/text/original";
import { Knowledge } from "../../src/core/knowledge/knowledge";
import type { KnownEntry } from "../../src/core/knowledge/known-entry";
import { searchKnowledge } from "../../src/core/knowledge/search-knowledge";
import { outlineOutput } from "../../src/core/spill/outline/outline";
import { persistedOutput } from "../../src/core/spill/preview";
import { readRecordings } from "./recordings";

/** What lies further back than this is folded in a small window. */
const FOLDED_MESSAGES = 40;
/** The first lines of an answer; a model reads few more. */
const FIRST_LINES = 5;
const LARGE_OUTPUT_CHARS = 10_000;
const REUSED_LINE_CHARS = 16;
const PREVIEW_CHARS = 1_500;

interface Share {
  readonly found: number;
  readonly of: number;
}

const add = (one: Share, other: Share): Share => ({ found: one.found + other.found, of: one.of + other.of });
const shown = ({ found, of }: Share): string => `${of === 0 ? "–" : ((100 * found) / of).toFixed(1)} % of ${of}`;
const NONE: Share = { found: 0, of: 0 };

/** Files and commands that a session came back to after they were folded away. */
function returnsIn(messages: readonly Message[]): readonly { readonly at: number; readonly entry: KnownEntry }[] {
  const places = new Map(messages.map(({ id }, index) => [id, index]));
  const knowledge = new Knowledge("");
  knowledge.add(messages, () => null);
  return knowledge.entries().flatMap((entry) =>
    entry.sources.slice(1).flatMap((source, index) => {
      const [before, at] = [entry.sources[index]?.messageId, source.messageId].map((id) =>
        places.get(id ?? source.messageId),
      );
      const isReturn = before !== undefined && at !== undefined && at - before > FOLDED_MESSAGES;
      return isReturn && (entry.kind === "file" || entry.kind === "command") ? [{ at, entry }] : [];
    }),
  );
}

/** The state store against automatic recall, both asked with the name of the thing alone. */
function recallShares(messages: readonly Message[]): { readonly store: Share; readonly automatic: Share } {
  let [store, automatic] = [NONE, NONE];
  for (const { at, entry } of returnsIn(messages)) {
    const knowledge = new Knowledge("");
    const past = messages.slice(0, at);
    knowledge.add(past, () => null);
    const lines = searchKnowledge(knowledge.entries(), { text: entry.subject }).slice(0, FIRST_LINES);
    const hit = lines.some(({ kind, subject }) => kind === entry.kind && subject === entry.subject);
    const recall = createSessionRecall();
    recall.remember(past);
    const brought = recall.recall(entry.subject, past.slice(-FOLDED_MESSAGES));
    store = add(store, { found: hit ? 1 : 0, of: 1 });
    automatic = add(automatic, { found: brought.length > 0 ? 1 : 0, of: 1 });
  }
  return { store, automatic };
}

/** Lines of large outputs that later messages repeat, by what brings the model to them. */
async function outputShares(messages: readonly Message[]) {
  let [preview, outlined, marked] = [NONE, NONE, NONE];
  for (const [index, message] of messages.entries()) {
    const text = message.role === "tool" ? messageText(message) : "";
    if (text.length < LARGE_OUTPUT_CHARS) continue;
    const later = new Set(
      messages
        .slice(index + 1)
        .flatMap((one) => (one.role === "assistant" ? readableText(one).split("\n") : []))
        .map((line) => line.trim()),
    );
    const reused = text.split("\n").filter((line) => line.trim().length >= REUSED_LINE_CHARS && later.has(line.trim()));
    if (reused.length === 0) continue;
    const marks = await outlineOutput(text);
    const spill = { id: spillId("bench/x"), path: "/x.txt", chars: text.length, bytes: text.length };
    const plain = persistedOutput(spill, text, { previewChars: PREVIEW_CHARS });
    const whole = persistedOutput(spill, text, { previewChars: PREVIEW_CHARS, marks });
    const share = (isFound: (line: string) => boolean): Share => ({
      found: reused.filter(isFound).length,
      of: reused.length,
    });
    preview = add(
      preview,
      share((line) => plain.includes(line.trim())),
    );
    outlined = add(
      outlined,
      share((line) => whole.includes(line.trim())),
    );
    marked = add(
      marked,
      share((line) => marks.some((mark) => line.includes(mark.text) || mark.text.includes(line.trim()))),
    );
  }
  return { preview, outlined, marked };
}

function foldersToRead(named: readonly string[]): readonly string[] {
  if (named.length > 0) return named;
  const found = ["trajectories", "long-sessions"]
    .map((name) => join("..", "shared", "data", name))
    .filter((folder) => existsSync(folder));
  return found.length > 0 ? found : [join("test", "fixtures", "trajectories")];
}

const recordings = foldersToRead(process.argv.slice(2)).flatMap((folder) => readRecordings(folder));
let [store, automatic, preview, outlined, marked] = [NONE, NONE, NONE, NONE, NONE];
for (const { messages } of recordings) {
  const recalled = recallShares(messages);
  const outputs = await outputShares(messages);
  store = add(store, recalled.store);
  automatic = add(automatic, recalled.automatic);
  preview = add(preview, outputs.preview);
  outlined = add(outlined, outputs.outlined);
  marked = add(marked, outputs.marked);
}
process.stdout.write(
  [
    `Sessions: ${recordings.length}. Files and commands that came up again after ${FOLDED_MESSAGES} other messages:`,
    `- \`recall\` (state store) has state and message in its first ${FIRST_LINES} lines: ${shown(store)}`,
    `- ablation, automatic recall alone brings any line about it: ${shown(automatic)}`,
    `Lines of outputs over ${LARGE_OUTPUT_CHARS} characters that later messages repeat:`,
    `- visible in the block with the outline: ${shown(outlined)}`,
    `- ablation, visible in the block without it: ${shown(preview)}`,
    `- marked in the index, so that one \`recall\` leads there: ${shown(marked)}`,
    "",
  ].join("\n"),
);

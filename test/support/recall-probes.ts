import type { LosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { createLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { askedText } from "../../src/core/context/recall/asked-text";
import type { MessageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { identifiersIn } from "../../src/core/conversation/text/identifiers";
import { originalText, readableText } from "../../src/core/conversation/text/original";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";

/** The result of replaying a recorded session with the lossless engine. */
export interface RecallScore {
  readonly messages: number;
  readonly compressions: number;
  readonly recovered: number;
  /** Identifiers the recorded agent used again. */
  readonly probes: number;
  /** Those that the active context no longer contained at that moment. */
  readonly hidden: number;
  /** Hidden ones whose most recent earlier message is among the first ten search results for the name. */
  readonly foundAt10: number;
  /** Hidden ones that are recalled when a turn names them. */
  readonly recalledWhole: number;
  /** Hidden ones that are recalled for the agent's actual step, in which all of its names compete for four lines. */
  readonly recalledInStep: number;
  /** The same for a turn with only a part of the name: the file without its folder, the member without its owner. */
  readonly recalledPart: number;
  readonly parts: number;
  /** Lines recalled for the recorded requests, and those of them that the agent then used. */
  readonly broughtBack: number;
  readonly used: number;
}

const signal = new AbortController().signal;

/** Replays a session in a small window with summaries so poor that only the store and recall can help. */
export async function scoreRecall(history: readonly Message[], contextLength: number): Promise<RecallScore> {
  const engine = createLosslessEngine({ contextLength, summarize: async ({ folded }) => `${folded.length} messages.` });
  const lastSeen = new Map<string, MessageId>();
  const score = {
    messages: history.length,
    probes: 0,
    hidden: 0,
    foundAt10: 0,
    recalledWhole: 0,
    recalledInStep: 0,
    recalledPart: 0,
    parts: 0,
    broughtBack: 0,
    used: 0,
  };
  let active: readonly Message[] = [];
  for (const [index, message] of history.entries()) {
    if (message.role === "assistant") await probe(engine, message, { active, lastSeen }, score);
    if (message.role === "user") rate(engine, history.slice(index), active, score);
    active = [...active, message];
    for (const identifier of identifiersIn(readableText(message), Infinity)) lastSeen.set(identifier, message.id);
    if (history[index + 1]?.role !== "tool" && estimateMessagesTokens(active) >= engine.thresholdTokens)
      active = await engine.compress(active, { trigger: "automatic", signal });
  }
  engine.recall("", active);
  const recovered = await countRecovered(engine, history);
  return { ...score, recovered, compressions: engine.compressionCount };
}

interface Moment {
  readonly active: readonly Message[];
  readonly lastSeen: ReadonlyMap<string, MessageId>;
}

type Counts = { -readonly [Key in Exclude<keyof RecallScore, "recovered" | "compressions">]: number };

async function probe(
  engine: LosslessEngine,
  message: Message,
  { active, lastSeen }: Moment,
  score: Counts,
): Promise<void> {
  const visible = visibleText(active);
  const inStep = new Set(engine.recall(readableText(message), active).map(({ text }) => text));
  for (const identifier of identifiersIn(readableText(message))) {
    const gold = lastSeen.get(identifier);
    if (gold === undefined) continue;
    score.probes++;
    if (visible.includes(identifier.toLowerCase())) continue;
    score.hidden++;
    const { matches } = JSON.parse(await engine.handleToolCall("lcm_grep", { pattern: identifier, limit: 10 }));
    if (matches.some(({ id }: { readonly id: string }) => id === gold)) score.foundAt10++;
    if (brings(engine, `What about ${identifier}?`, identifier, active)) score.recalledWhole++;
    if ([...inStep].some((text) => text.toLowerCase().includes(identifier.toLowerCase()))) score.recalledInStep++;
    const part = identifier
      .split(/[/\\]|::|\.(?=[A-Za-z_]+$)/)
      .findLast((piece) => piece.length >= 4 && identifiersIn(piece).includes(piece));
    const byName = /\/([^/]+\.\w+)$/.exec(identifier)?.[1] ?? part;
    if (byName === undefined || byName === identifier || visible.includes(byName.toLowerCase())) continue;
    score.parts++;
    if (brings(engine, `What about ${byName}?`, byName, active)) score.recalledPart++;
  }
}

const brings = (engine: LosslessEngine, text: string, name: string, active: readonly Message[]): boolean =>
  engine.recall(text, active).some((snippet) => snippet.text.toLowerCase().includes(name.toLowerCase()));

/** How well the lines recalled for a recorded request predicted the names that the agent used in that turn. */
function rate(engine: LosslessEngine, rest: readonly Message[], active: readonly Message[], score: Counts): void {
  const [request, ...after] = rest;
  if (request === undefined || after[0]?.role !== "assistant") return;
  const end = after.findIndex(({ role }) => role === "user");
  const turn = (end < 0 ? after : after.slice(0, end))
    .filter(({ role }) => role === "assistant")
    .map(readableText)
    .join("\n")
    .toLowerCase();
  const snippets = engine.recall(askedText(messageText(request)), active);
  score.broughtBack += snippets.length;
  const asked = identifiersIn(messageText(request));
  score.used += snippets.filter(({ text }) =>
    asked.some((name) => text.includes(name) && turn.includes(name.toLowerCase())),
  ).length;
}

async function countRecovered(engine: LosslessEngine, history: readonly Message[]): Promise<number> {
  let recovered = 0;
  for (const message of history) {
    let text = "";
    for (let next: number | undefined = 0; next !== undefined; ) {
      const page: { readonly text?: string; readonly nextOffset?: number } = JSON.parse(
        await engine.handleToolCall("lcm_expand", { id: message.id, offset: next }),
      );
      text += page.text ?? "";
      next = page.nextOffset;
    }
    if (text === originalText(message)) recovered++;
  }
  return recovered;
}

const visibleText = (messages: readonly Message[]): string =>
  messages
    .map((message) => (message.role === "assistant" ? readableText(message) : messageText(message)))
    .join("\n")
    .toLowerCase();

export interface RecallRow extends RecallScore {
  readonly name: string;
}

/** Merges several sessions into one row. */
export function poolScores(name: string, rows: readonly RecallScore[]): RecallRow {
  const sum = (key: keyof RecallScore) => rows.reduce((total, row) => total + row[key], 0);
  return {
    name,
    messages: sum("messages"),
    compressions: sum("compressions"),
    recovered: sum("recovered"),
    probes: sum("probes"),
    hidden: sum("hidden"),
    foundAt10: sum("foundAt10"),
    recalledWhole: sum("recalledWhole"),
    recalledInStep: sum("recalledInStep"),
    recalledPart: sum("recalledPart"),
    parts: sum("parts"),
    broughtBack: sum("broughtBack"),
    used: sum("used"),
  };
}

const COLUMNS = [
  "session",
  "messages",
  "compressions",
  "recovered",
  "names used again",
  "of them hidden",
  "R@10",
  "recalled when named",
  "recalled in the step taken",
  "recalled by a part",
  "lines used / brought back",
];

export function renderRecall(rows: readonly RecallRow[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? "–" : `${((part / whole) * 100).toFixed(1)} %`);
  const lines = rows.map((row) => [
    row.name,
    row.messages,
    row.compressions,
    share(row.recovered, row.messages),
    row.probes,
    row.hidden,
    share(row.foundAt10, row.hidden),
    share(row.recalledWhole, row.hidden),
    share(row.recalledInStep, row.hidden),
    `${share(row.recalledPart, row.parts)} of ${row.parts}`,
    `${row.used} / ${row.broughtBack}`,
  ]);
  return [COLUMNS, COLUMNS.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

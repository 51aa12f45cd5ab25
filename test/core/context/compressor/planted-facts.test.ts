import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { MessageId } from "../../../../src/core/conversation/ids";
import { messageId } from "../../../../src/core/conversation/ids";
import type { Message } from "../../../../src/core/conversation/message";
import { messageText } from "../../../../src/core/conversation/render";
import { estimateMessagesTokens } from "../../../../src/core/tokens/estimate";
import { extractiveSummary } from "../../../support/deterministic-summarizer";
import type { PlantedFact } from "../../../support/planted-facts";
import { plantFacts } from "../../../support/planted-facts";
import { TRAJECTORIES, trajectory } from "../../../support/trajectories";

const signal = new AbortController().signal;
const PER_KIND = 3;

describe("facts planted in recorded sessions", () => {
  it("are 85% visible after one compression and 75% after three, and the summary covers their messages", async () => {
    const rows = await Promise.all(TRAJECTORIES.map(replay));
    console.log(table(rows));
    for (const row of rows) {
      expect(row.folds).toEqual([1, 2, 3]);
      expect(row.reachable).toBe(1);
    }
    expect(share(rows.flatMap((row) => row.once))).toBeGreaterThanOrEqual(0.85);
    expect(share(rows.flatMap((row) => row.thrice))).toBeGreaterThanOrEqual(0.75);
  }, 60_000);
});

interface Seen {
  readonly fact: PlantedFact;
  readonly visible: boolean;
}

interface Row {
  readonly name: string;
  readonly folds: readonly number[];
  readonly once: readonly Seen[];
  readonly thrice: readonly Seen[];
  readonly reachable: number;
}

/** The session and then two others in the same window, each followed by a compression; facts lie in the first only. */
async function replay(name: (typeof TRAJECTORIES)[number]): Promise<Row> {
  const recorded = trajectory(name);
  const start = Math.min(8, Math.floor(recorded.length / 4));
  const { messages, facts } = plantFacts(recorded, {
    start,
    end: Math.floor(recorded.length * 0.6),
    perKind: PER_KIND,
    seed: 11,
  });
  const engine = createCompressor({
    contextLength: estimateMessagesTokens(messages) * 2,
    summarize: extractiveSummary,
  });
  const stored = new Map<MessageId, Message>(messages.map((message) => [message.id, message]));
  const folds: number[] = [];
  const fold = async (list: readonly Message[]) => {
    const folded = await engine.compress(list, { trigger: "manual", signal });
    folds.push(engine.compressionCount);
    return folded;
  };
  const first = await fold(messages);
  const second = await fold([...first, ...laterWork(name, 1)]);
  const third = await fold([...second, ...laterWork(name, 2)]);
  return {
    name,
    folds,
    once: look(facts, first),
    thrice: look(facts, third),
    reachable: share(look(facts, reachableFrom(third, stored))),
  };
}

/** Another session under new ids: later work that pushes the earlier out. */
function laterWork(name: (typeof TRAJECTORIES)[number], pass: number): readonly Message[] {
  const other = TRAJECTORIES[(TRAJECTORIES.indexOf(name) + pass) % TRAJECTORIES.length] ?? name;
  return trajectory(other).map((message) => ({ ...message, id: messageId(`${message.id}-${pass}`) }));
}

/** What stays within reach of `session_search`: every original a summary covers, and what is still in the list. */
const reachableFrom = (list: readonly Message[], stored: ReadonlyMap<MessageId, Message>): readonly Message[] =>
  list.flatMap((message) =>
    message.role === "summary" ? message.covers.flatMap((id) => stored.get(id) ?? []) : [message],
  );

function look(facts: readonly PlantedFact[], messages: readonly Message[]): readonly Seen[] {
  const text = messages.map(allText).join("\n");
  return facts.map((fact) => ({ fact, visible: text.includes(fact.sign) }));
}

const allText = (message: Message): string =>
  message.role !== "assistant"
    ? messageText(message)
    : [
        messageText(message),
        ...message.parts.flatMap((part) => (part.type === "tool-call" ? [part.inputJson] : [])),
      ].join("\n");

const share = (seen: readonly Seen[]): number =>
  seen.filter((entry) => entry.visible).length / Math.max(1, seen.length);

function table(rows: readonly Row[]): string {
  const kinds = [...new Set(rows.flatMap((row) => row.once.map((seen) => seen.fact.kind)))];
  const percent = (seen: readonly Seen[]) =>
    (seen.length === 0 ? "–" : `${Math.round(100 * share(seen))} %`).padStart(6);
  const line = (label: string, once: readonly Seen[], thrice: readonly Seen[]) =>
    `${label.padEnd(34)} ${percent(once)} ${percent(thrice)}`;
  const of = (seen: readonly Seen[], kind: string) => seen.filter((entry) => entry.fact.kind === kind);
  return [
    `${"planted facts visible".padEnd(35)}  once thrice`,
    ...kinds.map((kind) =>
      line(
        kind,
        of(
          rows.flatMap((row) => row.once),
          kind,
        ),
        of(
          rows.flatMap((row) => row.thrice),
          kind,
        ),
      ),
    ),
    ...rows.map((row) => line(row.name, row.once, row.thrice)),
    line(
      "all",
      rows.flatMap((row) => row.once),
      rows.flatMap((row) => row.thrice),
    ),
  ].join("\n");
}

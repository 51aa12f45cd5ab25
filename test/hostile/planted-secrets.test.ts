import { describe, expect, it } from "vitest";
import { verbatim } from "../../src/core/base/sentence";
import { createCompressor } from "../../src/core/context/compressor/compressor";
import { editDraft } from "../../src/core/context/compressor/draft";
import type { CompressOptions, ContextEngine, SummaryRequest } from "../../src/core/context/engine";
import { SummaryError } from "../../src/core/context/engine";
import { renderFacts } from "../../src/core/context/lossless/ledger-facts";
import { createLosslessEngine } from "../../src/core/context/lossless/lossless-engine";
import { spillId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { labelMessages } from "../../src/core/conversation/text/label-messages";
import { originalText } from "../../src/core/conversation/text/original";
import { ledgerOf } from "../../src/core/ledger/add-to-ledger";
import { redacting } from "../../src/core/redact/redacted-message";
import { titleOf } from "../../src/core/sessions/lineage/title";
import { persistedOutput } from "../../src/core/spill/preview";
import { user } from "../support/conversation";
import type { Place, Planted } from "../support/planted-secrets";
import { CREDENTIAL_KINDS, createDice, FILLER, PLACES, plant, plantConversation } from "../support/planted-secrets";

const signal = new AbortController().signal;
/** Each way meets every kind in every place this often: 9 × 3 × 31 × 6 = 5,022 conversations. */
const ROUNDS = 3;

interface Scene {
  readonly planted: Planted;
  readonly place: Place;
  readonly messages: readonly Message[];
}

/** Everything one way of compressing wrote, as one text. */
type Written = (scene: Scene) => Promise<string>;

/** An engine that answers as told and records what it was asked. */
function listen(create: "compressor" | "lcm", answer: (request: SummaryRequest) => string) {
  const requests: SummaryRequest[] = [];
  const summarize = async (request: SummaryRequest) => {
    requests.push(request);
    return answer(request);
  };
  const engine: ContextEngine =
    create === "compressor"
      ? createCompressor({ contextLength: 1_300, policy: { protectLastN: 1 }, trigger: "adaptive", summarize })
      : createLosslessEngine({ contextLength: 1_300, summarize });
  return { engine, requests };
}

async function compress(
  { engine, requests }: ReturnType<typeof listen>,
  { messages, planted }: Scene,
  more: Partial<CompressOptions> = {},
): Promise<string> {
  const focusTopic = `the login ${planted.text}`;
  const after = await engine.compress(messages, { trigger: "manual", focusTopic, signal, ...more });
  const summaries = after.filter(({ role }) => role === "summary");
  if (summaries.length === 0) throw new Error(`nothing was folded: ${JSON.stringify(engine.status().lastCompression)}`);
  const recalled = engine.recall?.(planted.secrets.join(" "), after.slice(-1)) ?? [];
  const { lastCompression, durable } = engine.status();
  return JSON.stringify([requests, summaries, recalled, lastCompression, durable]);
}

/** What a model that saw the conversation itself could repeat of it. */
const rawWords = (messages: readonly Message[]): string =>
  messages.map(originalText).join("\n").replaceAll(FILLER, "…");

const ways: Readonly<Record<string, Written>> = {
  "a summary that repeats the conversation": (scene) =>
    compress(
      listen("compressor", () => `## Goal\nAll of it:\n${rawWords(scene.messages)}`),
      scene,
    ),
  "a summary that leaves out everything": (scene) =>
    compress(
      listen("compressor", () => "## Goal\nGo on."),
      scene,
    ),
  "a hand-off by code": (scene) =>
    compress(
      listen("compressor", () => ""),
      scene,
      { summary: "deterministic" },
    ),
  "a failed call": (scene) =>
    compress(
      listen("compressor", () => {
        throw new SummaryError(verbatim(`refused: ${scene.planted.text}`), "no-provider");
      }),
      scene,
      { trigger: "overflow" },
    ),
  "a draft that a person has edited": async (scene) => {
    const listened = listen("compressor", () => "## Goal\nGo on.");
    const drafted = await listened.engine.preview?.(scene.messages, { trigger: "manual", signal });
    if (drafted === undefined || !("text" in drafted)) throw new Error("there is no draft");
    const draft = editDraft(drafted, `${drafted.text}\nNote: ${scene.planted.text}`);
    return `${drafted.text}\n${await compress(listened, scene, { draft })}`;
  },
  "nodes that repeat their source": (scene) =>
    compress(
      listen("lcm", () => rawWords(scene.messages).slice(0, 4_000)),
      scene,
    ),
  "nodes cut by code": (scene) =>
    compress(
      listen("lcm", () => {
        throw new SummaryError(verbatim(`refused: ${scene.planted.text}`), "no-provider");
      }),
      scene,
      { trigger: "overflow" },
    ),
  "the ledger": async ({ messages }) => {
    const ledger = ledgerOf(messages);
    const facts = renderFacts(
      ledger,
      { files: [], errors: [] },
      { factsShare: 1, fileFactsTokens: 0, errorLinesTokens: 0 },
    );
    return `${JSON.stringify(ledger)}\n${facts}`;
  },
  "titles, labels and previews": async ({ messages, planted }) => {
    const labelOf = labelMessages(messages, redacting);
    const lines = (count: number) => "line\n".repeat(count);
    const text = `${lines(60)}${planted.text}\nERROR: ${planted.text}\n${lines(200)}${planted.text}`;
    const spill = { id: spillId("s/c"), path: "/spill/c.txt", chars: text.length, bytes: text.length };
    return [
      titleOf(user(planted.text)),
      titleOf(user(`Use ${planted.text} and go on`)),
      JSON.stringify(messages.map(labelOf)),
      persistedOutput(spill, text, { previewChars: 200, nameChars: 4_000 }),
      persistedOutput(spill, `${planted.text}\n${text}`, { previewChars: 600 }),
    ].join("\n");
  },
};

describe("planted credentials", () => {
  it("are of many kinds, in many conversations", () => {
    expect(CREDENTIAL_KINDS.length).toBeGreaterThanOrEqual(25);
    expect(Object.keys(ways).length * ROUNDS * CREDENTIAL_KINDS.length * PLACES.length).toBeGreaterThanOrEqual(5_000);
  });

  it.each(Object.keys(ways))("do not reappear in %s", async (name) => {
    const leaks = new Set<string>();
    for (let round = 0; round < ROUNDS; round++)
      for (const [row, kind] of CREDENTIAL_KINDS.entries())
        for (const [column, place] of PLACES.entries()) {
          const planted = plant(kind, createDice(1 + round * 1_000 + row * 10 + column));
          const previous = round === 0 ? "summary" : "none";
          const messages = plantConversation(planted, place, previous);
          const written = (await ways[name]?.({ planted, place, messages })) ?? "";
          if (planted.secrets.some((secret) => written.includes(secret)))
            leaks.add(`${kind} in ${place} (${previous})`);
        }
    expect([...leaks]).toEqual([]);
  });
});

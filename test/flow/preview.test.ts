import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { SessionPlan } from "../../src/core/agent/compression/plan";
import type { CreateEngine } from "../../src/core/agent/host";
import { editDraft } from "../../src/core/context/compressor/draft";
import type { PlannedFold } from "../../src/core/context/engine";
import { asEngine } from "../../src/core/context/outside/engine-shape";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import { inEnglish } from "../support/say";

const { createHalvingEngine }: { createHalvingEngine: CreateEngine } = createRequire(import.meta.url)(
  "../fixtures/sample-engine-extension/halving-engine.cjs",
);

const FILES = Object.fromEntries(
  Array.from({ length: 80 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(60 + index),
  ]),
);

async function longSession(settings: Readonly<Record<string, unknown>>, engine?: CreateEngine): Promise<RunningHermes> {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: { "hermes.contextLength": 200_000, "hermes.maxOutputTokens": 1_000, ...settings },
    server: {
      script: (request) => {
        const isSummary = isSummaryCall(request) || request.body["tools"] === undefined;
        if (isSummary) return says(handOff("read the files"));
        step++;
        return step % 8 === 0 ? says(`read ${step}`) : calls(toolCall("read_file", { path: `f${step}.txt` }));
      },
    },
    ...(engine && { host: { registeredEngine: () => engine } }),
  });
  for (let turn = 0; turn < 8; turn++) await hermes.say(`turn ${turn}: read more files`);
  return hermes;
}

async function planOf(hermes: RunningHermes): Promise<SessionPlan & { readonly plan: PlannedFold }> {
  const planned = await hermes.agent.planCompression();
  if (!("plan" in planned) || planned.plan.kind !== "fold") throw new Error("there is no plan to fold anything");
  return { ...planned, plan: planned.plan };
}

const ENGINES: readonly [string, Readonly<Record<string, unknown>>, CreateEngine?][] = [
  ["hermes", {}],
  ["adaptive", { "hermes.compression.policy": "adaptive" }],
  ["lcm", { "hermes.context.engine": "lcm" }],
  ["the sample engine", { "hermes.context.engine": "halving" }, (options) => asEngine(createHalvingEngine(options))],
];

describe.each(ENGINES)("the preview of %s", (_, settings, engine) => {
  it("is what the compression then does, message for message and token for token", async () => {
    const hermes = await longSession(settings, engine);
    const { plan, beforeTokens, projectedTokens } = await planOf(hermes);
    const before = hermes.agent.messages.slice();
    expect([...plan.headIds, ...plan.foldedIds, ...plan.tailIds].toSorted()).toEqual(
      before.map(({ id }) => id).toSorted(),
    );
    expect(await hermes.agent.compress({ plan })).toBe("smaller");
    const after = new Set(hermes.agent.messages.map(({ id }) => id));
    expect(before.flatMap(({ id }) => (after.has(id) ? [] : [id]))).toEqual(plan.foldedIds);
    const done = hermes.agent.engine!.status().lastCompression!;
    const { summaryTargetTokens: _target, afterTokens: _after, ...figures } = plan;
    expect(done.plan).toMatchObject(figures);
    expect(done.report).toMatchObject({
      beforeTokens: plan.beforeTokens,
      foldedMessages: plan.foldedIds.length,
      afterTokens: done.plan!.afterTokens,
    });
    const event = hermes.seen("compressed")[0]!;
    expect(event).toMatchObject({ beforeTokens, foldedMessages: plan.foldedIds.length });
    // The summary's size is the only thing that nobody can know before it is written.
    expect(projectedTokens - event.afterTokens).toBeLessThanOrEqual(
      Math.ceil((plan.afterTokens - done.plan!.afterTokens) * 1.5) + before.length,
    );
  });
});

describe("a plan that a person saw", () => {
  it("is not applied to a conversation that changed since", async () => {
    const hermes = await longSession({});
    const { plan } = await planOf(hermes);
    await hermes.say("another turn");
    expect(await hermes.agent.compress({ plan })).toBe("unchanged");
    expect(inEnglish(hermes.seen("compression-failed"))).toEqual([
      {
        type: "compression-failed",
        session: hermes.agent.session,
        reason: "The conversation has changed since the preview, so nothing was applied.",
        cause: "changed",
      },
    ]);
  });

  it.each(["model", "person"] as const)("stays the plan of its draft by a %s", async (author) => {
    const hermes = await longSession({});
    const { plan } = await planOf(hermes);
    const draft = await hermes.agent.draftCompression();
    if (!("plan" in draft)) throw new Error(draft.reason);
    expect(draft.planned).toMatchObject({ foldedIds: plan.foldedIds, tailIds: plan.tailIds, headIds: plan.headIds });
    const chosen = author === "model" ? draft : editDraft(draft, `${draft.text}\n\nMy own line.`);
    expect(await hermes.agent.compress({ plan, draft: chosen })).toBe("smaller");
    expect(hermes.agent.engine!.status().lastCompression!.plan).toMatchObject({
      headIds: plan.headIds,
      foldedIds: plan.foldedIds,
      tailIds: plan.tailIds,
    });
    if (author === "model")
      expect(hermes.seen("compressed")[0]!.afterTokens).toBeLessThanOrEqual(
        hermes.agent.measureDraft(draft)!.projectedTokens + plan.tailIds.length + plan.headIds.length,
      );
  });

  it("is not replaced by another one where its draft is void", async () => {
    const hermes = await longSession({});
    const draft = await hermes.agent.draftCompression();
    if (!("plan" in draft)) throw new Error(draft.reason);
    const read = (await hermes.stored()).filter(({ role }) => role === "tool")[4]!;
    await hermes.agent.evict(read.id);
    expect(await hermes.agent.compress({ draft })).toBe("unchanged");
    expect(hermes.seen("compression-failed").map(({ cause }) => cause)).toEqual(["changed"]);
  });
});

describe("an engine without a plan", () => {
  it("is not shown another engine's plan", async () => {
    const hermes = await longSession({ "hermes.context.engine": "halving" }, (options) => {
      const { plan: _, ...engine } = createHalvingEngine(options);
      return asEngine(engine);
    });
    expect(await hermes.agent.planCompression()).toMatchObject({
      reason:
        'The context engine "halving" does not say what it would do. It can compress, and a compression can be undone.',
    });
  });

  it("whose plan cannot be read is told so", async () => {
    const hermes = await longSession({ "hermes.context.engine": "halving" }, (options) =>
      asEngine({ ...createHalvingEngine(options), plan: () => ({ kind: "fold", foldedIds: ["x"] }) }),
    );
    expect(await hermes.agent.planCompression()).toMatchObject({
      plan: {
        kind: "nothing",
        reason: 'The context engine "halving" gave no usable plan: it does not say what becomes of every message.',
      },
    });
  });
});

it("the preview shows each message with the size that the context list shows", async () => {
  const hermes = await longSession({});
  await hermes.agent.pin({ kind: "file", path: "f3.txt" });
  await hermes.agent.compress();
  for (let turn = 8; turn < 10; turn++) await hermes.say(`turn ${turn}: read more files`);
  const { folds } = await planOf(hermes);
  const listed = new Map(
    hermes
      .seen("context-measured")
      .at(-1)
      ?.context.items.flatMap(({ messageId, tokens, pin }) => (pin === undefined ? [[messageId, tokens]] : [])),
  );
  const summary = hermes.agent.messages.find(({ role }) => role === "summary");
  expect(folds.map(({ messageId }) => messageId)).toContain(summary?.id);
  const both = folds.filter(({ messageId }) => listed.has(messageId));
  expect(both.length).toBeGreaterThan(10);
  expect(both.map(({ tokens }) => tokens)).toEqual(both.map(({ messageId }) => listed.get(messageId)));
});

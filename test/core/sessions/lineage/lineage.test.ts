import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../../src/core/conversation/ids";
import type { SessionStore } from "../../../../src/core/sessions/lineage/session";
import { summary, user } from "../../../support/conversation";
import { continuation, freshId, header, openStore, tempFolder } from "../../../support/sessions";

type Step = {
  readonly act: "create" | "append" | "compress" | "undo" | "branch" | "remove" | "rename";
  readonly pick: number;
};

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom("create", "append", "compress", "compress", "undo", "branch", "remove", "rename"),
    pick: fc.nat(50),
  }),
  { minLength: 1, maxLength: 14 },
);

/** What was undone outlives the session it came from. */
const DELETED_PARENT: readonly Step[] = (["create", "compress", "undo", "remove"] as const).map((act) => ({
  act,
  pick: 0,
}));

/** What a person could do to one of the sessions they see; what is impossible right now is left. */
async function take(store: SessionStore, { act, pick }: Step): Promise<void> {
  const lines = await store.list();
  const tips = lines.filter((line) => line.tip);
  const tip = tips[pick % Math.max(1, tips.length)]?.id;
  if (act === "create" || tip === undefined)
    return await (await store.create(header(freshId()), [user("begin")])).release();
  if (act === "append") return await withWriter(store, tip, (writer) => writer.append([user("more")]));
  if (act === "rename") return await store.rename(tip, `title ${pick}`);
  if (act === "remove") return await store.remove(tip);
  if (act === "branch") return await branchOff(store, tip);
  if (act === "compress")
    return await (
      await store.continueSession(await store.open(tip), continuation(freshId(), tip), [summary("s")])
    ).release();
  const child = lines.filter((line) => line.relation === "continuation")[pick % Math.max(1, lines.length)]?.id;
  if (child !== undefined) await (await store.undoCompression(child)).release();
}

async function withWriter(
  store: SessionStore,
  id: SessionId,
  work: (writer: Awaited<ReturnType<SessionStore["open"]>>) => Promise<void>,
): Promise<void> {
  const writer = await store.open(id);
  await work(writer).finally(() => writer.release());
}

async function branchOff(store: SessionStore, id: SessionId): Promise<void> {
  const last = (await store.read(id)).messages.at(-1);
  if (last !== undefined)
    await (await store.branch(id, last.id, header(freshId(), { parentId: id, relation: "branch" }))).release();
}

describe("whatever people do to their sessions", () => {
  it("the index tells the same as the journals, every chain has one tip, and every tip opens", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const folder = await tempFolder();
        const [store, byJournals] = [openStore(folder), openStore(folder, { workerFile: "/nowhere" })];
        for (const step of taken) await take(store, step);
        const lines = await store.list();
        expect(lines).toEqual(await byJournals.list());
        expect(lines.filter((line) => line.tip)).toHaveLength(
          lines.filter((line) => line.relation !== "continuation").length,
        );
        for (const line of lines) {
          const tip = await store.compressionTip(line.id);
          expect(lines.find((other) => other.id === tip)?.tip).toBe(true);
          await (await store.open(tip)).release();
        }
      }),
      { numRuns: 25, examples: [[[...DELETED_PARENT]]] },
    );
  }, 60_000);
});

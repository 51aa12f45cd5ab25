import { describe, expect, it } from "vitest";
import { messageId, sessionId } from "../../../../src/core/conversation/ids";
import type { Message } from "../../../../src/core/conversation/message";
import { originalText } from "../../../../src/core/conversation/text/original";
import type { SessionStore, SessionWriter } from "../../../../src/core/sessions/lineage/session";
import { call, result, says, summary, user, withBody } from "../../../support/conversation";
import { continuation, header, openStore, request, tempFolder } from "../../../support/sessions";

const first = sessionId("first");

async function compressThrice(store: SessionStore, opening: readonly Message[]): Promise<SessionWriter> {
  let writer = await store.create(header("first"), []);
  await writer.append(opening);
  for (const [index, name] of ["second", "third", "fourth"].entries()) {
    await writer.append([user(`step ${index}`), says(`done with step ${index}`)]);
    const kept = (await store.read(writer.header.id)).messages.slice(-2);
    writer = await store.continueSession(
      writer,
      continuation(name, writer.header.id, { title: `Title #${index + 2}`, startedAt: Date.UTC(2026, 0, 2 + index) }),
      [summary(`hand-off ${index}`), ...kept],
    );
  }
  return writer;
}

describe("searching", () => {
  it("finds the very first message after three compressions and reads it back byte for byte", async () => {
    const folder = await tempFolder();
    const text = "Please migrate `paymentGateway.ts` — 支付网关 😀\r\n\tand keep\u0000 the odd bytes é/é.\n";
    const opening = [user(text), says("will do")];
    await compressThrice(openStore(folder), opening);
    const store = openStore(folder);

    for (const query of ["paymentGateway.ts", "where is the payment gateway?", "支付", "関 网"]) {
      const hits = await store.search(query, { limit: 5, within: sessionId("fourth") });
      expect(hits[0], query).toMatchObject({
        session: "first",
        messageId: opening[0]?.id,
        role: "user",
        title: "Title of first",
      });
    }
    expect(await store.findMessage(opening[0]?.id ?? messageId(""), sessionId("fourth"))).toEqual({
      session: "first",
      message: opening[0],
    });
  });

  it("knows a message by its original, not by what a compression kept or pruned of it", async () => {
    const store = openStore(await tempFolder());
    const full = result("terminal", "error TS2345 in checkout.ts");
    const writer = await store.create(header("first"), []);
    await writer.append([user("build"), says(call("terminal")), full]);
    await store.continueSession(writer, continuation("second", first), [
      { ...withBody("terminal", { kind: "pruned", gist: "[terminal] failed" }), id: full.id },
    ]);
    expect((await store.search("TS2345", { limit: 5 })).map((hit) => [hit.session, hit.messageId])).toEqual([
      ["first", full.id],
    ]);
    expect(await store.search("terminal failed", { limit: 5 })).toHaveLength(2);
    expect(await store.findMessage(full.id)).toEqual({ session: "first", message: full });
  });

  it("finds what tools were called with", async () => {
    const store = openStore(await tempFolder());
    const message = says("looking", call("search_files", '{"pattern":"retryBudget"}'));
    await (await store.create(header("first"))).append([message]);
    const hits = await store.search("retry budget", { limit: 5 });
    expect(hits).toEqual([
      {
        session: "first",
        messageId: message.id,
        role: "assistant",
        title: "Title of first",
        at: expect.any(Number),
        snippet: "looking [call search_files] retryBudget",
        score: expect.any(Number),
      },
    ]);
    expect(originalText(message)).toBe('looking\n[call search_files] {"pattern":"retryBudget"}');
  });

  it("finds a name behind an escaped line break in what a tool was called with", async () => {
    const store = openStore(await tempFolder());
    const message = says(
      call("write_file", JSON.stringify({ path: "a.ts", content: "import x\n\tretryBudget(3)\nquietHours()" })),
    );
    await (await store.create(header("first"))).append([message]);
    for (const query of ["retryBudget", "quietHours"])
      expect(
        (await store.search(query, { limit: 5 })).map((hit) => hit.messageId),
        query,
      ).toEqual([message.id]);
  });

  it("ranks messages with the rarer words first and needs not all of them", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    const common = Array.from({ length: 20 }, (_, index) => user(`the server restarted ${index}`));
    const rare = user("the ECONNRESET came from the proxy");
    await writer.append([
      ...common,
      rare,
      ...common.map((message) => ({ ...message, id: messageId(`${message.id}-again`) })),
    ]);
    const hits = await store.search("why did the server say ECONNRESET", { limit: 3 });
    expect(hits[0]?.messageId).toBe(rare.id);
    expect(hits).toHaveLength(3);
  });

  it("stays within the chain it is asked for", async () => {
    const store = openStore(await tempFolder());
    await (await store.create(header("other"), [user("walrus elsewhere")])).release();
    const tip = await compressThrice(store, [user("walrus here")]);
    const sessionsOf = async (within?: string) =>
      (await store.search("walrus", within === undefined ? { limit: 9 } : { limit: 9, within: sessionId(within) })).map(
        (hit) => hit.session,
      );
    expect([...(await sessionsOf())].sort()).toEqual(["first", "other"]);
    expect(await sessionsOf("second")).toEqual(["first"]);
    expect(await sessionsOf(tip.header.id)).toEqual(["first"]);
    expect(await sessionsOf("other")).toEqual(["other"]);
  });

  it("does not find what belongs to a continuation that never came to be", async () => {
    const store = openStore(await tempFolder());
    await store.create(header("first"), [user("alpha")]);
    await store.create(continuation("half", first), [summary("alpha half")]);
    expect((await store.search("alpha", { limit: 9 })).map((hit) => hit.session)).toEqual(["first"]);
  });

  it("forgets what went to the trash and finds a branch's copies once the original is gone", async () => {
    const store = openStore(await tempFolder());
    const message = user("shared origin");
    await (await store.create(header("first"), [message])).release();
    await store.branch(first, message.id, header("side", { parentId: first, relation: "branch" }));
    expect((await store.search("origin", { limit: 9 })).map((hit) => hit.session)).toEqual(["first"]);
    await store.remove(first);
    expect((await store.search("origin", { limit: 9 })).map((hit) => hit.session)).toEqual(["side"]);
    await store.restore(first);
    expect(await store.search("origin", { limit: 9 })).toHaveLength(1);
  });

  it("answers nothing to a question without words", async () => {
    const store = openStore(await tempFolder());
    await store.create(header("first"), [user("hello")]);
    expect(await store.search(' ?! "OR NOT ( ', { limit: 5 })).toEqual([]);
    expect(await store.search("", { limit: 5 })).toEqual([]);
  });

  it("says why when the index cannot run, and the list still works", async () => {
    const store = openStore(await tempFolder(), { workerFile: "/nowhere/session-index-worker.cjs" });
    const writer = await store.create(header("first"), [user("hello")]);
    await writer.recordRequest(request("r1", { input: 5 }));
    await expect(store.search("hello", { limit: 5 })).rejects.toMatchObject({
      kind: "storage",
      message: expect.stringContaining("cannot be searched"),
    });
    expect((await store.list()).map((line) => line.id)).toEqual(["first"]);
    expect(await store.usage({ fromMs: 0, toMs: Infinity })).toMatchObject([{ session: "first", requests: 1 }]);
  });
});

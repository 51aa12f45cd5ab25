import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionId } from "../../src/core/conversation/ids";
import { callId, messageId, sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { originalText } from "../../src/core/conversation/text/original";
import type { SessionStore } from "../../src/core/sessions/lineage/session";
import { sessionSearchTool } from "../../src/core/tools/builtin/session-search";
import { result, says, summary, user } from "../support/conversation";
import { continuation, header, openStore, tempFolder } from "../support/sessions";

/** Calls the tool like the model does, on a real store. */
function searchTool(store: SessionStore, session: SessionId) {
  const tool = sessionSearchTool({
    search: (query, { limit }) => store.search(query, { limit }),
    readMessage: async (id, near) => {
      const found = await store.findMessage(messageId(id), near);
      return found && originalText(found.message);
    },
  });
  return async (args: Readonly<Record<string, string | number>>) => {
    const outcome = await tool.run(args, {
      session,
      callId: callId("c"),
      signal: new AbortController().signal,
      onOutput: () => undefined,
    });
    return outcome.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  };
}

async function readWhole(
  ask: (args: Readonly<Record<string, string | number>>) => Promise<string>,
  id: string,
  limit: number,
): Promise<string> {
  let text = "";
  for (let offset: number | undefined = 1; offset !== undefined; ) {
    const page = await ask({ id, offset, limit });
    const mark = page.lastIndexOf("\n[characters ");
    text += Buffer.from(page.slice(0, mark)).toString();
    const next: RegExpExecArray | null = /continue with offset (\d+)\]$/.exec(page);
    offset = next === null ? undefined : Number(next[1]);
  }
  return text;
}

describe("the messages behind a summary", () => {
  it("are returned by the tool byte for byte", async () => {
    const store = openStore(await tempFolder());
    const folded: readonly Message[] = [
      user("Rename `fetchUser` to `loadUser` — 用户 😀😀😀\r\nkeep \u0000 odd bytes"),
      says("On it."),
      result("terminal", "error TS2304: Cannot find name 'loadUser'\n".repeat(40)),
      says("Fixed."),
    ];
    const parent = await store.create(header("first"));
    await parent.append(folded);
    const hand = summary(
      "Renamed fetchUser.",
      folded.map((message) => message.id),
    );
    await store.continueSession(parent, continuation("second", sessionId("first")), [hand, user("next")]);

    const ask = searchTool(store, sessionId("second"));
    for (const message of folded) expect(await readWhole(ask, message.id, 7)).toBe(originalText(message));
    const hits = await ask({ query: "what was TS2304 about?", limit: 1 });
    expect(hits.split(" ")[0]).toBe(folded[2]?.id);
  });

  it("are complete with pages of any size", async () => {
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "\n", "é", "登", "😀"), minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, limit) => {
          const message = { ...user(text), id: messageId(`page-${count++}`) };
          await writer.append([message]);
          expect(await readWhole(searchTool(store, sessionId("first")), message.id, limit)).toBe(text);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("three compressions", () => {
  it("keep the first message searchable, and undoing the second restores exactly what the model saw", async () => {
    const store = openStore(await tempFolder());
    const opening = user("The invoice parser drops the last line of invoices.csv");
    let writer = await store.create(header("s1"));
    await writer.append([opening]);
    const seen = new Map<string, readonly Message[]>();
    for (const [index, id] of ["s2", "s3", "s4"].entries()) {
      await writer.append([user(`turn ${index}`), says(`done ${index}`)]);
      const before = (await store.read(writer.header.id)).messages;
      seen.set(id, before);
      writer = await store.continueSession(
        writer,
        continuation(id, writer.header.id, { startedAt: Date.UTC(2026, 0, 2 + index) }),
        [
          summary(
            `hand-off ${index}`,
            before.map((message) => message.id),
          ),
          ...before.slice(-1),
        ],
      );
    }
    await writer.append([user("after the third")]);
    await writer.release();

    const ask = searchTool(store, sessionId("s4"));
    expect((await ask({ query: "invoice parser", limit: 1 })).split(" ")[0]).toBe(opening.id);
    expect(await readWhole(ask, opening.id, 10)).toBe(originalText(opening));

    const undone = await store.undoCompression(sessionId("s3"));
    expect((await store.read(undone.header.id)).messages).toEqual(seen.get("s3"));
    expect(await store.latest()).toBe("s2");
    expect((await ask({ query: "after the third", limit: 1 })).includes("after the third")).toBe(true);
  });
});

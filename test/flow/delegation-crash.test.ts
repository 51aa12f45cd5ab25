import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import { messageText } from "../../src/core/conversation/render";
import { copySessions, delegate, lastStates, reading, start } from "../support/delegation";
import { calls, says, toolCall } from "../support/model-server/reply";

describe("a crash", () => {
  it("at any of 50 moments loses no record and leaves parent and children legal and resumable", async () => {
    const hermes = await start({
      parent: (n) => (n < 3 ? calls(delegate(`a${n}`), delegate(`b${n}`, "task")) : says("All done.")),
      child: (task, n) =>
        n === 1 && task.startsWith("b")
          ? calls(toolCall("write_file", { path: `${task}.txt`, content: "x" }, `w-${task}`))
          : reading(task, n, undefined as never),
    });
    // Steps of one to three events: the same moments in every run, and no rhythm of the turn.
    let at = 1;
    const moments = new Set(Array.from({ length: 50 }, (_, index) => (at += 1 + ((index * 7_919) % 3))));
    const copies: { readonly folder: string; readonly stored: readonly string[] }[] = [];
    let event = 0;
    const seen = hermes.events as unknown as { push(...events: unknown[]): number };
    const push = seen.push.bind(seen);
    seen.push = (...events) => {
      const count = push(...events);
      if (moments.has(event++) && copies.length < 50) {
        const folder = `${hermes.storage}-${copies.length}`;
        const stored = hermes.seen("message-stored").map(({ message }) => message.id as string);
        copies.push({ folder, stored });
        copySessions(hermes.storage, folder);
      }
      return count;
    };
    await hermes.say("go");
    expect(copies).toHaveLength(50);
    const parent = hermes.agent.session!;
    hermes.server.use(() => says("going on"));
    for (const { folder, stored } of copies) {
      const next = await hermes.openOn(folder);
      const lines = await next.sessions.list();
      const chains = new Set(lines.map(({ id, relation, parentId }) => (relation === "continuation" ? parentId : id)));
      expect(lines.filter(({ tip }) => tip)).toHaveLength(chains.size);
      if (!lines.some(({ id }) => id === parent)) continue;
      const before = (await next.sessions.read(parent)).messages.map(({ id }) => id as string);
      expect(stored.every((id) => before.includes(id))).toBe(true);
      await next.agent.resume(parent);
      expect(await next.agent.send({ text: "go on", images: [] })).toMatchObject({ outcome: "answered" });
      const child = lines.find(({ relation }) => relation === "sub-agent");
      if (child !== undefined) {
        await next.agent.resume(sessionId(child.id));
        expect(await next.agent.send({ text: "go on", images: [] })).toMatchObject({ outcome: "answered" });
      }
      await next.close();
      await rm(folder, { recursive: true, force: true });
    }
    expect(hermes.server.violations).toEqual([]);
  }, 120_000);

  it("leaves the parent a report of what its child did until then", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
      child: (_, n) =>
        n === 0
          ? calls({ type: "text", text: "It must be in f1.txt." }, toolCall("read_file", { path: "f1.txt" }, "r"))
          : { kind: "stall", at: "headers" },
    });
    const said = hermes.say("go");
    await expect.poll(() => lastStates(hermes)["d-a"]?.steps).toBe(2);
    const folder = `${hermes.storage}-copy`;
    copySessions(hermes.storage, folder);
    hermes.agent.stop();
    await said;
    const next = await hermes.openOn(folder);
    await next.agent.resume(hermes.agent.session!);
    const result = next.agent.messages.findLast((message) => message.role === "tool");
    expect(messageText(result!)).toContain("Hermes was closed before it was done");
    expect(messageText(result!)).toContain("It must be in f1.txt.");
  });
});

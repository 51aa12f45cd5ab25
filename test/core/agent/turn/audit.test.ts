import { describe, expect, it } from "vitest";
import { createAudit, readAudit } from "../../../../src/core/agent/turn/audit";
import type { AuditRecord } from "../../../../src/core/agent/turn/audit-record";
import { runCalls } from "../../../../src/core/tools/run";
import { header, openStore, tempFolder } from "../../../support/sessions";
import { echo, toolCall, toolWorld } from "../../../support/tools";

describe("the audit", () => {
  it("keeps in the journal who or what decided about each call, and how it ended", async () => {
    const records: AuditRecord[] = [];
    const store = openStore(await tempFolder());
    const writer = await store.create(header("first"));
    const tools = [echo({ name: "look" }), echo({ name: "change", category: "edit", order: "alone" })];
    const { world } = toolWorld(tools, {
      rules: { edit: "ask" },
      answers: [{ kind: "allow", remember: "session" }, { kind: "deny" }],
    });
    const audit = createAudit({ writer, now: () => 7, onRecord: (record) => records.push(record) });
    const calls = ["look", "change", "change", "unknown"].map((name, index) =>
      toolCall(name, { text: "x" }, `c${index}`),
    );
    const watched = { ...world, watch: { ...world.watch, onDecided: audit.onDecided } };
    await audit.finish(await runCalls(watched, calls, new AbortController().signal));
    const { events } = await store.read(writer.header.id);
    expect(events.map(({ name, data }) => [name, data])).toMatchObject([
      ["call-decided", { callId: "c0", verdict: "allowed", by: { kind: "rule" } }],
      ["call-decided", { callId: "c1", verdict: "allowed", by: { kind: "user", remember: "session" } }],
      ["call-decided", { callId: "c2", verdict: "allowed", by: { kind: "remembered" } }],
      ["call-ran", { callId: "c0", failed: false }],
      ["call-ran", { callId: "c1", failed: false }],
      ["call-ran", { callId: "c2", failed: false }],
      ["call-ran", { callId: "c3", failed: true }],
    ]);
    expect(readAudit(events)).toEqual(records);
    await store.close();
  });
});

import { describe, expect, it } from "vitest";
import { verbatim } from "../../../src/core/base/sentence";
import { callId } from "../../../src/core/conversation/ids";
import type { ApprovalRequest } from "../../../src/core/tools/tool";
import { Questions } from "../../../src/vscode/host/questions";

const request: ApprovalRequest = {
  callId: callId("call-1"),
  tool: "terminal",
  category: "run",
  title: verbatim("Run"),
  detail: "npm test",
};

describe("questions", () => {
  it("wait for their answer", async () => {
    const questions = new Questions();
    const asked = questions.ask(request, new AbortController().signal);
    expect(questions.find("call-1")).toBe(request);
    questions.answer("call-1", { kind: "allow", remember: "once" });
    expect(await asked).toEqual({ kind: "allow", remember: "once" });
    expect(questions.find("call-1")).toBeUndefined();
  });

  it("are taken back when the turn is stopped", async () => {
    const questions = new Questions();
    const stop = new AbortController();
    const asked = questions.ask(request, stop.signal);
    stop.abort(new DOMException("stopped", "AbortError"));
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    expect(questions.find("call-1")).toBeUndefined();
  });

  it("are not asked at all in a turn that was stopped before", async () => {
    await expect(new Questions().ask(request, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });

  it("announce when they are asked and when they are settled, by an answer or a stop", async () => {
    const seen: string[] = [];
    const questions = new Questions({
      onAsked: ({ callId: id }) => seen.push(`asked ${id}`),
      onSettled: (id) => seen.push(`settled ${id}`),
    });
    const stop = new AbortController();
    const answered = questions.ask(request, stop.signal);
    questions.answer("call-1", { kind: "deny" });
    await answered;
    const withdrawn = questions.ask({ ...request, callId: callId("call-2") }, stop.signal);
    stop.abort(new DOMException("stopped", "AbortError"));
    await expect(withdrawn).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toEqual(["asked call-1", "settled call-1", "asked call-2", "settled call-2"]);
  });

  it("ignore an answer nobody waits for", () => {
    expect(() => new Questions().answer("unknown", { kind: "deny" })).not.toThrow();
  });
});

import { describe, expect, it } from "vitest";
import type { RecordedRequest } from "../../support/model-server/server";
import { childrenMs } from "../contestants/measured-process";
import { ScriptedModel } from "../model/scripted-model";
import { generateTask } from "../task/generate";
import type { Fact } from "../task/task";
import { spendingOf } from "./cost";
import { countFacts, isSeen, isTold } from "./facts";
import { findInvalid } from "./validate";

const FACT: Fact = { id: "v", kind: "value", needle: "41095", meaning: ["RELAY_LIMIT"], since: 0 };

describe("a fact", () => {
  it("is told where its value stands near its name, and only seen where it stands alone", () => {
    expect([isSeen(FACT, "41095"), isTold(FACT, "41095")]).toEqual([true, false]);
    expect(isTold(FACT, "RELAY_LIMIT = 41095")).toBe(true);
    expect(isTold(FACT, `41095${" ".repeat(500)}RELAY_LIMIT\nRELAY_LIMIT is now 41095`)).toBe(true);
    expect(isTold(FACT, `41095${" ".repeat(500)}RELAY_LIMIT`)).toBe(false);
  });

  it("is counted by kind while it holds, and as stale afterwards", () => {
    const task = { ...generateTask("debugging", 1), facts: [FACT, { ...FACT, id: "w", needle: "5", staleSince: 1 }] };
    const { all, byKind, stale } = countFacts(task, 1, "RELAY_LIMIT = 41095");
    expect([all, byKind.value, stale]).toEqual([
      { known: 1, seen: 1, told: 1 },
      { known: 1, seen: 1, told: 1 },
      { known: 1, seen: 1, told: 1 },
    ]);
    expect(countFacts(task, 0, "").all.known).toBe(2);
  });
});

describe("the cost of requests", () => {
  const request = (protocol: RecordedRequest["protocol"]): RecordedRequest => ({
    ...{ protocol, path: "", headers: {}, text: "", body: {}, promptTokens: 1_000 },
    cache: { read: 500, written5m: 300, written1h: 100, fresh: 100 },
  });

  it("follows the rules of the vendor", () => {
    expect(spendingOf([request("anthropic-messages")], [10])).toEqual({
      units: 100 + 50 + 375 + 200 + 50,
      promptTokens: 1_000,
      readTokens: 500,
    });
    expect(spendingOf([request("openai-responses")], [10]).units).toBe(100 + 50 + 300 + 100 + 80);
  });
});

describe("a run", () => {
  const task = generateTask("debugging", 1);
  const model = () => new ScriptedModel({ task, workspace: "/w", quality: "extractive" });
  const end = { wallMs: 1, cpuMs: 1, peakMb: 1 };
  const probes = task.prompts.flatMap(({ actions }) => actions.filter(({ kind }) => kind === "probe"));

  it("is valid where every prompt was answered and every probe left its note", () => {
    const notes = probes.map((_, index) => `${index} value`);
    expect(findInvalid({ task, model: model(), ends: task.prompts.map(() => end), notes })).toEqual([]);
  });

  it("is not believed where the agent gave up", () => {
    const ends = [end, { ...end, failure: "it said “No room.”" }];
    expect(findInvalid({ task, model: model(), ends, notes: ["1 value"] })).toEqual([
      `it gave up in prompt 2 of 6, after 1 of ${probes.length} probes`,
      "it said “No room.”",
    ]);
  });

  it("is not believed where work is missing", () => {
    const ends = task.prompts.map(() => end);
    expect(findInvalid({ task, model: model(), ends, notes: ["1 value"] })).toEqual([
      `only 1 of ${probes.length} probes left a note in the workspace`,
    ]);
  });
});

describe("the processor time of a command", () => {
  it("is read from what the shell prints", () => {
    expect(childrenMs("0m0.001s 0m0.002s\n1m2.500s 0m0.250s\n")).toBe(62_750);
    expect(childrenMs("")).toBe(0);
  });
});

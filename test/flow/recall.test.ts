import { describe, expect, it } from "vitest";
import { spillId } from "../../src/core/conversation/ids";
import type { KnownEntry } from "../../src/core/knowledge/known-entry";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

type Step = (request: RecordedRequest) => ReturnType<typeof says>;

/** Fails and fixes a test, then reads notes until everything before is folded. */
const WORK: readonly Step[] = [
  () => calls(toolCall("terminal", { command: "sh check.sh" }, "c1")),
  () => calls(toolCall("write_file", { path: "limits.ts", content: "export const limit = 50;\n" }, "w1")),
  () => calls(toolCall("terminal", { command: "sh lint.sh" }, "c2")),
  () => calls(toolCall("terminal", { command: "sh check.sh" }, "c3")),
  () => says("The check passes. We decided to keep the limit at 50."),
];

async function worked(engine = "compressor"): Promise<{ hermes: RunningHermes; steps: Step[] }> {
  const steps = [...WORK];
  const hermes = await runHermes({
    files: {
      "check.sh": "if [ -f limits.ts ]; then echo fine; else echo 'TypeError: limit is undefined'; exit 1; fi\n",
      "lint.sh": "echo 'limits.ts(1,1): error LINT7: no comment'; exit 2\n",
      "notes.txt": "a line of notes that says little\n".repeat(150),
    },
    settings: {
      "hermes.contextLength": 64_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
      "hermes.context.engine": engine,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request) || request.body["tools"] === undefined) return says(handOff("raise the limit"));
        const step = steps.shift();
        return step === undefined ? says("Nothing new.") : step(request);
      },
    },
  });
  await hermes.say("Raise the limit. We always use tabs.");
  return { hermes, steps };
}

async function fold({ hermes, steps }: Awaited<ReturnType<typeof worked>>): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    steps.push(() => calls(toolCall("read_file", { path: "notes.txt" }, `n${steps.length}${turn}`)));
    await hermes.say(`read the notes, round ${turn}`);
  }
  expect(await hermes.agent.compress()).toBe("smaller");
}

/** What is known, without times: those of a message and of its journal line differ by a moment. */
const told = (entries: readonly KnownEntry[]) =>
  entries.map(({ kind, subject, state, sources }) => [kind, subject, state, sources.map(({ what }) => what).join(" ")]);

const answerTo = (hermes: RunningHermes, callId: string): string =>
  JSON.stringify(
    hermes.agent.messages.flatMap((message) =>
      message.role === "tool" && message.callId === callId ? [message.body] : [],
    ),
  );

describe("what Hermes knows", () => {
  it.each(["compressor", "lcm"])("answers the model about folded work under %s", async (engine) => {
    const session = await worked(engine);
    await fold(session);
    const { hermes, steps } = session;
    steps.push(
      () =>
        calls(
          toolCall("recall", { query: "limit undefined", kind: "error" }, "q1"),
          toolCall("recall", { query: "sh check.sh" }, "q2"),
          toolCall("recall", { kind: "decision" }, "q3"),
          toolCall("recall", { query: "limits.ts", kind: "file" }, "q4"),
          toolCall("recall", { query: "wholly unheard of" }, "q5"),
        ),
      () => says("I see."),
    );
    await hermes.say("what happened to the check?");
    expect(answerTo(hermes, "q1")).toContain("error TypeError: limit is undefined: resolved, from sh check.sh");
    expect(answerTo(hermes, "q2")).toMatch(/command sh check\.sh: exit 0 \(2 messages, last [\w-]+\)/);
    expect(answerTo(hermes, "q3")).toContain("decision We always use tabs.: stands, told by the user");
    expect(answerTo(hermes, "q3")).toContain("We decided to keep the limit at 50.: stands, told by the assistant");
    expect(answerTo(hermes, "q4")).toContain("file limits.ts: edited");
    expect(answerTo(hermes, "q5")).toContain("Nothing is known about this.");
    expect(hermes.server.violations).toEqual([]);
  });

  it("is the same after a compression, after a reload, and after an undo", async () => {
    const session = await worked();
    await fold(session);
    const { hermes } = session;
    const id = hermes.agent.session!;
    const before = told(hermes.agent.knowledge.entries());
    expect(before).toContainEqual(["error", "limits.ts(1,1): error LINT7: no comment", "open", "seen"]);
    const reloaded = await hermes.reopen();
    await reloaded.agent.resume(id);
    expect(told(reloaded.agent.knowledge.entries())).toEqual(before);
    await reloaded.agent.undoCompression();
    expect(told(reloaded.agent.knowledge.entries()).filter(([, , , what]) => !what?.includes("carried"))).toEqual(
      before.filter(([, , , what]) => !what?.includes("carried")),
    );
  });

  it("goes with a branch, which knows nothing of what the other one did later", async () => {
    const session = await worked();
    await fold(session);
    const { hermes, steps } = session;
    const left = hermes.agent.session!;
    await hermes.agent.branch(left);
    expect(told(hermes.agent.knowledge.entries())).toContainEqual(["file", "limits.ts", "edited", "edited"]);
    steps.push(() => calls(toolCall("terminal", { command: "echo only here" }, "b1")));
    await hermes.say("go on in the branch");
    const commands = () =>
      hermes.agent.knowledge
        .entries()
        .filter(({ kind }) => kind === "command")
        .map(({ subject }) => subject);
    expect(commands()).toContain("echo only here");
    await hermes.agent.resume(left);
    expect(commands()).not.toContain("echo only here");
  });

  it("finds tests, errors, and lines of outputs on disk, at the line where read_file continues", async () => {
    const { hermes, steps } = await worked();
    hermes.set({ "hermes.toolOutput.resultChars": 3_000 });
    const run =
      "seq 1 400 | sed 's/^/✓ passes case /'; echo '✗ parses leap years'; echo '# Teardown'; seq 1 400; exit 1";
    steps.push(
      () => calls(toolCall("terminal", { command: run }, "t1")),
      () =>
        calls(
          toolCall("recall", { query: "leap years", kind: "output" }, "o1"),
          toolCall("recall", { query: "passes case 377" }, "o2"),
          toolCall("recall", { kind: "output" }, "o3"),
        ),
      () => says("I see."),
    );
    await hermes.say("run the tests");
    const { path, spill } = hermes.seen("spilled")[0] ?? { path: "", spill: spillId("none") };
    const block = answerTo(hermes, "t1");
    expect(block).toContain("Outline, with line numbers:");
    expect(block).toContain("401: ✗ parses leap years");
    expect(block).toContain("402: Teardown");
    const hit = JSON.stringify(`output ${path}:401: failed parses leap years`).slice(1, -1);
    expect(answerTo(hermes, "o1")).toContain(hit);
    expect(answerTo(hermes, "o2")).toContain(":377: ");
    expect(answerTo(hermes, "o3")).toContain(hit);
    steps.push(
      () => calls(toolCall("read_file", { path, offset: 401, limit: 1 }, "r1")),
      () => says("There it is."),
    );
    await hermes.say("read it");
    expect(answerTo(hermes, "r1")).toContain("401|✗ parses leap years");
    await hermes.spills.remove(spill);
    steps.push(
      () => calls(toolCall("recall", { query: "leap years", kind: "output" }, "o4")),
      () => says("Gone."),
    );
    await hermes.say("again");
    expect(answerTo(hermes, "o4")).toContain("Nothing is known about this.");
    expect(hermes.server.violations).toEqual([]);
  });

  it("names messages that can be opened", async () => {
    const session = await worked();
    await fold(session);
    const { hermes } = session;
    for (const { sources } of hermes.agent.knowledge.entries())
      for (const { messageId } of sources) expect(await hermes.sessions.findMessage(messageId)).toBeDefined();
  });
});

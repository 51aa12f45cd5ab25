import { describe, expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest, Script } from "../support/model-server/server";

const SMALL = { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000, "hermes.agent.maxSteps": 300 };
const text = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, line) => `${name}: some words that say little, ${line}\n`).join("");
/** Reading all of them once takes two compressions at most, whatever the tools add to each request. */
const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, text(`file ${index}`, 340)]),
);

const lastMessage = (request: RecordedRequest): string =>
  JSON.stringify((request.body["messages"] as unknown[]).at(-1));

/** Reads the same files over and over, whatever the conversation already holds. */
function reader(read: (file: number) => ReturnType<typeof toolCall>): Script {
  let step = 0;
  return (request) => (isSummaryCall(request) ? says(handOff()) : calls(read(step++ % 12)));
}

/** The same content through ever different calls. */
function anotherCommand(): (file: number) => ReturnType<typeof toolCall> {
  let turn = 0;
  const forms = ["cat -n NAME", "head -n 900 NAME", "sed -n 1,900p NAME", "tail -n +1 NAME", "cat < NAME", "nl NAME"];
  return (file) => {
    const form = forms[Math.floor(turn++ / 12) % forms.length] ?? "";
    return toolCall("terminal", { command: form.replace("NAME", `f${file}.txt`) });
  };
}

describe("a model that reads again what was folded", () => {
  it.each([
    ["by the same tool", (file: number) => toolCall("read_file", { path: `f${file}.txt` })],
    ["by a command", (file: number) => toolCall("terminal", { command: `cat f${file}.txt` })],
    ["by another command each time", anotherCommand()],
  ])("%s is paused within four compressions, with what happened, what it cost and what to do", async (_, read) => {
    const hermes = await runHermes({ files: FILES, settings: SMALL, server: { script: reader(read) } });
    const end = await hermes.say("read them");
    expect(end.outcome).toBe("paused");
    expect(end.reason).toMatch(
      /^After each of 3 compressions the model read again what had just been folded: .*f\d+\.txt/,
    );
    expect(end.reason).toMatch(/This took [\d,]+ tokens and cost \$\d+\.\d\d\. Compress with a focus/);
    expect(end.actions).toEqual(["compress-with-focus", "evict-largest", "larger-model", "new-session"]);
    expect(hermes.seen("compressed").length).toBeLessThanOrEqual(4);
    expect(hermes.server.violations).toEqual([]);
  });

  it("is paused under the lossless engine as well", async () => {
    let step = 0;
    const hermes = await runHermes({
      files: FILES,
      settings: { ...SMALL, "hermes.context.engine": "lcm" },
      server: {
        script: (request) =>
          request.body["tools"] === undefined
            ? says("They read files.")
            : calls(toolCall("read_file", { path: `f${step++ % 12}.txt` })),
      },
    });
    expect((await hermes.say("read them")).outcome).toBe("paused");
    expect(hermes.seen("compressed").length).toBeLessThanOrEqual(4);
  });

  it("keeps what is being read again from the second strike on", async () => {
    const hermes = await runHermes({
      files: { ...FILES, "big.txt": text("big", 300) },
      settings: SMALL,
      server: { script: rereadsBig() },
    });
    await hermes.say("work on big.txt");
    expect(hermes.seen("compressed")).toHaveLength(3);
    const { messages } = hermes.agent;
    const summaryAt = messages.findIndex(({ role }) => role === "summary");
    expect(JSON.stringify(messages[summaryAt + 1])).toContain("big.txt");
    expect(JSON.stringify(messages[summaryAt + 2])).toContain("big: some words that say little");
  });

  it("counts a strike from before a restart", async () => {
    const hermes = await runHermes({
      files: FILES,
      settings: { ...SMALL, "hermes.agent.maxSteps": 30 },
      server: { script: reader((file) => toolCall("read_file", { path: `f${file}.txt` })) },
    });
    const end = await hermes.say("read them");
    expect(end.outcome).not.toBe("answered");
    const session = hermes.agent.session!;
    const next = await hermes.reopen();
    await next.agent.resume(session);
    expect((await next.say("go on")).outcome).toBe("paused");
    expect(next.seen("compressed").length).toBeLessThanOrEqual(2);
  });
});

/** Reads one file first thing after every compression, then others it has not seen. */
function rereadsBig(): Script {
  let fresh = 0;
  let compressions = 0;
  let readAt = -1;
  return (request) => {
    if (isSummaryCall(request)) {
      compressions++;
      return says(handOff());
    }
    if (compressions >= 3) return says("enough");
    if (readAt < compressions && fresh > 0) {
      readAt = compressions;
      return calls(toolCall("read_file", { path: "big.txt" }));
    }
    return calls(toolCall("terminal", { command: `echo ${fresh++}; cat f${fresh % 12}.txt | sed s/file/${fresh}/` }));
  };
}

describe("a long task that reads files again after editing them", () => {
  it("is not stopped within 200 steps", async () => {
    let step = 0;
    const script: Script = (request) => {
      if (isSummaryCall(request)) return says(handOff());
      const at = step++;
      const file = `f${Math.floor(at / 4) % 12}.txt`;
      if (at >= 200) return says("done");
      switch (at % 4) {
        case 0:
          return calls(toolCall("read_file", { path: file }));
        case 1:
          return calls(toolCall("write_file", { path: file, content: text(`version ${at} of ${file}`, 200) }));
        case 2:
          return calls(toolCall("read_file", { path: file }));
        default:
          return calls(toolCall("terminal", { command: "echo all tests pass" }));
      }
    };
    const hermes = await runHermes({ files: FILES, settings: SMALL, server: { script } });
    expect(await hermes.say("edit them all")).toEqual({ outcome: "answered" });
    expect(step).toBe(201);
    expect(hermes.seen("compressed").length).toBeGreaterThan(4);
  });
});

describe("a loop of identical calls", () => {
  it("is corrected once, then paused with a reason", async () => {
    let corrected = 0;
    const hermes = await runHermes({
      files: FILES,
      server: {
        script: (request) => {
          if (lastMessage(request).includes("several times in a row")) corrected++;
          return calls(toolCall("terminal", { command: "echo same" }));
        },
      },
    });
    expect(await hermes.say("go")).toEqual({
      outcome: "paused",
      reason:
        "The model repeated the same call 8 times and got the same result each time: terminal. " +
        "It was told so and did not stop. Tell it what to do instead.",
      actions: ["continue"],
    });
    expect(corrected).toBe(1);
    expect(hermes.seen("tool-started")).toHaveLength(8);
  });

  it("goes on where the model changes course after its correction", async () => {
    const hermes = await runHermes({
      files: FILES,
      server: {
        script: (request) =>
          request.text.includes("several times in a row")
            ? says("I stop here.")
            : calls(toolCall("terminal", { command: "echo same" })),
      },
    });
    expect(await hermes.say("go")).toEqual({ outcome: "answered" });
    expect(hermes.seen("tool-started")).toHaveLength(4);
  });

  it("is none where the results differ", async () => {
    let step = 0;
    const hermes = await runHermes({
      server: {
        script: () => (step++ < 20 ? calls(toolCall("terminal", { command: "echo x >> n; wc -l < n" })) : says("done")),
      },
    });
    expect(await hermes.say("go")).toEqual({ outcome: "answered" });
  });
});

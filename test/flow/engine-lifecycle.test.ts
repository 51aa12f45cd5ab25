import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OutsideEngineOptions, SessionSwitch } from "../../src/core/agent/world";
import { asEngine } from "../../src/core/context/outside/engine-shape";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

interface Noted {
  readonly options: OutsideEngineOptions[];
  readonly ends: { readonly id: string; readonly messages: readonly Message[] }[];
}

/** An engine of another extension that notes what it is told and never compresses. */
async function runNoting(options: RunOptions = {}) {
  const noted: Noted = { options: [], ends: [] };
  const hermes = await runHermes({
    ...options,
    settings: { "hermes.context.engine": "noting", ...options.settings },
    host: {
      ...options.host,
      registeredEngine: () => (given) => {
        noted.options.push(given);
        return asEngine({
          name: "noting",
          lastPromptTokens: 0,
          lastCompletionTokens: 0,
          lastTotalTokens: 0,
          compressionCount: 0,
          contextLength: given.contextLength,
          thresholdTokens: given.contextLength,
          updateFromResponse: () => undefined,
          shouldCompress: () => false,
          compress: async (messages: unknown) => messages,
          status: () => ({}),
          onSessionEnd: (id: string, messages: readonly Message[]) => void noted.ends.push({ id, messages }),
        });
      },
    },
  });
  return { hermes, noted };
}

describe("the end of a session", () => {
  it("is told to the engine with the messages it ended with, as frozen copies", async () => {
    const { hermes, noted } = await runNoting({ server: { script: () => says("bye") } });
    await hermes.say("hello");
    const session = hermes.agent.session;
    await hermes.agent.newSession();
    expect(noted.ends.map(({ id }) => id)).toEqual([session]);
    expect(noted.ends[0]!.messages.map(messageText)).toEqual(["hello", "bye"]);
    expect(Object.isFrozen(noted.ends[0]!.messages)).toBe(true);
  });

  it("is not a compression", async () => {
    const ends: string[] = [];
    const hermes = await longSession({});
    const engine = hermes.agent.engine!;
    Object.assign(engine, { onSessionEnd: (id: string) => void ends.push(id) });
    expect(await hermes.agent.compress()).toBe("smaller");
    expect(ends).toEqual([]);
  });
});

describe("an engine's own settings", () => {
  it("are those under its name, and a copy", async () => {
    const { hermes, noted } = await runNoting({
      settings: { "hermes.context.engineSettings": { noting: { share: 0.4, deep: { on: true } }, other: { x: 1 } } },
    });
    await hermes.say("hello");
    expect(noted.options[0]!.settings).toEqual({ share: 0.4, deep: { on: true } });
    Object.assign(noted.options[0]!.settings, { share: 1 });
    await hermes.agent.newSession();
    expect(noted.options[1]!.settings).toEqual({ share: 0.4, deep: { on: true } });
  });

  it("are empty where there are none, and refused where they are no object", async () => {
    const { hermes, noted } = await runNoting();
    await hermes.say("hello");
    expect(noted.options[0]!.settings).toEqual({});
    expect(() => hermes.set({ "hermes.context.engineSettings": { noting: 3 } })).toThrow(/an object under "noting"/);
  });
});

const FILES = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    `f${index}.txt`,
    `file ${index}: some words that say little\n`.repeat(200),
  ]),
);

async function longSession(host: NonNullable<RunOptions["host"]>) {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    host,
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        step++;
        if (step === 1) return calls(toolCall("memory", { action: "add", text: "the tests need port 5" }));
        return step < 16 ? calls(toolCall("read_file", { path: `f${step}.txt` })) : says("done");
      },
    },
  });
  await hermes.say("read them");
  return hermes;
}

describe("a compression", () => {
  it("commits memory before it replaces the session, and tells memory of the switch", async () => {
    const switches: SessionSwitch[] = [];
    const hermes = await longSession({ onSessionSwitch: (change) => void switches.push(change) });
    const from = hermes.agent.session!;
    expect(await hermes.agent.compress()).toBe("smaller");
    expect(switches).toEqual([{ from, to: hermes.agent.session, reason: "compression" }]);
    expect((await hermes.sessions.read(hermes.agent.session!)).header.systemPrompt).toContain("the tests need port 5");
  });

  it("goes on where memory cannot be committed, and says so", async () => {
    const hermes = await longSession({});
    const path = join(hermes.root, ".hermes", "MEMORY.md");
    await rm(path);
    await symlink(join(hermes.root, "f0.txt"), path);
    expect(await hermes.agent.compress()).toBe("smaller");
    expect(hermes.seen("notice").map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Memory could not be committed to disk: .*symbolic link/),
    );
  });
});

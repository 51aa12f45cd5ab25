import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";

const LINES = Array.from({ length: 300 }, (_, index) => `line ${index + 1}\tvalue-${(index * 7919) % 1_000}  # end `);
const PINNED = LINES.join("\n");
const FILES = {
  "pinned.txt": PINNED,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(500)}`]),
  ),
};

const ENGINES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  hermes: {},
  adaptive: { "hermes.compression.policy": "adaptive" },
  lcm: { "hermes.context.engine": "lcm" },
};

async function openWith(engine: string): Promise<RunningHermes> {
  let step = 0;
  return runHermes({
    files: FILES,
    settings: {
      ...ENGINES[engine],
      "hermes.contextLength": 128_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        if (request.text.includes("You keep the record of a coding session")) return says("Some files were read.");
        step++;
        if (step === 3) return calls(toolCall("read_file", { path: "pinned.txt" }, "c0"));
        return step % 8 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${step % 12}.txt` }, `c${step}`));
      },
    },
  });
}

const pinnedResult = (hermes: RunningHermes): Message =>
  hermes.agent.messages.find((message) => message.role === "tool" && messageText(message).includes("value-919"))!;

const texts = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
};
const received = (request: RecordedRequest | undefined): string => texts(request?.body).join("\n");

describe.each(Object.keys(ENGINES))("a pinned result of 300 lines under %s", (engine) => {
  it("is there byte for byte after three compressions, as the server received it", async () => {
    const hermes = await openWith(engine);
    await hermes.say("read the pinned file and some others");
    const target = pinnedResult(hermes);
    const whole = messageText(target);
    await hermes.agent.pin(target.id);
    const listed = hermes
      .seen("context-measured")
      .at(-1)
      ?.context.items.find((item) => item.messageId === target.id);
    expect(hermes.seen("pins-changed").at(-1)?.tokens).toEqual([listed?.tokens]);
    for (let round = 0; round < 3; round++) {
      await hermes.say(`go on with part ${round}`);
      expect(await hermes.agent.compress()).toBe("smaller");
      expect(hermes.agent.messages.some(({ id }) => id === target.id)).toBe(false);
    }
    const measured = hermes.seen("context-measured").at(-1)?.context;
    const [carried] = measured?.items.filter(({ segment }) => segment === "pins") ?? [];
    expect(measured?.pins.map(({ name, tokens }) => [name, tokens])).toEqual([[target.id, carried?.tokens]]);
    expect(measured?.segments.find(({ kind }) => kind === "pins")?.tokens).toBe(carried?.tokens);
    await hermes.say("what does it say?");
    expect(received(hermes.server.requests.at(-1))).toContain(whole);
    expect(whole.split("\n").length).toBeGreaterThanOrEqual(300);
    expect(hermes.server.violations).toEqual([]);
    const session = hermes.agent.session!;
    const next = await hermes.reopen();
    await next.agent.resume(session);
    await next.say("and after a restart?");
    expect(received(hermes.server.requests.at(-1))).toContain(whole);
  });
});

it("a fallback summary carries the pin as well", async () => {
  const hermes = await openWith("hermes");
  await hermes.say("read the pinned file and some others");
  const target = pinnedResult(hermes);
  await hermes.agent.pin(target.id);
  await hermes.say("go on");
  expect(await hermes.agent.compress({ summary: "deterministic" })).toBe("smaller");
  await hermes.say("and now?");
  expect(received(hermes.server.requests.at(-1))).toContain(messageText(target));
});

it("pins some lines of a result and refuses what does not fit, with choices", async () => {
  const hermes = await openWith("hermes");
  await hermes.say("read the pinned file and some others");
  const target = pinnedResult(hermes);
  hermes.set({ "hermes.contextLength": 20_000 });
  await hermes.agent.changeRoute();
  const before = hermes.seen("pins-changed").length;
  await expect(hermes.agent.pin(target.id)).rejects.toMatchObject({
    message: expect.stringMatching(/^This pin needs [\d,]+ tokens, and all pins together may use [\d,]+\./),
    choices: ["range", "reference"],
  });
  expect(hermes.seen("pins-changed")).toHaveLength(before);
  await hermes.agent.pin({ kind: "range", messageId: target.id, lines: { from: 10, to: 12 } });
  await hermes.agent.pin({ kind: "reference", messageId: target.id });
  expect(hermes.seen("pins-changed").at(-1)?.tokens).toEqual([expect.any(Number), expect.any(Number)]);
  expect(await hermes.agent.compress()).toBe("smaller");
  const summary = hermes.agent.messages.find(({ role }) => role === "summary")!;
  expect(messageText(summary)).toContain(messageText(target).split("\n").slice(9, 12).join("\n"));
  expect(messageText(summary)).toContain(target.id);
});

it("a pinned file is carried as it is now, and its absence is stated", async () => {
  const hermes = await openWith("hermes");
  await hermes.agent.pin({ kind: "file", path: "pinned.txt" });
  await hermes.say("read some files");
  await writeFile(join(hermes.root, "pinned.txt"), "changed\tcontent  \n");
  expect(await hermes.agent.compress()).toBe("smaller");
  const carried = () => hermes.agent.messages.flatMap((message) => (message.role === "summary" ? [message.pins] : []));
  expect(carried()).toEqual([[{ name: "file pinned.txt", text: "changed\tcontent  \n" }]]);
  await writeFile(join(hermes.root, "pinned.txt"), Buffer.from([0, 1, 2]));
  await hermes.say("read some more");
  expect(await hermes.agent.compress()).toBe("smaller");
  expect(carried()).toEqual([
    [{ name: "file pinned.txt", text: "[This pinned file is binary and is not repeated here.]" }],
  ]);
});

it("a file that cannot be carried is not pinned, and the reason is stated", async () => {
  const hermes = await openWith("hermes");
  await writeFile(join(hermes.root, "large.txt"), "a line of a large file\n".repeat(4_000));
  await writeFile(join(hermes.root, "image.bin"), Buffer.from([0, 1, 2]));
  const pinFile = (path: string) => hermes.agent.pin({ kind: "file", path });
  await expect(pinFile("large.txt")).rejects.toMatchObject({
    message: [
      "large.txt is larger than 64 KB and cannot be pinned as a whole.",
      "Pin some of its lines, or keep a reference to the stored text.",
    ].join(" "),
    choices: ["range", "reference"],
  });
  await expect(pinFile("image.bin")).rejects.toThrow("image.bin cannot be pinned: it is no text.");
  await expect(pinFile("gone.txt")).rejects.toThrow("gone.txt cannot be pinned: it does not exist.");
  await expect(pinFile("../out.txt")).rejects.toThrow("../out.txt cannot be pinned: it is outside the workspace.");
  expect(hermes.agent.listedPins).toEqual([]);
});

it("a pinned file that changed is shown with the next message, and only then", async () => {
  const hermes = await openWith("hermes");
  await hermes.agent.pin({ kind: "file", path: "f1.txt" });
  await writeFile(join(hermes.root, "f1.txt"), "first state");
  await hermes.say("one");
  await hermes.say("two");
  await writeFile(join(hermes.root, "f1.txt"), "second state");
  await hermes.say("three");
  const attached = hermes.agent.messages.flatMap((message) =>
    message.role === "user"
      ? [/<pinned-file path="f1.txt">\n(.*)\n<\/pinned-file>/.exec(message.attachment ?? "")?.[1]]
      : [],
  );
  expect(attached).toEqual(["first state", undefined, "second state"]);
});

it("a pin of any kind is removed by the name that the list shows, also after a restart", async () => {
  const hermes = await openWith("hermes");
  await hermes.agent.pin({ kind: "file", path: "pinned.txt" });
  await hermes.agent.pin({ kind: "instruction", text: "use tabs" });
  await hermes.say("read some files");
  const session = hermes.agent.session!;
  const next = await hermes.reopen();
  await next.agent.resume(session);
  const names = () =>
    next
      .seen("context-measured")
      .at(-1)
      ?.context.pins.map(({ name }) => name);
  expect(names()).toEqual(["pinned.txt", "use tabs"]);
  expect(await next.agent.compress()).toBe("smaller");
  const items = next.seen("context-measured").at(-1)?.context.items ?? [];
  expect(items.flatMap(({ segment, label }) => (segment === "pins" ? [label] : [])).toSorted()).toEqual([
    "file pinned.txt",
    "use tabs",
  ]);
  await next.agent.unpin({ kind: "named", name: "pinned.txt" });
  expect(names()).toEqual(["use tabs"]);
});

it("a pinned file that the conversation shows is not sent again after an undo or a restart", async () => {
  const hermes = await openWith("hermes");
  const own = PINNED.replaceAll("value", "other");
  await writeFile(join(hermes.root, "own.txt"), own);
  await hermes.agent.pin({ kind: "file", path: "own.txt" });
  await hermes.say("read some files");
  await hermes.say("read some more");
  const times = () => received(hermes.server.requests.at(-1)).split(own).length - 1;
  expect(times()).toBe(1);
  expect(await hermes.agent.compress()).toBe("smaller");
  await hermes.agent.undoCompression();
  await hermes.say("go on");
  expect(times()).toBe(1);
  expect(await hermes.agent.compress()).toBe("smaller");
  const session = hermes.agent.session!;
  const next = await hermes.reopen();
  await next.agent.resume(session);
  await next.say("and after a restart?");
  expect(times()).toBe(1);
  await writeFile(join(hermes.root, "own.txt"), `${own}\nchanged`);
  await next.say("and now?");
  expect(times()).toBe(2);
});

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import type { RestoreTarget } from "../../src/core/agent/session/restore";
import type { MessageId } from "../../src/core/conversation/ids";
import type { RestoreChoice } from "../../src/core/tools/checkpoints/restore-plan";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";
import { inEnglish } from "../support/say";

const LONG_FILES = 24;

/** "write a.txt x" writes one file; "read" reads many long ones, so that there is something to compress. */
function obedient(): Script {
  let serial = 0;
  let unread = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(handOff());
    const { messages } = request.body;
    const text = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : undefined);
    if (text.includes("tool_result") && unread === 0) return says("done");
    if (!text.includes("tool_result")) {
      const wanted = /write (\S+?) (\w+)/.exec(text);
      if (wanted !== null)
        return calls(toolCall("write_file", { path: wanted[1]!, content: `${wanted[2]}\n` }, `w${serial++}`));
      unread = text.includes("read") ? LONG_FILES : 0;
    }
    return unread > 0 ? calls(toolCall("read_file", { path: `f${--unread}.txt` }, `r${serial++}`)) : says("ok");
  };
}

const LONG = Object.fromEntries(
  Array.from({ length: LONG_FILES }, (_, index) => [
    `f${index}.txt`,
    `file ${index}\n${"some words to read ".repeat(240)}\n`,
  ]),
);

async function start() {
  const hermes = await runHermes({
    files: { "a.txt": "0\n", "b.txt": "0\n", ...LONG },
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: obedient() },
  });
  await hermes.say("write a.txt one");
  return hermes;
}

/** Restorable turns as the chat shows them: the text of the message and its files. */
const offered = (hermes: RunningHermes): readonly string[] =>
  hermes
    .rows()
    .flatMap((row) =>
      row.kind === "user" && row.checkpointFiles !== undefined
        ? [`${row.text}: ${row.checkpointFiles.map((path) => relative(hermes.root, path)).join(", ")}`]
        : [],
    );

async function reloaded(hermes: RunningHermes): Promise<RunningHermes> {
  const { session } = hermes.agent;
  const again = await hermes.reopen();
  await again.agent.resume(session!);
  return again;
}

async function restore(
  { agent, root }: RunningHermes,
  target: RestoreTarget,
  choices: Readonly<Record<string, RestoreChoice>> = {},
): Promise<void> {
  const absolute = Object.fromEntries(Object.entries(choices).map(([path, choice]) => [join(root, path), choice]));
  await agent.restore(await agent.planRestore(target), absolute);
}

const filesBefore = (id: MessageId): RestoreTarget => ({ kind: "message", id, what: "files" });
const read = ({ root }: RunningHermes, path: string) => readFile(join(root, path), "utf8");
const turnId = (hermes: RunningHermes, index: number) => hermes.seen("turn-started")[index]!.messageId;

async function longSession() {
  const hermes = await start();
  await hermes.say("read everything");
  await hermes.say("write b.txt two");
  return hermes;
}

describe("a checkpoint stays", () => {
  it("after a reload", async () => {
    const hermes = await reloaded(await start());
    expect(offered(hermes)).toEqual(["write a.txt one: a.txt"]);
  });

  it("after an edited message was sent again, and after a reload", async () => {
    const hermes = await start();
    await hermes.say("write b.txt two");
    await hermes.agent.resend(turnId(hermes, 1), { text: "write b.txt three", images: [] });
    const expected = ["write a.txt one: a.txt", "write b.txt three: b.txt"];
    expect(offered(hermes)).toEqual(expected);
    expect(offered(await reloaded(hermes))).toEqual(expected);
  });

  it("after the conversation went back, and in the session that was left", async () => {
    const hermes = await start();
    await hermes.say("write b.txt two");
    const left = hermes.agent.session!;
    await restore(hermes, { kind: "message", id: turnId(hermes, 1), what: "conversation" });
    expect(offered(hermes)).toEqual(["write a.txt one: a.txt"]);
    await hermes.agent.resume(left);
    expect(offered(hermes)).toEqual(["write a.txt one: a.txt", "write b.txt two: b.txt"]);
  });

  it.each(["leave", "replay"] as const)("after a compression was undone with %s, and after a reload", async (how) => {
    const hermes = await longSession();
    expect(await hermes.agent.compress()).toBe("smaller");
    await hermes.say("write a.txt three");
    await hermes.agent.undoCompression(how);
    const expected = [
      "write a.txt one: a.txt",
      "write b.txt two: b.txt",
      ...(how === "replay" ? ["write a.txt three: a.txt"] : []),
    ];
    expect(offered(hermes)).toEqual(expected);
    expect(offered(await reloaded(hermes))).toEqual(expected);
  });

  it("after a compression and a reload, for the messages that are still there", async () => {
    const hermes = await longSession();
    await hermes.agent.compress();
    expect(offered(await reloaded(hermes))).toEqual(["write a.txt one: a.txt", "write b.txt two: b.txt"]);
  });

  it("after the engine was changed", async () => {
    const hermes = await start();
    hermes.set({ "hermes.context.engine": "lcm" });
    await hermes.agent.changeEngine();
    expect(offered(await reloaded(hermes))).toEqual(["write a.txt one: a.txt"]);
  });
});

describe("restoring files", () => {
  it("reaches turns that a compression folded", async () => {
    const hermes = await start();
    await hermes.say("write b.txt folded");
    const folded = turnId(hermes, 1);
    await hermes.say("read everything");
    await hermes.say("read it again");
    await hermes.agent.compress();
    expect(hermes.agent.messages.some(({ id }) => id === folded)).toBe(false);
    await restore(hermes, filesBefore(turnId(hermes, 0)));
    expect([await read(hermes, "a.txt"), await read(hermes, "b.txt")]).toEqual(["0\n", "0\n"]);
  });

  it("takes back what an edited message did before it was edited", async () => {
    const hermes = await start();
    await hermes.say("write b.txt two");
    await hermes.agent.resend(turnId(hermes, 1), { text: "hello", images: [] });
    expect(await read(hermes, "b.txt")).toBe("two\n");
    await restore(await reloaded(hermes), filesBefore(turnId(hermes, 0)));
    expect([await read(hermes, "a.txt"), await read(hermes, "b.txt")]).toEqual(["0\n", "0\n"]);
  });

  it("asks about the user's own edits, keeps them, and can be undone after a reload", async () => {
    const hermes = await start();
    await writeFile(join(hermes.root, "a.txt"), "mine\n");
    const plan = await hermes.agent.planRestore(filesBefore(turnId(hermes, 0)));
    expect(plan.files.map(({ byOthers, choices }) => [byOthers, choices])).toEqual([
      ["changed", ["skip", "overwrite"]],
    ]);
    await hermes.agent.restore(plan);
    expect(await read(hermes, "a.txt")).toBe("mine\n");
    await restore(hermes, filesBefore(turnId(hermes, 0)), { "a.txt": "overwrite" });
    expect(await read(hermes, "a.txt")).toBe("0\n");

    const again = await reloaded(hermes);
    const rows = restoreRows(again);
    expect(rows.map(({ wayBack }) => wayBack)).toEqual(["open", "open"]);
    await restore(again, { kind: "restore", id: rows.at(-1)!.restoreId as MessageId });
    expect(await read(again, "a.txt")).toBe("mine\n");
    expect(restoreRows(await reloaded(again)).map(({ wayBack }) => wayBack)).toEqual(["open", "taken", "open"]);
  });

  it("and the conversation can be undone: both come back, and go again", async () => {
    const hermes = await start();
    const left = hermes.agent.session!;
    await restore(hermes, { kind: "message", id: turnId(hermes, 0), what: "both" });
    expect([await read(hermes, "a.txt"), await hermes.stored()]).toEqual(["0\n", []]);
    const first = hermes.seen("checkpoint-restored")[0]!.restoreId;
    await restore(hermes, { kind: "restore", id: first });
    expect([await read(hermes, "a.txt"), hermes.agent.session]).toEqual(["one\n", left]);
    const second = hermes.seen("checkpoint-restored")[1]!.restoreId;
    await restore(hermes, { kind: "restore", id: second });
    expect([await read(hermes, "a.txt"), await hermes.stored()]).toEqual(["0\n", []]);
  });

  it("reports a restore whose record was deleted", async () => {
    const hermes = await start();
    await expect(restore(hermes, { kind: "restore", id: "gone" as MessageId })).rejects.toThrow("no longer be undone");
  });

  it("deletes a new file only where the user left it alone", async () => {
    const hermes = await start();
    await hermes.say("write new.txt made");
    await hermes.say("write other.txt made");
    await writeFile(join(hermes.root, "new.txt"), "made and mine\n");
    await restore(hermes, filesBefore(turnId(hermes, 1)));
    expect([existsSync(join(hermes.root, "new.txt")), existsSync(join(hermes.root, "other.txt"))]).toEqual([
      true,
      false,
    ]);
    expect(inEnglish(hermes.seen("checkpoint-restored"))).toMatchObject([
      { files: [join(hermes.root, "other.txt")], skipped: [join(hermes.root, "new.txt")] },
    ]);
  });
});

const restoreRows = (hermes: RunningHermes) =>
  hermes
    .rows()
    .flatMap((row) => (row.kind === "context" && row.change.type === "checkpoint-restored" ? [row.change] : []));

describe("a pin stays", () => {
  it("on the branch of an edited message, and after a compression was undone", async () => {
    const hermes = await longSession();
    await hermes.agent.pin({ kind: "instruction", text: "never touch the vault" });
    await hermes.agent.resend(turnId(hermes, 2), { text: "hello", images: [] });
    await hermes.agent.compress();
    await hermes.agent.pin({ kind: "instruction", text: "use tabs" });
    await hermes.agent.undoCompression();
    await hermes.agent.unpin({ kind: "file", path: "none" });
    expect(hermes.seen("pins-changed").at(-1)?.pins).toEqual(["never touch the vault", "use tabs"]);
  });

  it("when the first message is sent again, and on a branch of the whole session", async () => {
    const hermes = await start();
    await hermes.agent.pin({ kind: "instruction", text: "use tabs" });
    await hermes.agent.resend(turnId(hermes, 0), { text: "hello", images: [] });
    const from = hermes.agent.session!;
    await hermes.agent.branch(from);
    await hermes.agent.unpin({ kind: "file", path: "none" });
    expect(hermes.seen("pins-changed").at(-1)?.pins).toEqual(["use tabs"]);
    expect((await hermes.sessions.read(hermes.agent.session!)).header).toMatchObject({
      parentId: from,
      relation: "branch",
    });
    expect((await hermes.stored()).map(({ id }) => id)).toEqual(
      (await hermes.sessions.read(from)).messages.map(({ id }) => id),
    );
    await hermes.agent.newSession();
    await expect(hermes.agent.branch(hermes.agent.session!)).rejects.toThrow("nothing to branch yet");
  });

  it("beside an evicted result on the branch", async () => {
    const hermes = await longSession();
    const target = (await hermes.stored()).find(({ role }) => role === "tool")!;
    const results = (await hermes.stored()).filter(({ role }) => role === "tool");
    await hermes.agent.evict(results[1]!.id);
    await hermes.agent.resend(turnId(hermes, 2), { text: "hello", images: [] });
    expect(hermes.agent.messages.find(({ id }) => id === results[1]!.id)).toMatchObject({ body: { kind: "pruned" } });
    expect(hermes.agent.messages.find(({ id }) => id === target.id)).toMatchObject({ body: { kind: "full" } });
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageText } from "../../src/core/conversation/render";
import {
  childrenOf,
  delegate,
  FILES,
  isChild,
  lastStates,
  parentRequests,
  reading,
  start,
} from "../support/delegation";
import type { RunningHermes } from "../support/hermes";
import { calls, refuses, says, toolCall } from "../support/model-server/reply";

describe("delegation", () => {
  it("runs children in parallel and gives the parent their reports, and nothing else", async () => {
    const hermes = await start({
      parent: (n) =>
        n === 0 ? calls(delegate("a"), delegate("b"), delegate("c"), delegate("d"), delegate("e")) : says("All found."),
      child: reading,
    });
    expect(await hermes.say("look around")).toEqual({ outcome: "answered" });
    const [first, second] = parentRequests(hermes);
    expect(parentRequests(hermes)).toHaveLength(2);
    for (const task of ["a", "b", "c", "d", "e"]) expect(second?.text).toContain(`Found it for ${task}`);
    expect(second?.text.includes("some plain words")).toBe(false);
    // The parent's cached prefix is the same, byte for byte, before and after.
    const prefix = (first?.text ?? "").slice(0, (first?.text ?? "").indexOf('"messages":'));
    expect(second?.text.startsWith(prefix)).toBe(true);
    const children = await childrenOf(hermes);
    expect(children).toHaveLength(5);
    expect(children.every(({ parentId, tip }) => parentId === hermes.agent.session && tip)).toBe(true);
    const states = Object.values(lastStates(hermes));
    expect(states.map(({ state }) => state)).toEqual(["done", "done", "done", "done", "done"]);
    for (const { keptOutTokens } of states) expect(keptOutTokens).toBeGreaterThan(3_000);
    expect(hermes.server.violations).toEqual([]);
  });

  it("counts what sub-agents cost in the sum of the conversation, also after a reload", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a"), delegate("b")) : says("All found.")),
      child: reading,
    });
    await hermes.say("look around");
    const before = hermes.costUsd();
    const { session } = hermes.agent;
    const again = await hermes.reopen();
    await again.agent.resume(session!);
    expect(again.costUsd()).toBeCloseTo(before!, 10);
    await again.agent.newSession();
    expect(again.seen("session-ended").at(-1)?.costUsd).toBeCloseTo(before!, 10);
  });

  it("reads at least 95% of the parent's later prompts from the cache", async () => {
    const rules = "Keep every function short and say why. ".repeat(800);
    const hermes = await start(
      {
        parent: (n) => (n < 4 ? calls(delegate(`p${n}`), delegate(`q${n}`)) : says("All found.")),
        child: reading,
      },
      { files: { ...FILES, "AGENTS.md": rules } },
    );
    await hermes.say("look around");
    const later = parentRequests(hermes).slice(1);
    const read = later.reduce((sum, { cache }) => sum + cache.read, 0);
    const all = later.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
    expect(read / all).toBeGreaterThanOrEqual(0.95);
    expect(
      hermes
        .seen("usage-reported")
        .map(({ missCause }) => missCause)
        .filter(Boolean),
    ).toEqual([]);
  });

  it("keeps read-only kinds from changing anything, and every kind from delegating", async () => {
    const names = new Map<string, readonly string[]>();
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a", "explore"), delegate("b", "task")) : says("ok")),
      child: (task, n, request) => {
        names.set(
          task,
          (request.body["tools"] as unknown as { name: string }[]).map(({ name }) => name),
        );
        return n === 0 ? calls(toolCall("write_file", { path: "new.txt", content: "x" }, "w")) : says("done");
      },
    });
    await hermes.say("go");
    for (const tool of ["write_file", "terminal", "delegate"]) expect(names.get("a")).not.toContain(tool);
    expect(names.get("b")).toContain("write_file");
    expect(names.get("b")).not.toContain("delegate");
    const reports = (await hermes.stored()).filter((message) => message.role === "tool").map(messageText);
    expect(reports[0]).toContain("Files changed, from the record: none.");
    expect(reports[1]).toContain("new.txt");
  });

  it("asks with the parent's approvals, under ids of its own", async () => {
    const asked: string[] = [];
    const hermes = await start(
      {
        parent: (n) => (n === 0 ? calls(delegate("a", "task"), delegate("b", "task")) : says("ok")),
        child: (task, n) =>
          n === 0 ? calls(toolCall("write_file", { path: `${task}.txt`, content: "x" }, "same-id")) : says("done"),
      },
      {
        settings: { "hermes.approval.edit": "ask" },
        host: {
          askApproval: async ({ callId }) => {
            asked.push(callId);
            return { kind: "deny" };
          },
        },
      },
    );
    await hermes.say("go");
    expect(asked.toSorted()).toEqual(["d-a/same-id", "d-b/same-id"]);
    expect(hermes.seen("approval-asked")).toEqual([]);
    expect(hermes.seen("delegate-changed").some(({ delegate: { approval } }) => approval !== undefined)).toBe(true);
  });

  it("refuses a second parallel child the file that the first one changes", async () => {
    let bothStarted: (() => void) | undefined;
    const together = new Promise<void>((resolve) => {
      bothStarted = resolve;
    });
    let waiting = 0;
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a", "task"), delegate("b", "task")) : says("ok")),
      child: async (task, n) => {
        if (n === 0) return calls(toolCall("write_file", { path: "shared.txt", content: task }, `w-${task}`));
        if (++waiting === 2) bothStarted?.();
        await together;
        return says("done");
      },
    });
    await hermes.say("go");
    const texts = hermes.server.requests.filter(isChild).map(({ text }) => text);
    expect(texts.filter((text) => text.includes("is being changed by another sub-agent"))).toHaveLength(1);
    expect(["a", "b"]).toContain(await readFile(join(hermes.root, "shared.txt"), "utf8"));
  });

  it("restores the files that children changed with the turn", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a", "task"), delegate("b", "task")) : says("ok")),
      child: (task, n) =>
        n === 0 ? calls(toolCall("write_file", { path: `${task}.txt`, content: "x" }, `w-${task}`)) : says("done"),
    });
    await hermes.say("go");
    const made = hermes.seen("checkpoint-made")[0];
    expect(made?.files.map((file) => file.split("/").at(-1)).toSorted()).toEqual(["a.txt", "b.txt"]);
    const plan = await hermes.agent.planRestore({ kind: "message", id: made!.messageId, what: "files" });
    await hermes.agent.restore(plan);
    await expect(readFile(join(hermes.root, "a.txt"), "utf8")).rejects.toThrow();
  });

  it("hands over the lines that a report names, word for word as the child read them", async () => {
    const source = Array.from({ length: 60 }, (_, index) => `export const rate${index + 1} = 0.${index + 1};`);
    const hermes = await start(
      {
        parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
        child: (_, n) =>
          n === 0
            ? calls(
                toolCall("read_file", { path: "src/rates.ts" }, "r"),
                toolCall("search_files", { pattern: "file 3" }, "s"),
              )
            : says("The rates are in `src/rates.ts:12-13`, see also f3.txt:1 and src/unread.ts:7."),
      },
      { files: { ...FILES, "src/rates.ts": source.join("\n") } },
    );
    await hermes.say("go");
    const report = messageText((await hermes.stored()).find((message) => message.role === "tool")!);
    expect(report).toContain(
      "src/rates.ts\n12|export const rate12 = 0.12;\n13|export const rate13 = 0.13;\n\nf3.txt\n1|file 3\n\n",
    );
    expect(report).not.toContain("rate14");
    expect(report).not.toContain("unread.ts\n");
    const child = hermes.server.requests.find(isChild);
    expect(child?.text).toContain("`path:12-30`");
    expect(hermes.server.violations).toEqual([]);
  });

  it("limits what a report takes of the parent's window", async () => {
    const long = Array.from({ length: 420 }, (_, index) => `line ${index} ${"x".repeat(60)}`).join("\n");
    const sizes: number[] = [];
    for (const windowTokens of [32_000, 200_000]) {
      const hermes = await start(
        {
          parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
          child: (_, n) =>
            n === 0
              ? calls(toolCall("read_file", { path: "long.txt" }, "r"))
              : says(`Everything matters: long.txt:1-420. ${"Really. ".repeat(2_000)}`),
        },
        {
          files: { "long.txt": long },
          settings: { "hermes.contextLength": windowTokens },
          server: { windowTokens },
        },
      );
      await hermes.say("go");
      const report = (await hermes.stored()).find((message) => message.role === "tool");
      expect(report?.role === "tool" && report.body.kind).toBe("full");
      expect(messageText(report!)).toContain("[More lines were named than fit here, from long.txt:");
      sizes.push(messageText(report!).length);
    }
    expect(sizes.map((size) => Math.round(size / 1_000))).toEqual([10, 24]);
  });

  it("checks a report against what happened", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a", "task")) : says("ok")),
      child: (_, n) =>
        n === 0
          ? calls(toolCall("terminal", { command: "echo '1 failed, 3 passed'; exit 1 # npm test" }, "t"))
          : says("I ran `echo '1 failed, 3 passed'; exit 1 # npm test` and it exited with code 0."),
    });
    await hermes.say("go");
    const report = (await hermes.stored()).find((message) => message.role === "tool");
    expect(messageText(report!)).toContain("[corrected:");
  });
});

describe("a child that does not end by itself", () => {
  const reportOf = async (hermes: RunningHermes): Promise<string> =>
    messageText((await hermes.stored()).findLast((message) => message.role === "tool")!);

  it("and overflows compresses in its own window and reports", async () => {
    const hermes = await start(
      {
        parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
        child: (_, __, request) => {
          const read = hermes.server.requests.filter(isChild).indexOf(request);
          return read < 14
            ? calls(toolCall("read_file", { path: `f${read % 8}.txt`, offset: read + 1 }, `r${read}`))
            : says("The end is in f7.txt.");
        },
      },
      { settings: { "hermes.contextLength": 24_000 }, server: { windowTokens: 24_000 } },
    );
    expect(await hermes.say("go")).toEqual({ outcome: "answered" });
    expect(await reportOf(hermes)).toContain("The end is in f7.txt.");
    expect(lastStates(hermes)["d-a"]?.compressions).toBeGreaterThan(0);
    expect(hermes.seen("compressed")).toEqual([]);
    // Its continuation is no conversation of the user.
    const children = (await hermes.sessions.list()).filter(({ worksFor }) => worksFor !== null);
    expect(children.some(({ relation }) => relation === "continuation")).toBe(true);
    expect(children.every(({ worksFor }) => worksFor === hermes.agent.session)).toBe(true);
    expect(await hermes.sessions.latest()).toBe(hermes.agent.session);
    const lines = await hermes.sessions.list();
    expect(lines.filter(({ tip, relation }) => tip && relation === "sub-agent").length).toBeLessThanOrEqual(1);
    expect(hermes.server.violations).toEqual([]);
  });

  it("and fails ends in a failed result with what it did", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
      child: (_, n) => (n === 0 ? calls(toolCall("read_file", { path: "f1.txt" }, "r")) : refuses(400, "bad luck")),
    });
    expect(await hermes.say("go")).toEqual({ outcome: "answered" });
    expect(await reportOf(hermes)).toContain("It failed:");
    expect(lastStates(hermes)["d-a"]?.state).toBe("failed");
  });

  it("and uses up its steps or its tokens is asked for a report", async () => {
    for (const settings of [{ "hermes.delegate.maxSteps": 3 }, { "hermes.delegate.maxTokens": 6_000 }]) {
      const hermes = await start(
        {
          parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
          child: (_, n, request) =>
            request.text.includes("Your budget for this task is used up")
              ? says("Half of it is in f1.txt.")
              : calls(toolCall("read_file", { path: `f${n % 8}.txt` }, `r${n}`)),
        },
        { settings },
      );
      await hermes.say("go");
      expect(await reportOf(hermes)).toContain("Its budget was used up");
      expect(await reportOf(hermes)).toContain("Half of it is in f1.txt.");
      expect(hermes.server.violations).toEqual([]);
    }
  });

  it("is stopped alone, and its parent goes on with a report", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a"), delegate("b")) : says("ok")),
      child: (task, n) =>
        task === "a" && n === 1 ? { kind: "stall", at: "headers" } : reading(task, n, undefined as never),
    });
    const said = hermes.say("go");
    await expect.poll(() => lastStates(hermes)["d-a"]?.steps).toBe(2);
    await expect.poll(() => lastStates(hermes)["d-b"]?.state).toBe("done");
    hermes.delegates.stop(lastStates(hermes)["d-a"]!.session!);
    expect(await said).toEqual({ outcome: "answered" });
    expect(lastStates(hermes)["d-a"]?.state).toBe("stopped");
    expect(parentRequests(hermes).at(-1)?.text).toContain("The user stopped it before it was done");
    expect(hermes.server.violations).toEqual([]);
  });

  it("is stopped with its parent, and both can go on", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a"), delegate("b")) : says("ok")),
      child: () => ({ kind: "stall", at: "headers" }),
    });
    const said = hermes.say("go");
    await expect.poll(() => Object.values(lastStates(hermes)).map(({ steps }) => steps)).toEqual([1, 1]);
    hermes.agent.stop();
    expect(await said).toEqual({ outcome: "stopped" });
    hermes.server.use(() => says("going on"));
    expect(await hermes.say("go on")).toEqual({ outcome: "answered" });
    const [child] = await childrenOf(hermes);
    await hermes.agent.resume(child!.id);
    expect(await hermes.say("and you?")).toEqual({ outcome: "answered" });
    expect(hermes.server.violations).toEqual([]);
  });

  it("is held back by a hook of its own, not by that of its parent", async () => {
    const hook = (text: string) => [{ hooks: [{ type: "command", command: text }] }];
    const hermes = await start(
      { parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")), child: reading },
      {
        settings: {
          "hermes.hooks": { SubagentStop: hook("echo 'look again' >&2; exit 2"), Stop: hook("true") },
        },
      },
    );
    await hermes.say("go");
    const ran = hermes.seen("hook-ran").map(({ event, did }) => `${event} ${did}`);
    expect(ran).toEqual(["SubagentStop blocked", "SubagentStop blocked", "SubagentStop blocked", "Stop nothing"]);
  });

  it("uses another model of the same provider where one is named", async () => {
    const hermes = await start(
      { parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")), child: reading },
      { settings: { "hermes.delegate.model": "claude-haiku-4-5" } },
    );
    await hermes.say("go");
    const models = hermes.server.requests.map((request) => `${isChild(request)} ${String(request.body["model"])}`);
    expect(new Set(models)).toEqual(new Set(["false claude-sonnet-4-5", "true claude-haiku-4-5"]));
  });

  it("gets what the user wants it to know before its next request", async () => {
    const hermes = await start({
      parent: (n) => (n === 0 ? calls(delegate("a")) : says("ok")),
      child: (task, n) => {
        const session = lastStates(hermes)["d-a"]?.session;
        if (n === 1 && session) hermes.delegates.steer(session, "Look at f2.txt only.");
        return reading(task, n, undefined as never);
      },
    });
    await hermes.say("go");
    const texts = hermes.server.requests.filter(isChild).map(({ text }) => text.includes("Look at f2.txt only."));
    expect(texts).toEqual([false, false, true, true]);
    expect(hermes.server.violations).toEqual([]);
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { delegate, isChild, parentRequests, start } from "../support/delegation";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes, RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest } from "../support/model-server/server";
import { temporaryFolder, writeFiles } from "../support/workspace";

const BODY = `Write release notes.\n\n${"Check the version twice. ".repeat(20)}The secret word is heliotrope-42.`;
const SKILL = `---\nname: release\ndescription: How to prepare a release of this project.\n---\n\n${BODY}\n`;
const FILES = {
  ".hermes/skills/release/SKILL.md": SKILL,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, `file ${index}\n${"some plain words\n".repeat(500)}`]),
  ),
};

type Step = (request: RecordedRequest) => ReturnType<typeof says>;

/** Reads files until a scripted step is due; writes summaries when asked. */
function scripted(steps: Step[], over: Partial<RunOptions> = {}): Promise<RunningHermes> {
  let read = 0;
  return runHermes({
    files: FILES,
    ...over,
    settings: {
      "hermes.contextLength": 128_000,
      "hermes.maxOutputTokens": 1_000,
      "hermes.compression.enabled": false,
      ...over.settings,
    },
    server: {
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff());
        if (request.text.includes("You keep the record of a coding session")) return says("Some files were read.");
        const step = steps.shift();
        if (step !== undefined) return step(request);
        read++;
        return read % 6 === 0 ? says("done") : calls(toolCall("read_file", { path: `f${read % 12}.txt` }, `r${read}`));
      },
    },
  });
}

const agentRequests = ({ server }: RunningHermes) => server.requests.filter((request) => !isSummaryCall(request));
const hasBody = (request: RecordedRequest | undefined): boolean => request?.text.includes("heliotrope-42") ?? false;
const bodies = (request: RecordedRequest | undefined): number => (request?.text.split("heliotrope-42").length ?? 1) - 1;
const skillTokens = (hermes: RunningHermes): number =>
  hermes
    .seen("context-measured")
    .at(-1)
    ?.context.segments.find(({ kind }) => kind === "skills")?.tokens ?? 0;

describe("a skill", () => {
  it("is listed by name and description, enters on demand, and leaves when done", async () => {
    const hermes = await scripted([
      () => calls(toolCall("skill", { name: "release" }, "s1")),
      () => says("I know how."),
      () => calls(toolCall("skill", { name: "release", action: "done" }, "s2")),
      () => says("Finished."),
      () => says("Something else."),
    ]);
    await hermes.say("prepare a release");
    await hermes.say("thanks, that is it");
    await hermes.say("now something else");
    const requests = agentRequests(hermes);
    expect(requests[0]?.text).toContain("- release: How to prepare a release of this project.");
    expect(requests.map(hasBody)).toEqual([false, true, true, false, false]);
    expect(hermes.seen("skill-released").map(({ name }) => name)).toEqual(["release"]);
    expect(hermes.server.violations).toEqual([]);
  });

  it.each(["compressor", "lcm"])("survives five compressions under %s, once, and leaves when done", async (engine) => {
    const hermes = await scripted([() => calls(toolCall("skill", { name: "release" }, "s1"))], {
      settings: { "hermes.context.engine": engine },
    });
    await hermes.say("prepare a release");
    const listed = skillTokens(hermes);
    for (let round = 0; round < 5; round++) {
      await hermes.say(`go on with part ${round}`);
      expect(await hermes.agent.compress()).toBe("smaller");
      await hermes.say("and now?");
      expect(bodies(agentRequests(hermes).at(-1))).toBe(1);
      expect(skillTokens(hermes)).toBeGreaterThan(listed * 0.8);
    }
    const session = hermes.agent.session!;
    const next = await hermes.reopen();
    await next.agent.resume(session);
    let asked = 0;
    hermes.server.use((request) => {
      if (isSummaryCall(request)) return says(handOff());
      return asked++ === 0 ? calls(toolCall("skill", { name: "release", action: "done" }, "s9")) : says("ok");
    });
    await next.say("done with it");
    expect(bodies(hermes.server.requests.at(-1))).toBe(0);
    const after = await next.reopen();
    await after.agent.resume(session);
    await after.say("still gone?");
    expect(bodies(hermes.server.requests.at(-1))).toBe(0);
    expect(hermes.server.violations).toEqual([]);
  });

  it("keeps the cached prefix when it is used", async () => {
    const hermes = await scripted([
      () => calls(toolCall("read_file", { path: "f1.txt" }, "a1")),
      () => calls(toolCall("skill", { name: "release" }, "s1")),
      () => says("I know how."),
    ]);
    await hermes.say("prepare a release");
    expect(hermes.seen("usage-reported").map(({ missCause }) => missCause)).toEqual([undefined, undefined, undefined]);
    expect(hermes.seen("usage-reported").at(-1)?.usage.cacheRead).toBeGreaterThan(0);
  });

  it("of the user is read with its files, and nothing else of the home folder", async () => {
    const home = await temporaryFolder();
    await writeFiles(home, {
      ".hermes/skills/mine/SKILL.md": "---\nname: mine\ndescription: My own.\n---\nSee notes.md.",
      ".hermes/skills/mine/notes.md": "the notes",
      ".hermes/private.md": "private",
    });
    const hermes = await scripted(
      [
        () => calls(toolCall("skill", { name: "mine" }, "s1")),
        () =>
          calls(
            toolCall("read_file", { path: join(home, ".hermes/skills/mine/notes.md") }, "r1"),
            toolCall("read_file", { path: join(home, ".hermes/private.md") }, "r2"),
            toolCall("write_file", { path: join(home, ".hermes/skills/mine/notes.md"), content: "x" }, "w1"),
          ),
        () => says("read"),
      ],
      { host: { homeFolder: home } },
    );
    await hermes.say("use mine");
    expect(Object.fromEntries(hermes.seen("tool-ended").map(({ callId, failed }) => [callId, failed]))).toEqual({
      s1: false,
      r1: false,
      r2: true,
      w1: true,
    });
  });

  it("is in the requests of the agent that uses it, not in those of its parent or its sub-agents", async () => {
    const uses = toolCall("skill", { name: "release" }, "s1");
    const hermes = await start(
      {
        parent: (n) => (n === 0 ? calls(uses) : n === 1 ? calls(delegate("a"), delegate("b")) : says("ok")),
        child: (task, n) => (task === "b" && n === 0 ? calls(uses) : says("done")),
      },
      { files: FILES },
    );
    await hermes.say("go");
    const children = hermes.server.requests.filter(isChild);
    const of = (task: string) => children.filter(({ text }) => text.includes(`TASK-${task}`)).map(bodies);
    expect([parentRequests(hermes).map(bodies), of("a"), of("b")]).toEqual([[0, 1, 1], [0], [0, 1]]);
    expect(hermes.server.violations).toEqual([]);
  });

  it("that does not exist is refused with the names of those that do", async () => {
    const hermes = await scripted([() => calls(toolCall("skill", { name: "nothing" }, "s1")), () => says("sorry")]);
    await hermes.say("use nothing");
    expect(agentRequests(hermes).at(-1)?.text).toContain("There is no skill named");
    expect(agentRequests(hermes).at(-1)?.text).toContain("- release:");
  });
});

it("gives one notice for each bad skill, and the session works", async () => {
  const hermes = await runHermes({
    files: { ".hermes/skills/bad/SKILL.md": "no front matter", ".hermes/skills/good/SKILL.md": SKILL },
  });
  expect(await hermes.say("hello")).toEqual({ outcome: "answered" });
  expect(hermes.seen("notice").map(({ text }) => text)).toEqual([
    expect.stringContaining(".hermes/skills/bad/SKILL.md is left out"),
  ]);
});

it("offers neither skills nor the tool in an untrusted workspace, or where there are none", async () => {
  const untrusted = await runHermes({ files: FILES, host: { trust: () => "untrusted" } });
  await untrusted.say("hello");
  expect(untrusted.server.requests[0]?.text).not.toContain("How to prepare a release");
  const without = await runHermes({ files: {} });
  await without.say("hello");
  for (const { server } of [untrusted, without]) expect(server.requests[0]?.text).not.toContain('"name":"skill"');
});

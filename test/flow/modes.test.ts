import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ApprovalRequest } from "../../src/core/tools/tool";
import type { RunningHermes, RunOptions } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest, Script } from "../support/model-server/server";

const ASKS = { "hermes.approval.edit": "ask", "hermes.approval.run": "ask" };

/** "call tool {…}" makes that call; everything else is answered. */
function obedient(): Script {
  let serial = 0;
  return ({ body }) => {
    const newest: unknown = Array.isArray(body["messages"]) ? body["messages"].at(-1)?.content : undefined;
    const blocks = Array.isArray(newest) ? newest : [];
    const said = blocks.find((block) => block?.type === "text" && String(block.text).startsWith("call "))?.text;
    const [, name, json] = /^call (\w+) (.*)$/.exec(String(said)) ?? [];
    return name === undefined || json === undefined || blocks.some((block) => block?.type === "tool_result")
      ? says("ok")
      : calls(toolCall(name, JSON.parse(json), `c${serial++}`));
  };
}

const start = (options: RunOptions = {}) =>
  runHermes({ files: { "a.txt": "a\n" }, server: { script: obedient() }, settings: ASKS, ...options });

const newestResult = (hermes: RunningHermes) => JSON.stringify(hermes.server.requests.at(-1)?.body["messages"]);
const toolsOf = ({ body }: RecordedRequest) => JSON.stringify(body["tools"]);
const WRITE = 'call write_file {"path":"new.txt","content":"x"}';

describe("a mode", () => {
  it.each([
    ["ask", "Ask mode"],
    ["plan", "Plan mode"],
  ] as const)("that only reads refuses changes at the gate and says so: %s", async (mode, words) => {
    const asked: ApprovalRequest[] = [];
    const hermes = await start({
      host: {
        askApproval: async (request) => {
          asked.push(request);
          return { kind: "allow", remember: "once" };
        },
      },
    });
    hermes.agent.controls.change({ mode });
    await hermes.say(WRITE);
    expect(newestResult(hermes)).toContain(`Not run: the user chose ${words}`);
    expect(existsSync(join(hermes.root, "new.txt"))).toBe(false);
    await hermes.say('call terminal {"command":"touch made.txt"}');
    expect(existsSync(join(hermes.root, "made.txt"))).toBe(false);
    await hermes.say('call read_file {"path":"a.txt"}');
    expect(newestResult(hermes)).toContain("1|a");
    expect(asked).toEqual([]);
  });

  it("never changes the tools or the system prompt on the wire, which would lose the cache", async () => {
    const hermes = await start();
    for (const mode of ["agent", "ask", "plan", "agent"] as const) {
      hermes.agent.controls.change({ mode });
      await hermes.say("hello");
    }
    const [first, ...others] = hermes.server.requests;
    for (const request of others) {
      expect(toolsOf(request)).toBe(toolsOf(first!));
      expect(request.body["system"]).toEqual(first?.body["system"]);
    }
  });

  it("is stated in each turn that it restricts, and its end in the first turn after", async () => {
    const hermes = await start();
    const states: boolean[] = [];
    for (const mode of ["agent", "plan", "plan", "agent", "agent"] as const) {
      hermes.agent.controls.change({ mode });
      await hermes.say("hello");
      const message = hermes.agent.messages.findLast(({ role }) => role === "user");
      states.push(message?.role === "user" && (message.attachment ?? "").includes("<mode>"));
    }
    expect(states).toEqual([false, true, true, true, false]);
  });

  it("lets commands that only read run while planning", async () => {
    const hermes = await start();
    hermes.agent.controls.change({ mode: "plan" });
    await hermes.say('call terminal {"command":"cat a.txt"}');
    expect(newestResult(hermes)).not.toContain("Not run");
  });
});

describe("the level of approvals", () => {
  it.each([
    ["ask", 2],
    ["edits", 1],
    ["all", 0],
  ] as const)("%s asks %d times about an edit and a command", async (approval, questions) => {
    let asked = 0;
    const hermes = await start({
      host: {
        askApproval: async () => {
          asked++;
          return { kind: "allow", remember: "once" };
        },
      },
    });
    hermes.agent.controls.change({ approval });
    await hermes.say(WRITE);
    await hermes.say('call terminal {"command":"touch made.txt"}');
    expect(asked).toBe(questions);
    expect(existsSync(join(hermes.root, "made.txt"))).toBe(true);
  });

  it("ends with its session, and shows what the settings say", async () => {
    const hermes = await start();
    await hermes.say("hello");
    hermes.agent.controls.change({ approval: "all" });
    expect(hermes.agent.controls.current.approval).toBe("all");
    await hermes.agent.newSession();
    expect(hermes.agent.controls.current.approval).toBe("ask");
    const first = hermes.seen("session-opened")[0]!.session;
    hermes.agent.controls.change({ approval: "all" });
    await hermes.agent.resume(first);
    expect(hermes.agent.controls.current.approval).toBe("ask");
    hermes.set({ ...ASKS, "hermes.approval.edit": "allow" });
    expect(hermes.agent.controls.current.approval).toBe("edits");
  });

  it("never allows what the settings deny", async () => {
    const hermes = await start({ settings: { ...ASKS, "hermes.approval.edit": "deny" } });
    hermes.agent.controls.change({ approval: "all" });
    await hermes.say(WRITE);
    expect(existsSync(join(hermes.root, "new.txt"))).toBe(false);
  });

  it("asks about files that control tools even where everything is allowed", async () => {
    const asked: string[] = [];
    const hermes = await start({
      host: {
        askApproval: async ({ tool }) => {
          asked.push(tool);
          return { kind: "deny" };
        },
      },
    });
    hermes.agent.controls.change({ approval: "all" });
    await hermes.say('call write_file {"path":".vscode/tasks.json","content":"{}"}');
    expect(asked).toEqual(["write_file"]);
  });
});

describe("a plan", () => {
  const PLAN = `call write_plan ${JSON.stringify({ title: "Fix the total", plan: "# Fix\n\n1. Change cart.js" })}`;

  it("is written as a document, and started as a pinned message", async () => {
    const hermes = await start();
    hermes.agent.controls.change({ mode: "plan" });
    await hermes.say(PLAN);
    const { path, title, tokens } = hermes.seen("plan-written")[0]!;
    expect(path).toMatch(/fix-the-total\.hermes-plan\.md$/);
    expect({ title, counted: tokens > 0 }).toEqual({ title: "Fix the total", counted: true });
    expect(await readFile(path, "utf8")).toBe("# Fix\n\n1. Change cart.js");
    expect(hermes.rows().at(-2)).toMatchObject({ kind: "notice", actions: ["start-plan", "open-plan"] });
    hermes.agent.controls.change({ mode: "agent" });
    await hermes.agent.send({ text: "Carry out this plan:\n\n# Fix", images: [], keep: "pinned" });
    expect(hermes.seen("pins-changed").at(-1)).toMatchObject({
      pins: [expect.stringContaining("Carry out this plan")],
      tokens: [expect.any(Number)],
    });
  });

  it("comes back to the agent with the user's edits while planning goes on", async () => {
    const hermes = await start();
    hermes.agent.controls.change({ mode: "plan" });
    await hermes.say(PLAN);
    await writeFile(hermes.seen("plan-written")[0]!.path, "# Fix\n\n1. Change price.js instead");
    await hermes.say("What about tests?");
    expect(newestResult(hermes)).toContain("Change price.js instead");
  });

  it("is refused where nobody asked for one", async () => {
    const hermes = await start();
    await hermes.say(PLAN);
    expect(hermes.seen("plan-written")).toEqual([]);
    expect(newestResult(hermes)).toContain("did not ask for a plan");
  });

  it("never overwrites an earlier plan of the same name", async () => {
    const hermes = await start();
    hermes.agent.controls.change({ mode: "plan" });
    await hermes.say(PLAN);
    await hermes.say(PLAN);
    const paths = hermes.seen("plan-written").map(({ path }) => path);
    expect(new Set(paths).size).toBe(2);
  });
});

describe("thinking effort", () => {
  it("goes out under the name each API has for it, and only to models that take it", async () => {
    const bodies: Record<string, unknown>[] = [];
    for (const [provider, model] of [
      ["anthropic", "claude-opus-5"],
      ["anthropic", "claude-sonnet-4-5"],
      ["openai", "gpt-5.5"],
      ["openai-responses", "gpt-5.5"],
    ] as const) {
      const hermes = await start({ settings: { ...ASKS, "hermes.provider": provider, "hermes.model": model } });
      hermes.agent.controls.change({ effort: "low" });
      await hermes.say("hello");
      const { output_config, reasoning_effort, reasoning } = hermes.server.requests[0]?.body ?? {};
      bodies.push(JSON.parse(JSON.stringify({ output_config, reasoning_effort, reasoning })));
    }
    expect(bodies).toEqual([
      { output_config: { effort: "low" } },
      {},
      { reasoning_effort: "low" },
      { reasoning: { effort: "low" } },
    ]);
  });

  it("is left to the model by default", async () => {
    const hermes = await start({ settings: { ...ASKS, "hermes.model": "claude-opus-5" } });
    await hermes.say("hello");
    expect(hermes.server.requests[0]?.body).not.toHaveProperty("output_config");
  });
});

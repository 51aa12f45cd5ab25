import { describe, expect, it } from "vitest";
import { messageText } from "../../src/core/conversation/render";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";

describe("another context engine, selected in the middle of a session,", () => {
  it("continues in a continuation with every message and states the cost", async () => {
    const hermes = await runHermes({ server: { script: () => says("noted") } });
    await hermes.say("remember the blue door");
    const before = hermes.agent.session!;
    const said = await hermes.stored();

    hermes.set({ "hermes.context.engine": "lcm" });
    await hermes.agent.changeEngine();
    const after = hermes.agent.session!;
    expect(after).not.toBe(before);
    expect(hermes.agent.engine?.name).toBe("lcm");
    expect((await hermes.stored()).map(messageText)).toEqual(said.map(messageText));
    expect(hermes.seen("notice").at(-1)?.text).toMatch(
      /"lcm"\. All 2 messages were kept\. The next request reads about [\d,]+ tokens without the cache/,
    );

    await hermes.say("and now?");
    expect(hermes.server.requests.at(-1)?.text).toContain("remember the blue door");
    expect(hermes.server.requests.at(-1)?.text).toContain("lcm_grep");
    expect(hermes.server.violations).toEqual([]);
  });

  it("states no cost if there is none", async () => {
    const hermes = await runHermes({
      server: { script: () => says("noted") },
      settings: { "hermes.provider": "rehearsal" },
    });
    await hermes.say("remember the blue door");
    hermes.set({ "hermes.context.engine": "lcm" });
    await hermes.agent.changeEngine();
    expect(hermes.seen("notice").at(-1)?.text).toMatch(/tokens without the cache\. Undo/);
  });

  it("changes nothing if it is already in use", async () => {
    const hermes = await runHermes({ server: { script: () => says("noted") } });
    await hermes.say("hello");
    const before = hermes.agent.session;
    await hermes.agent.changeEngine();
    expect(hermes.agent.session).toBe(before);
  });
});

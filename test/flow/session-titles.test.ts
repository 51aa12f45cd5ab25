import { describe, expect, it } from "vitest";
import { sessionId } from "../../src/core/conversation/ids";
import { importSession } from "../../src/core/sessions/export";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";

const start = () => runHermes({ server: { script: () => says("ok") } });

const titleInList = async ({ sessions, agent }: RunningHermes) =>
  (await sessions.list()).find(({ id }) => id === agent.session)?.title;

async function addSession({ sessions, root }: RunningHermes, title: string, text: string): Promise<void> {
  const messages = importSession(JSON.stringify([{ role: "user", content: text }]), () => crypto.randomUUID()).messages;
  const header = {
    id: sessionId(`old-${title.length}`),
    parentId: null,
    relation: "root",
    startedAt: 1,
    title,
    workspace: root,
    systemPrompt: "",
    engine: "compressor",
  } as const;
  await (await sessions.create(header, messages)).release();
}

describe("a session is titled by its first message", () => {
  it("when it begins with it", async () => {
    const hermes = await start();
    await hermes.say("Fix the login");
    expect(hermes.seen("session-opened").at(-1)?.title).toBe("Fix the login");
    expect([await titleInList(hermes), hermes.seen("title-changed")]).toEqual(["Fix the login", []]);
  });

  it("when it was begun empty, in every view at once and after a reload", async () => {
    const hermes = await start();
    await hermes.agent.newSession();
    await hermes.say("???");
    await hermes.say("Fix the login");
    await hermes.say("And the logout");
    const { session } = hermes.agent;
    expect(hermes.seen("title-changed")).toEqual([{ type: "title-changed", session, title: "Fix the login" }]);
    expect(await titleInList(hermes)).toBe("Fix the login");
    expect((await hermes.sessions.search("logout", { limit: 1 }))[0]?.title).toBe("Fix the login");
    const again = await hermes.reopen();
    await again.agent.resume(session!);
    expect(again.seen("session-opened").at(-1)?.title).toBe("Fix the login");
  });

  it("when its first message was edited and sent again", async () => {
    const hermes = await start();
    await hermes.say("Fxi the login");
    const [first] = await hermes.stored();
    await hermes.agent.resend(first!.id, { text: "Fix the login", images: [] });
    expect(await titleInList(hermes)).toBe("Fix the login");
  });

  it("when it branched later", async () => {
    const hermes = await start();
    await hermes.agent.newSession();
    await hermes.say("Fix the login");
    await hermes.say("Now");
    const messages = await hermes.stored();
    await hermes.agent.resend(messages[2]!.id, { text: "Later", images: [] });
    expect(await titleInList(hermes)).toBe("Fix the login (branch)");
  });

  it.each([
    ["New session", "Fix the login"],
    ["New session (branch)", "Fix the login (branch)"],
    ["New session #2", "Fix the login #2"],
    ["New session (branch) #12", "Fix the login (branch) #12"],
    ["", "Fix the login"],
    ["New sessions", "New sessions"],
  ])("when an earlier version called it %j", async (stored, title) => {
    const hermes = await start();
    await addSession(hermes, stored, "Fix the login");
    expect((await hermes.sessions.list()).map((line) => line.title)).toEqual([title]);
    await hermes.agent.resume((await hermes.sessions.latest())!);
    expect(hermes.seen("session-opened").at(-1)?.title).toBe(title);
  });
});

describe("a session that the user named", () => {
  it("keeps the name, even before anything was said", async () => {
    const hermes = await start();
    const id = await hermes.agent.newSession();
    await hermes.agent.rename(id, "New session");
    await hermes.say("Fix the login");
    expect(await titleInList(hermes)).toBe("New session");
    expect(hermes.seen("title-changed").map(({ title }) => title)).toEqual(["New session"]);
  });

  it("passes it on to its branches and to another engine", async () => {
    const hermes = await start();
    await hermes.say("hello");
    await hermes.agent.rename(hermes.agent.session!, "Login");
    const [first] = await hermes.stored();
    hermes.set({ "hermes.context.engine": "lcm" });
    await hermes.agent.changeEngine();
    expect(await titleInList(hermes)).toBe("Login");
    await hermes.agent.resend(first!.id, { text: "hello again", images: [] });
    expect(await titleInList(hermes)).toBe("Login (branch)");
  });

  it("passes it on to an empty branch", async () => {
    const hermes = await start();
    await hermes.say("hello");
    await hermes.agent.rename(hermes.agent.session!, "Login");
    const [first] = await hermes.stored();
    await hermes.agent.resend(first!.id, { text: "hello again", images: [] });
    expect(await titleInList(hermes)).toBe("Login (branch)");
  });
});

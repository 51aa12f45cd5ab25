import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messageText } from "../../../src/core/conversation/render";
import { promptTokens } from "../../../src/core/conversation/usage";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { followSession } from "../../../src/core/foreign/follow";
import { importAnySession } from "../../../src/core/foreign/import";
import { listForeignSessions } from "../../../src/core/foreign/list";
import { searchForeignSessions } from "../../../src/core/foreign/search/search";
import type { ForeignAgent } from "../../../src/core/foreign/session";
import { newestRequest } from "../../../src/core/foreign/session";
import { worksIn } from "../../../src/core/foreign/works-in";
import { foreignHome, never } from "../../support/foreign-fixtures";

test("the list names each session by what the person asked for, and its folder", async () => {
  const world = foreignHome();
  const agents: readonly ForeignAgent[] = ["claude-code", "codex", "pi", "opencode"];
  const listed = await Promise.all(agents.map((agent) => listForeignSessions(world, agent, { most: 10 }, never)));
  const title = "Find out why the retry loop gives up, and run the build.";
  expect(listed.flat().map((entry) => [entry.file.agent, entry.title, entry.workspace])).toEqual([
    ["claude-code", title, "/home/user/project"],
    ["codex", title, "/home/user/project"],
    ["pi", title, "/home/user/project"],
    ["opencode", "Step 1.", "/home/user/project"],
  ]);
});

test("an agent without a folder has no sessions", async () => {
  const world = { ...foreignHome(), home: "/nowhere", userFolder: "/nowhere" };
  expect(await listForeignSessions(world, "cline", { most: 10 }, never)).toEqual([]);
});

test("a session belongs to the folder it worked in and to those above it", () => {
  const cases = ["/home/user/project", "/home/user/project/web", "/home/user/projects", ""];
  expect(cases.map((workspace) => worksIn(workspace, "/home/user/project/"))).toEqual([true, true, false, false]);
});

test("following reads what an agent adds, waits for the end of a line, and starts over after a rewrite", async () => {
  const world = foreignHome();
  const [file] = await discoverSessions(world, "claude-code", never);
  const path = file?.path ?? "";
  const lines = readFileSync(path, "utf8").split("\n");
  const half = lines.findIndex((line) => line.includes('"compact_boundary"'));
  writeFileSync(path, `${lines.slice(0, half).join("\n")}\n`);
  const look = followSession(file!);
  const tokens = async () => {
    const session = await look(never);
    const request = session && newestRequest(session);
    return request && [promptTokens(request.usage), session.compactions.length, session.unreadable];
  };
  expect(await tokens()).toEqual([22_015, 0, 0]);
  expect(await tokens()).toBeUndefined();
  const rest = lines.slice(half).join("\n");
  appendFileSync(path, rest.slice(0, 300));
  expect(await tokens()).toEqual([22_015, 0, 0]);
  appendFileSync(path, rest.slice(300));
  expect(await tokens()).toEqual([21_552, 1, 0]);
  writeFileSync(path, `${lines.slice(0, half).join("\n")}\n`);
  expect(await tokens()).toEqual([22_015, 0, 0]);
});

test("a search finds what compactions dropped, in the sessions of every agent", async () => {
  const world = foreignHome();
  const agents: readonly ForeignAgent[] = ["claude-code", "codex", "opencode", "pi"];
  const files = (await Promise.all(agents.map((agent) => discoverSessions(world, agent, never)))).flat();
  const hits: string[] = [];
  for await (const hit of searchForeignSessions(files, "STAGING 8123", never))
    hits.push(`${hit.file.agent} ${hit.role}: ${hit.snippet.includes("Staging port: 8123.")}`);
  expect(hits).toEqual(agents.map((agent) => `${agent} tool: true`));
});

test("a search can be stopped", async () => {
  const world = foreignHome();
  const files = await discoverSessions(world, "claude-code", never);
  const stopped = AbortSignal.abort();
  await expect(searchForeignSessions(files, "port", stopped).next()).rejects.toThrow();
});

test("a file of Claude Code can be imported, with its summary in place of what it dropped", async () => {
  const world = foreignHome();
  const [file] = await discoverSessions(world, "claude-code", never);
  let count = 0;
  const { title, messages } = importAnySession(readFileSync(file?.path ?? "", "utf8"), () => `n${count++}`);
  expect(title).toBe("Find out why the retry loop gives up, and run the build.");
  expect(messages.map(({ role }) => role)).toEqual(["summary", "assistant", "user", "user", "user", "assistant"]);
  expect(messageText(messages[4]!)).toBe("Which port does staging use?");
});

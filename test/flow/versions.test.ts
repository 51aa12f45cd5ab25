import { describe, expect, it } from "vitest";
import type { SessionId } from "../../src/core/conversation/ids";
import { messageId, sessionId } from "../../src/core/conversation/ids";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";

const start = () =>
  runHermes({
    settings: { "hermes.contextLength": 64_000, "hermes.maxOutputTokens": 1_000 },
    server: { script: (request) => says(isSummaryCall(request) ? handOff() : `answer ${LONG}`) },
  });

/** Enough of these fill a window, so that a compression has something to fold. */
const LONG = "word ".repeat(1_500);

/** The user's messages as the chat shows them, with the place of each among its versions. */
const shown = (hermes: RunningHermes): readonly string[] =>
  hermes.rows().flatMap((row) => (row.kind === "user" ? [row.text.slice(0, 20) + place(row.versions)] : []));

const place = (versions: { readonly index: number; readonly all: readonly unknown[] } | undefined): string =>
  versions === undefined ? "" : ` ‹${versions.index + 1}/${versions.all.length}›`;

/** The index answers in its own time. */
const settled = (hermes: RunningHermes, expected: readonly string[]) =>
  expect.poll(() => shown(hermes), { timeout: 10_000 }).toEqual(expected);

function rowOf(hermes: RunningHermes, text: string) {
  const row = hermes.rows().find((one) => one.kind === "user" && one.text.startsWith(text));
  if (row?.kind !== "user") throw new Error(`no message "${text}"`);
  return row;
}

const resend = (hermes: RunningHermes, text: string, instead: string) =>
  hermes.agent.resend(messageId(rowOf(hermes, text).messageId), { text: instead, images: [] });

async function switchTo(hermes: RunningHermes, text: string, index: number): Promise<void> {
  const { session } = rowOf(hermes, text).versions!.all[index]!;
  await hermes.agent.showVersion(sessionId(session));
}

describe("versions of a message", () => {
  it("are counted where a message was sent again, and lead back to every answer", async () => {
    const hermes = await start();
    await hermes.say("one");
    await hermes.say("two");
    await resend(hermes, "two", "two again");
    await settled(hermes, ["one", "two again ‹2/2›"]);
    await resend(hermes, "two again", "two once more");
    await settled(hermes, ["one", "two once more ‹3/3›"]);
    await switchTo(hermes, "two once more", 0);
    await settled(hermes, ["one", "two ‹1/3›"]);
    await switchTo(hermes, "two", 1);
    await settled(hermes, ["one", "two again ‹2/3›"]);
  });

  it("survive a reload", async () => {
    const hermes = await start();
    await hermes.say("one");
    await resend(hermes, "one", "other");
    const { session } = hermes.agent;
    const again = await hermes.reopen();
    await again.agent.resume(session!);
    await settled(again, ["other ‹2/2›"]);
  });

  it("open where each was worked on last", async () => {
    const hermes = await start();
    await hermes.say("one");
    await hermes.say("two");
    const first = hermes.agent.session;
    await resend(hermes, "one", "other");
    await settled(hermes, ["other ‹2/2›"]);
    await switchTo(hermes, "other", 0);
    expect(hermes.agent.session).toBe(first);
    await resend(hermes, "two", "two again");
    const newest = hermes.agent.session;
    await settled(hermes, ["one ‹1/2›", "two again ‹2/2›"]);
    await switchTo(hermes, "one", 1);
    await settled(hermes, ["other ‹2/2›"]);
    await switchTo(hermes, "other", 0);
    expect(hermes.agent.session).toBe(newest);
  });

  it("are found after a compression has folded the messages before them", async () => {
    const hermes = await start();
    for (const text of ["one", "two", "three", "four", "five", "six", "seven"]) await hermes.say(text);
    await resend(hermes, "seven", "another seven");
    await settled(hermes, ["one", "two", "three", "four", "five", "six", "another seven ‹2/2›"]);
    const branch = hermes.agent.session as SessionId;
    expect(await hermes.agent.compress()).toBe("smaller");
    await switchTo(hermes, "another seven", 0);
    await settled(hermes, ["one", "two", "three", "four", "five", "six", "seven ‹1/2›"]);
    await hermes.agent.showVersion(branch);
    await expect.poll(() => shown(hermes).at(-1), { timeout: 10_000 }).toBe("another seven ‹2/2›");
  });

  it("do not end a session when they are switched", async () => {
    const hermes = await start();
    await hermes.say("one");
    await resend(hermes, "one", "other");
    await settled(hermes, ["other ‹2/2›"]);
    await switchTo(hermes, "other", 0);
    await settled(hermes, ["one ‹1/2›"]);
    expect(hermes.seen("session-ended")).toEqual([]);
  });

  it("are not counted for sub-agents, continuations, and other conversations", async () => {
    const hermes = await start();
    for (const text of ["one", "two", "three", "four", "five", "six", "seven"]) await hermes.say(text);
    await hermes.agent.compress();
    await hermes.say("eight");
    await hermes.agent.newSession();
    await hermes.say("one");
    expect(hermes.seen("versions-found")).toEqual([]);
  });
});

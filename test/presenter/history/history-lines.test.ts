import { describe, expect, it } from "vitest";
import { messageId, sessionId } from "../../../src/core/conversation/ids";
import type { Usage } from "../../../src/core/conversation/usage";
import { noUsage } from "../../../src/core/conversation/usage";
import type { SearchHit, SessionLine } from "../../../src/core/sessions/lineage/session";
import {
  foreignLines,
  foundLines,
  newestFirst,
  ownLines,
  passagesOf,
} from "../../../src/presenter/history/history-lines";
import type { FoundPassage } from "../../../src/protocol/history";

const session = (id: string, about: Partial<SessionLine> = {}): SessionLine => ({
  id: sessionId(id),
  parentId: null,
  relation: "root",
  worksFor: null,
  title: `about ${id}`,
  workspace: "/w",
  engine: "compressor",
  startedAt: 1,
  endedAt: null,
  endReason: null,
  tip: true,
  messageCount: 4,
  usage: used(100),
  auxiliaryUsage: noUsage,
  costUsd: 0.1,
  lastUsedAt: 1,
  ...about,
});

const used = (input: number): Usage => ({ ...noUsage, input });

const folded = (id: string, about: Partial<SessionLine> = {}): SessionLine =>
  session(id, { tip: false, endReason: "compression", ...about });

const child = (id: string, parent: string, about: Partial<SessionLine> = {}): SessionLine =>
  session(id, { parentId: sessionId(parent), relation: "continuation", ...about });

const hit = (id: string, snippet: string): SearchHit => ({
  session: sessionId(id),
  messageId: messageId(`${id}-message`),
  role: "user",
  title: "",
  at: 1,
  snippet,
  score: 1,
});

describe("ownLines", () => {
  it("lists a conversation once, with everything that compressions and sub-agents took", () => {
    const lines = ownLines(
      [
        folded("first"),
        child("second", "first", { title: "the tip", auxiliaryUsage: used(50), lastUsedAt: 9 }),
        child("helper", "first", { relation: "sub-agent", worksFor: sessionId("first"), tip: false }),
        child("helper-2", "helper", { worksFor: sessionId("first") }),
      ],
      "second",
    );
    expect(lines).toEqual([
      {
        id: "second",
        agent: null,
        title: "the tip",
        lastUsedAt: 9,
        state: "open",
        figures: { engine: "compressor", messages: 4, tokens: 450, costUsd: 0.4 },
        found: null,
      },
    ]);
  });

  it("names the compressed copy that an undo left behind", () => {
    const copy = child("copy", "first", { relation: "branch", endReason: "undone" });
    expect(ownLines([session("first"), copy], "first").map(({ id, state }) => `${id} ${state}`)).toEqual([
      "first open",
      "copy undone",
    ]);
  });

  it("leaves out empty sessions, and gives no cost where one price is unknown", () => {
    const lines = ownLines([session("empty", { messageCount: 0 }), session("unpriced", { costUsd: null })], undefined);
    expect(lines.map(({ id, figures }) => [id, figures?.costUsd])).toEqual([["unpriced", null]]);
  });
});

describe("foundLines", () => {
  const lines = ownLines([folded("a"), child("b", "a", { title: "Fix the cart" }), session("c"), session("d")], "c");
  const find = (query: string, hits: readonly SearchHit[]) =>
    foundLines(lines, query, passagesOf(hits, [folded("a"), child("b", "a"), session("c"), session("d")])).map(
      ({ id, found }) => `${id}: ${found?.text ?? "title"}`,
    );

  it("puts titles first, then finds in their order, one per conversation", () => {
    expect(find("the CART", [hit("d", "cart in d"), hit("a", "cart in a"), hit("b", "again in b")])).toEqual([
      "b: cart in a",
      "d: cart in d",
    ]);
  });

  it("finds a conversation by words that a compression has folded away", () => {
    expect(find("otter", [hit("a", "an otter")])).toEqual(["b: an otter"]);
  });

  it("skips finds in sessions that are not listed", () => {
    expect(find("otter", [hit("gone", "an otter")])).toEqual([]);
  });
});

describe("foreignLines", () => {
  it("name their agent, and stand among own sessions by time", () => {
    const file = { agent: "codex", id: "x", path: "/x.jsonl", modifiedAt: 5, bytes: 10 } as const;
    const foreign = foreignLines([{ file, title: "Theirs", workspace: "/w" }]);
    const all = newestFirst([...ownLines([session("old"), session("new", { lastUsedAt: 8 })], undefined), ...foreign]);
    expect(all.map(({ id, agent }) => `${id} ${agent ?? "Hermes"}`)).toEqual([
      "new Hermes",
      "codex:/x.jsonl:x Codex",
      "old Hermes",
    ]);
  });

  it("carry the passage that was found in them", () => {
    const passages = new Map<string, FoundPassage>([["codex:/x:x", { messageId: null, text: "otter" }]]);
    const file = { agent: "codex", id: "x", path: "/x", modifiedAt: 5, bytes: 10 } as const;
    expect(foundLines(foreignLines([{ file, title: "Theirs", workspace: "" }]), "otter", passages)).toMatchObject([
      { found: { text: "otter" } },
    ]);
  });
});

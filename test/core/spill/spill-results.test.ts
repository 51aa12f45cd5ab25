import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionId } from "../../../src/core/conversation/ids";
import { messageText } from "../../../src/core/conversation/render";
import { createSpillStore } from "../../../src/core/spill/files";
import type { SpillStore } from "../../../src/core/spill/spill";
import { spillResults, spillUserMessage } from "../../../src/core/spill/spill-results";
import { result, user, withBody } from "../../support/conversation";

const bounds = { resultChars: 100_000, turnChars: 200_000, previewChars: 1_500 };
const session = sessionId("s1");
const lines = (chars: number) => "0123456789abcde\n".repeat(chars / 16);
let root: string;
let store: SpillStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "spill-"));
  store = createSpillStore({ folder: join(root, "tool-results"), now: () => 1 });
});

afterEach(() => rm(root, { recursive: true, force: true }));

const breakDisk = () => writeFile(join(root, "tool-results"), "no folder");

describe("spillResults", () => {
  it("keeps five megabytes on disk and a preview in the message", async () => {
    const text = lines(5_000_000);
    const [spilled] = await spillResults(
      store,
      session,
      [{ message: result("terminal", text, "c1"), exitCode: 0 }],
      bounds,
    );
    expect(spilled?.message.body).toMatchObject({ kind: "spilled", spill: "s1/c1", totalChars: 5_000_000 });
    expect(messageText(spilled?.message ?? user("")).length).toBeLessThan(5_000);
    expect(await readFile(join(root, "tool-results", "s1", "c1.txt"), "utf8")).toBe(text);
    expect(spilled?.outcome).toMatchObject({ kind: "spilled", from: "result" });
  });

  it("brings four parallel results of eighty thousand characters within the turn's bound", async () => {
    const results = ["a", "b", "c", "d"].map((key) => ({ message: result("terminal", lines(80_000), key) }));
    const spilled = await spillResults(store, session, results, bounds);
    expect(spilled.map(({ outcome }) => outcome?.kind)).toEqual(["spilled", "spilled", undefined, undefined]);
    expect(spilled.reduce((sum, { message }) => sum + messageText(message).length, 0)).toBeLessThanOrEqual(
      bounds.turnChars,
    );
  });

  it("leaves small results and those already on disk as they are", async () => {
    const results = [
      { message: result("terminal", "ok") },
      { message: withBody("terminal", { kind: "pruned", gist: "[terminal] ran" }) },
    ];
    expect(await spillResults(store, session, results, bounds)).toEqual(results);
  });

  it("truncates openly when the disk fails", async () => {
    await breakDisk();
    const [spilled] = await spillResults(store, session, [{ message: result("terminal", lines(160_000)) }], bounds);
    expect(spilled?.outcome).toMatchObject({ kind: "truncated", totalChars: 160_000 });
    expect(spilled?.message.body.kind).toBe("full");
    expect(messageText(spilled?.message ?? user(""))).toMatch(
      /^\[Output truncated: 14\d,\d{3} of 160,000 characters are lost/,
    );
  });
});

describe("spillUserMessage", () => {
  it("leaves an ordinary message alone", async () => {
    const message = user("hello");
    expect(await spillUserMessage(store, session, message, bounds)).toEqual({ message });
  });

  it("keeps a pasted log on disk and its pictures in the message", async () => {
    const picture = { type: "image", mediaType: "image/png", base64: "AAAA" } as const;
    const pasted = user(lines(160_000));
    const { message, outcome } = await spillUserMessage(
      store,
      session,
      { ...pasted, content: [...pasted.content, picture] },
      bounds,
    );
    expect(message.content.map(({ type }) => type)).toEqual(["text", "image"]);
    expect([message.spill, outcome?.kind]).toEqual([`s1/${pasted.id}`, "spilled"]);
    expect(messageText(message)).toContain("<persisted-output>");
  });

  it("truncates a pasted log when the disk fails", async () => {
    await breakDisk();
    const { message, outcome } = await spillUserMessage(store, session, user(lines(160_000)), bounds);
    expect([message.spill, outcome?.kind]).toEqual([undefined, "truncated"]);
  });
});

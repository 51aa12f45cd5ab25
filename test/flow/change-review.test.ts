import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";

const numbered = (changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 9 }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join("");

/** "set 3 THREE" replaces a line of a.txt; "write new.txt" creates a file. */
function editor(): Script {
  let serial = 0;
  return ({ body }) => {
    const text = JSON.stringify(Array.isArray(body["messages"]) ? body["messages"].at(-1) : undefined);
    if (text.includes("tool_result")) return says("done");
    const [, line, value] = /set (\d) (\w+)/.exec(text) ?? [];
    if (line !== undefined && value !== undefined)
      return calls(toolCall("patch", { path: "a.txt", find: `line ${line}\n`, replace: `${value}\n` }, `c${serial++}`));
    if (text.includes("rewrite"))
      return calls(
        toolCall("write_file", { path: "a.txt", content: numbered({ 2: "TWO", 8: "EIGHT" }) }, `c${serial++}`),
      );
    return text.includes("write new.txt")
      ? calls(toolCall("write_file", { path: "new.txt", content: "new\n" }, `c${serial++}`))
      : says("ok");
  };
}

const start = () => runHermes({ files: { "a.txt": numbered() }, server: { script: editor() } });
const read = (hermes: RunningHermes, path = "a.txt") => readFile(join(hermes.root, path), "utf8");

/** The bar as the chat shows it: one line per file. */
const bar = (hermes: RunningHermes) =>
  hermes
    .changes()
    .files.map(
      ({ shown, byHermes, added, removed, hunks }) => `${byHermes} ${shown} +${added} −${removed} ${hunks.length}`,
    );

const hunk = (hermes: RunningHermes, index: number) => {
  const file = hermes.changes().files[0]!;
  return hermes.agent.review.undoHunk(file.path, file.hunks[index]!.id);
};

describe("the bar of changed files", () => {
  it("collects the changes of several turns until they are kept", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    expect(bar(hermes)).toEqual(["changed a.txt +1 −1 1"]);
    await hermes.say("set 8 EIGHT");
    await hermes.say("write new.txt");
    expect(bar(hermes)).toEqual(["changed a.txt +2 −2 2", "created new.txt +1 −0 0"]);
    await hermes.agent.review.keep([join(hermes.root, "a.txt")]);
    expect(bar(hermes)).toEqual(["created new.txt +1 −0 0"]);
    await hermes.say("set 5 FIVE");
    expect(bar(hermes)).toEqual(["changed a.txt +1 −1 1", "created new.txt +1 −0 0"]);
    await hermes.agent.review.keepAll();
    expect(bar(hermes)).toEqual([]);
  });

  it("undoes one change and leaves what the user wrote later alone", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hermes.say("set 8 EIGHT");
    await writeFile(join(hermes.root, "a.txt"), `mine\n${numbered({ 2: "TWO", 5: "MINE", 8: "EIGHT" })}`);
    await hunk(hermes, 0);
    expect(await read(hermes)).toBe(`mine\n${numbered({ 5: "MINE", 8: "EIGHT" })}`);
    expect(bar(hermes)).toEqual(["changed a.txt +1 −1 1"]);
    await hunk(hermes, 0);
    expect(await read(hermes)).toBe(`mine\n${numbered({ 5: "MINE" })}`);
    expect(bar(hermes)).toEqual([]);
  });

  it("knows a file as edited until every change in it is undone, also after a reload", async () => {
    const hermes = await start();
    await hermes.say("rewrite");
    const states = ({ agent }: RunningHermes) =>
      agent.knowledge.entries().flatMap((entry) => (entry.kind === "file" ? [`${entry.subject} ${entry.state}`] : []));
    await hunk(hermes, 0);
    expect(states(hermes)).toEqual(["a.txt edited"]);
    const session = hermes.agent.session!;
    const reopened = await hermes.reopen();
    await reopened.agent.resume(session);
    expect(states(reopened)).toEqual(["a.txt edited"]);
    await reopened.agent.review.refresh();
    await hunk(reopened, 0);
    expect(states(reopened)).toEqual(["a.txt restored"]);
  });

  it("can undo the undoing of one change", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hunk(hermes, 0);
    expect(await read(hermes)).toBe(numbered());
    expect(bar(hermes)).toEqual([]);
    const { restoreId } = hermes.seen("checkpoint-restored")[0]!;
    await hermes.agent.restore(await hermes.agent.planRestore({ kind: "restore", id: restoreId }));
    expect(await read(hermes)).toBe(numbered({ 2: "TWO" }));
  });

  it("undoes a file back to where it was last kept", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hermes.agent.review.keepAll();
    await hermes.say("set 8 EIGHT");
    await hermes.agent.restore(await hermes.agent.review.plan([join(hermes.root, "a.txt")]));
    expect(await read(hermes)).toBe(numbered({ 2: "TWO" }));
    expect(bar(hermes)).toEqual([]);
  });

  it("names the newest turn to undo, and is the same after a reload", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hermes.say("set 8 EIGHT");
    const { turn } = hermes.changes();
    const again = await hermes.reopen();
    await again.agent.resume(hermes.agent.session ?? hermes.seen("session-opened")[0]!.session);
    await again.agent.review.refresh();
    expect(again.changes().turn).toBe(turn);
    expect(bar(again)).toEqual(["changed a.txt +2 −2 2"]);
    await again.agent.restore(await again.agent.planRestore({ kind: "message", id: turn as never, what: "files" }));
    expect(await read(again)).toBe(numbered({ 2: "TWO" }));
    expect(bar(again)).toEqual(["changed a.txt +1 −1 1"]);
  });

  it("is empty in a new session", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hermes.agent.newSession();
    await hermes.agent.review.refresh();
    expect(bar(hermes)).toEqual([]);
  });
});

describe("the row of a finished edit", () => {
  it("shows the changed lines and offers to undo them, also after a reload", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    const rowOf = (one: RunningHermes) => one.rows().find((row) => row.kind === "tool");
    expect(rowOf(hermes)).toMatchObject({ undo: "offered", edit: { added: 1, removed: 1 } });
    const again = await hermes.reopen();
    await again.agent.resume(hermes.seen("session-opened")[0]!.session);
    const row = rowOf(again);
    expect(row).toMatchObject({ undo: "offered", edit: { added: 1, removed: 1 } });
    const call = row?.kind === "tool" ? row.callId : "";
    await again.agent.restore(await again.agent.planRestore({ kind: "call", call: call as never }));
    expect(await read(again)).toBe(numbered());
  });

  it("shows arguments of a failed edit instead, and offers nothing to undo", async () => {
    const hermes = await start();
    await hermes.say("set 2 TWO");
    await hermes.say("set 2 AGAIN");
    expect(
      hermes
        .rows()
        .filter((row) => row.kind === "tool")
        .at(-1),
    ).toMatchObject({ status: "failed" });
    expect(
      hermes
        .rows()
        .filter((row) => row.kind === "tool")
        .at(-1),
    ).not.toHaveProperty("undo");
  });
});

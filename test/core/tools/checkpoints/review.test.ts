import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callId, sessionId } from "../../../../src/core/conversation/ids";
import { reviewFile, withoutHunk } from "../../../../src/core/tools/checkpoints/review";
import { restoreOf, turn, turnsFrom, withCheckpoints } from "../../../support/checkpoints";
import { PROCESS_TEST_MS } from "../../../support/processes";

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");
const BEFORE = lines("one", "two", "three", "four", "five", "six", "seven");
const BY_HERMES = lines("one", "HERMES", "three", "four", "five", "SIX", "seven");

type Setup = Awaited<ReturnType<typeof withCheckpoints>>;

async function changed(content = BY_HERMES): Promise<Setup> {
  const setup = await withCheckpoints({ "a.txt": BEFORE });
  await setup.inTurn(1, () => setup.say("write_file", { path: "a.txt", content }));
  return setup;
}

const userWrites = ({ root }: Setup, text: string) => writeFile(join(root, "a.txt"), text);

async function reviewOf({ checkpoints }: Setup) {
  const [file] = (await checkpoints.plan(turnsFrom(1), "unreviewed")).files;
  return file === undefined ? undefined : { file, ...(await checkpoints.review(file)) };
}

/** One line per hunk: where it is, what it replaced, and what it added. */
const hunksOf = async (setup: Setup) =>
  (await reviewOf(setup))?.hunks?.map(
    ({ line, removed, added }) => `${line}: ${removed.join("|")} → ${added.join("|")}`,
  );

let serial = 100;
async function undoHunk(setup: Setup, index: number) {
  const reviewed = await reviewOf(setup);
  const mark = { what: "files", messageId: turn(1), afterMessage: null } as const;
  return setup.checkpoints.undoHunk(reviewed!.file, reviewed!.hunks?.[index]?.id ?? "", {
    id: restoreOf(serial++),
    session: sessionId("session"),
    mark,
  });
}

describe("a review of changed files", { timeout: PROCESS_TEST_MS }, () => {
  it("lists each change by itself", async () => {
    expect(await hunksOf(await changed())).toEqual(["2: two → HERMES", "6: six → SIX"]);
  });

  it("undoes one change and leaves the other, and everything the user wrote since, alone", async () => {
    const setup = await changed();
    await userWrites(setup, lines("zero", "one", "HERMES", "three", "mine", "five", "SIX", "seven", "eight"));
    expect(await hunksOf(setup)).toEqual(["3: two → HERMES", "7: six → SIX"]);
    await undoHunk(setup, 0);
    expect(await setup.read("a.txt")).toBe(
      lines("zero", "one", "two", "three", "mine", "five", "SIX", "seven", "eight"),
    );
    expect(await hunksOf(setup)).toEqual(["7: six → SIX"]);
    await undoHunk(setup, 0);
    expect(await setup.read("a.txt")).toBe(
      lines("zero", "one", "two", "three", "mine", "five", "six", "seven", "eight"),
    );
    expect(await hunksOf(setup)).toEqual([]);
  });

  it("offers no undo for a line that the user changed again, but for every other", async () => {
    const setup = await changed();
    await userWrites(setup, lines("one", "MINE", "three", "four", "five", "SIX", "seven"));
    expect(await hunksOf(setup)).toEqual(["6: six → SIX"]);
    expect((await reviewOf(setup))?.conflicts).toBe(1);
    await undoHunk(setup, 0);
    expect(await setup.read("a.txt")).toBe(lines("one", "MINE", "three", "four", "five", "six", "seven"));
  });

  it("keeps lines that the user wrote right above and below a change", async () => {
    const setup = await changed();
    await userWrites(setup, lines("one", "above", "HERMES", "below", "three", "four", "five", "SIX", "seven"));
    expect((await reviewOf(setup))?.conflicts).toBe(0);
    await undoHunk(setup, 0);
    expect(await setup.read("a.txt")).toBe(
      lines("one", "above", "two", "below", "three", "four", "five", "SIX", "seven"),
    );
  });

  it("tells equal changes apart", async () => {
    const setup = await changed(lines("same", "two", "three", "same", "five", "six", "same"));
    await undoHunk(setup, 1);
    expect(await setup.read("a.txt")).toBe(lines("same", "two", "three", "four", "five", "six", "same"));
  });

  it("refuses to undo a change that is no longer there", async () => {
    const setup = await changed();
    const { file } = (await reviewOf(setup))!;
    await userWrites(setup, BEFORE);
    const mark = { what: "files", messageId: turn(1), afterMessage: null } as const;
    const as = { id: restoreOf(99), session: sessionId("session"), mark };
    const { failed } = await setup.checkpoints.undoHunk(file, "unknown", as);
    expect(failed).toHaveLength(1);
    expect(await setup.read("a.txt")).toBe(BEFORE);
  });

  it("no longer shows what was kept, and shows what changes after that", async () => {
    const setup = await changed();
    const path = join(setup.root, "a.txt");
    setup.clock.nowMs++;
    await setup.checkpoints.keep([path], { id: restoreOf(50), session: sessionId("session") });
    expect(await reviewOf(setup)).toBeUndefined();
    setup.clock.nowMs++;
    await setup.inTurn(2, () => setup.say("patch", { path: "a.txt", find: "four", replace: "FOUR" }));
    const [file] = (await setup.checkpoints.plan(turnsFrom(1, 2), "unreviewed")).files;
    expect((await setup.checkpoints.review(file!))?.hunks.map(({ added }) => added)).toEqual([["FOUR"]]);
    expect((await setup.checkpoints.plan(turnsFrom(1, 2))).files[0]?.changes[0]?.before).toBeDefined();
  });

  it("reviews the unsaved text of an editor", async () => {
    const setup = await changed();
    const { file } = (await reviewOf(setup))!;
    const reviewed = await setup.checkpoints.review(file, lines("typed", ...BY_HERMES.trim().split("\n")));
    expect(reviewed?.without).toBe(lines("typed", ...BEFORE.trim().split("\n")));
  });

  it("takes back everything by undoing every change, and loses no line that the user wrote", async () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });
    const places = fc.array(fc.nat(8), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(text, text, places, async (before, byHermes, typedAt) => {
        const now: string[] = [...byHermes];
        for (const [index, place] of typedAt.entries()) now.splice(Math.min(place, now.length), 0, `typed ${index}`);
        const typed = now.filter((line) => line.startsWith("typed"));
        // Contents are their own hashes here, and each undo is recorded like the change before it.
        const state = (text: string) => ({ kind: "stored", hash: text, mode: 0o644 }) as const;
        const step = (from: string, to: string) => ({
          path: "/a",
          before: state(from),
          after: state(to),
          newFolders: [],
        });
        const changes = [step(lines(...before), lines(...byHermes))];
        const review = async (text: string) => (await reviewFile({ changes, now: state(text) }, async (hash) => hash))!;
        let current = await review(lines(...now));
        const { conflicts } = current;
        for (let steps = 0; current.hunks.length > 0 && steps < 50; steps++) {
          const next = withoutHunk(current, current.hunks[0]!.id)!;
          changes.push(step(current.now, next));
          current = await review(next);
        }
        const left = current.now.trim().split("\n");
        expect(left.filter((line) => line.startsWith("typed"))).toEqual(typed);
        if (conflicts === 0) expect(left.filter((line) => line !== "" && !line.startsWith("typed"))).toEqual(before);
      }),
    );
  });
});

describe("a single edit", { timeout: PROCESS_TEST_MS }, () => {
  it("is undone without the edits before and after it", async () => {
    const setup = await withCheckpoints({ "a.txt": BEFORE });
    const edits = [
      ["two", "TWO"],
      ["four", "FOUR"],
      ["six", "SIX"],
    ] as const;
    await setup.inTurn(1, async () => {
      for (const [find, replace] of edits)
        await setup.use("patch", { path: "a.txt", find, replace }, { callId: callId(find) });
    });
    const plan = await setup.checkpoints.plan({ kind: "call", call: callId("four") });
    await setup.carryOut(plan);
    expect(await setup.read("a.txt")).toBe(lines("one", "TWO", "three", "four", "five", "SIX", "seven"));
  });
});

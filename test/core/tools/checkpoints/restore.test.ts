import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restoreOf, snapshot, turnsFrom, withCheckpoints } from "../../../support/checkpoints";
import { PROCESS_TEST_MS } from "../../../support/processes";
import { inEnglish } from "../../../support/say";
import { temporaryFolder, writeFiles } from "../../../support/workspace";

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join("");
const BEFORE = lines("one", "two", "three", "four", "five");
const BY_HERMES = lines("one", "HERMES", "three", "four", "five");
const BY_BOTH = lines("one", "HERMES", "three", "four", "USER");
const BY_USER = lines("one", "two", "three", "four", "USER");

/** A turn that changed one file, which the user has edited since. */
async function edited(now: string | Uint8Array = BY_BOTH) {
  const setup = await withCheckpoints({ "a.txt": BEFORE });
  await setup.inTurn(1, () => setup.say("write_file", { path: "a.txt", content: BY_HERMES }));
  await writeFile(join(setup.root, "a.txt"), now);
  return setup;
}

describe("a restore", { timeout: PROCESS_TEST_MS }, () => {
  it("needs no question where only Hermes changed the files", async () => {
    const { say, inTurn, planned } = await withCheckpoints({ "a.txt": BEFORE, "gone.txt": "g" });
    await inTurn(1, async () => {
      await say("write_file", { path: "a.txt", content: BY_HERMES });
      await say("write_file", { path: "new.txt", content: "n" });
      await say("terminal", { command: "rm gone.txt" });
    });
    expect(await planned(1)).toEqual({
      "a.txt": "changed, nothing: restore skip",
      "new.txt": "created, nothing: restore skip",
      "gone.txt": "deleted, nothing: restore skip",
    });
  });

  it("keeps what the user changed since, unless told to overwrite it", async () => {
    const merging = await edited();
    expect(await merging.planned(1)).toEqual({ "a.txt": "changed, changed: merge overwrite skip" });
    await merging.undo(1);
    expect(await merging.read("a.txt")).toBe(BY_USER);

    const overwriting = await edited();
    await overwriting.carryOut(await overwriting.checkpoints.plan(turnsFrom(1)), { "a.txt": "overwrite" });
    expect(await overwriting.read("a.txt")).toBe(BEFORE);
  });

  it("keeps what the user changed between two turns", async () => {
    const { say, root, inTurn, planned, undo, read } = await withCheckpoints({ "a.txt": BEFORE });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: BY_HERMES }));
    await writeFile(join(root, "a.txt"), BY_BOTH);
    await inTurn(2, () => say("write_file", { path: "a.txt", content: lines("FIRST", ...BY_BOTH.trim().split("\n")) }));
    expect(await planned(1, 2)).toEqual({ "a.txt": "changed, changed: merge overwrite skip" });
    await undo(1, 2);
    expect(await read("a.txt")).toBe(BY_USER);
  });

  it("keeps what the user changed between two edits of one turn", async () => {
    const { say, root, inTurn, planned, undo, read } = await withCheckpoints({ "a.txt": BEFORE });
    await inTurn(1, async () => {
      await say("write_file", { path: "a.txt", content: BY_HERMES });
      await writeFile(join(root, "a.txt"), BY_BOTH);
      await say("patch", { path: "a.txt", find: "HERMES", replace: "AGAIN" });
      await say("terminal", { command: "echo more >> a.txt" });
    });
    expect(await planned(1)).toEqual({ "a.txt": "changed, changed: merge overwrite skip" });
    await undo(1);
    expect(await read("a.txt")).toBe(BY_USER);
  });

  it("leaves a file where both changed the same lines, and says in how many places", async () => {
    const { planned, undo, read } = await edited(BEFORE.replace("two", "TWO"));
    expect(await planned(1)).toEqual({ "a.txt": "changed, changed: skip overwrite (1)" });
    expect(await undo(1)).toMatchObject({ restored: [], skipped: [expect.stringContaining("a.txt")] });
    expect(await read("a.txt")).toContain("TWO");
  });

  it("never deletes or recreates against the user", async () => {
    const { say, root, inTurn, planned, undo, read } = await withCheckpoints({ "gone.txt": "g", "old.txt": "o" });
    await inTurn(1, async () => {
      await say("write_file", { path: "new.txt", content: "by Hermes" });
      await say("write_file", { path: "old.txt", content: "by Hermes" });
      await say("terminal", { command: "rm gone.txt" });
    });
    await writeFiles(root, { "new.txt": "by Hermes and me", "gone.txt": "mine now" });
    await rm(join(root, "old.txt"));
    expect(await planned(1)).toEqual({
      "new.txt": "created, changed: skip overwrite",
      "old.txt": "changed, deleted: skip overwrite",
      "gone.txt": "deleted, recreated: skip overwrite",
    });
    const before = await snapshot(root);
    await undo(1);
    expect(await snapshot(root)).toEqual(before);
    expect(await read("new.txt")).toBe("by Hermes and me");
  });

  it("can be undone, and that can be undone too, with the user's edits each time", async () => {
    const { root, undo, undoRestore, read, checkpoints } = await edited();
    await undo(1);
    expect(await read("a.txt")).toBe(BY_USER);
    await writeFile(join(root, "a.txt"), `${BY_USER}since\n`);
    await undoRestore(1);
    expect(await read("a.txt")).toBe(`${BY_BOTH}since\n`);
    await undoRestore(2);
    expect(await read("a.txt")).toBe(`${BY_USER}since\n`);
    expect(await checkpoints.find(restoreOf(1))).toMatchObject({ files: [join(root, "a.txt")] });
  });

  it("brings deleted files, new folders and permissions back when it is undone", async () => {
    const { say, root, inTurn, undo, undoRestore } = await withCheckpoints({ "run.sh": "run", "old.txt": "o" });
    await inTurn(1, async () => {
      await say("write_file", { path: "new/deep/file.txt", content: "n" });
      await say("terminal", { command: "chmod 755 run.sh && mv old.txt renamed.txt" });
    });
    const after = await snapshot(root);
    await undo(1);
    expect(Object.keys(await snapshot(root))).toEqual(["old.txt", "run.sh"]);
    await undoRestore(1);
    expect(await snapshot(root)).toEqual(after);
  });

  it("is part of the history: a later one does not take it for the user's work", async () => {
    const { say, inTurn, undo, checkpoints, clock, read } = await withCheckpoints({ "a.txt": "0" });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: "1" }));
    clock.nowMs++;
    await inTurn(2, () => say("write_file", { path: "a.txt", content: "2" }));
    await undo(2);
    expect(await read("a.txt")).toBe("1");
    const { files } = await checkpoints.plan(turnsFrom(1, 2));
    expect(files.map(({ byOthers, choices }) => [byOthers, choices[0]])).toEqual([["nothing", "restore"]]);
  });

  it("takes turns of related sessions back as well: a resent message left its files changed", async () => {
    const { say, inTurn, checkpoints, clock, root } = await withCheckpoints({ "a.txt": "0", "b.txt": "0" });
    for (const [number, path] of [
      [1, "a.txt"],
      [2, "b.txt"],
    ] as const) {
      clock.nowMs++;
      await inTurn(number, () => say("write_file", { path, content: `${number}` }));
    }
    expect((await checkpoints.plan(turnsFrom(1))).files.map(({ path }) => path)).toEqual([
      join(root, "a.txt"),
      join(root, "b.txt"),
    ]);
    expect((await checkpoints.plan(turnsFrom(2))).files.map(({ path }) => path)).toEqual([join(root, "b.txt")]);
  });

  it("leaves files with unsaved changes in an editor alone", async () => {
    const { unsaved, planned, say, inTurn } = await withCheckpoints({ "a.txt": BEFORE });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: BY_HERMES }));
    unsaved.add("a.txt");
    expect(await planned(1)).toEqual({ "a.txt": "changed, unsaved: skip overwrite" });
  });

  it("does not merge binary files", async () => {
    const { say, root, inTurn, planned } = await withCheckpoints({ "a.bin": Buffer.from([0, 1, 2]) });
    await inTurn(1, () => say("terminal", { command: "printf 'x\\000y' > a.bin" }));
    expect(await planned(1)).toEqual({ "a.bin": "changed, nothing: restore skip" });
    await writeFile(join(root, "a.bin"), Buffer.from([0, 9]));
    expect(await planned(1)).toEqual({ "a.bin": "changed, changed: skip overwrite" });
  });

  it("keeps the line ends an editor gave the file, and a byte order mark", async () => {
    const { say, root, inTurn, undo, read } = await withCheckpoints({ "a.txt": `\uFEFF${BEFORE}` });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: `\uFEFF${BY_HERMES}` }));
    await writeFile(join(root, "a.txt"), `\uFEFF${BY_BOTH.replaceAll("\n", "\r\n")}`);
    await undo(1);
    expect(await read("a.txt")).toBe(`\uFEFF${BY_USER.replaceAll("\n", "\r\n")}`);
  });

  it("keeps permissions the user changed and takes back those Hermes did", async () => {
    const { say, root, inTurn, planned, undo } = await withCheckpoints({ "a.sh": BEFORE, "b.sh": BEFORE });
    await inTurn(1, async () => {
      await say("terminal", { command: "chmod 700 a.sh" });
      await say("write_file", { path: "b.sh", content: BY_HERMES });
    });
    await chmod(join(root, "b.sh"), 0o750);
    expect(await planned(1)).toEqual({
      "a.sh": "changed, nothing: restore skip",
      "b.sh": "changed, changed: merge overwrite skip",
    });
    await undo(1);
    const modes = await Promise.all(["a.sh", "b.sh"].map(async (path) => (await stat(join(root, path))).mode & 0o777));
    expect(modes.map((mode) => mode.toString(8))).toEqual(["644", "750"]);
  });

  it("removes a file too large to keep that Hermes made, and asks where it changed since", async () => {
    const { say, root, inTurn, planned, undo } = await withCheckpoints({});
    await inTurn(1, () => say("terminal", { command: "head -c 11000000 /dev/zero > big.log" }));
    expect(await planned(1)).toEqual({ "big.log": "created, nothing: restore skip" });
    await writeFile(join(root, "big.log"), "more", { flag: "a" });
    expect(await planned(1)).toEqual({ "big.log": "created, changed: skip overwrite" });
    expect(await undo(1)).toMatchObject({ restored: [] });
  });

  it("does nothing to a file that changed while the user was choosing", async () => {
    const { root, checkpoints, carryOut, read } = await edited();
    const plan = await checkpoints.plan(turnsFrom(1));
    await writeFile(join(root, "a.txt"), "just now");
    expect(inEnglish((await carryOut(plan, { "a.txt": "overwrite" })).failed)).toEqual([
      { path: join(root, "a.txt"), reason: "it changed while you were choosing" },
    ]);
    expect(await read("a.txt")).toBe("just now");
  });

  it("refuses a choice that the plan does not offer", async () => {
    const { checkpoints, carryOut, read } = await edited(BEFORE.replace("two", "TWO"));
    await carryOut(await checkpoints.plan(turnsFrom(1)), { "a.txt": "restore" });
    expect(await read("a.txt")).toContain("TWO");
  });

  it("says which content is no longer stored", async () => {
    const { checkpoints, carryOut, storage, say, inTurn } = await withCheckpoints({ "a.txt": BEFORE });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: BY_HERMES }));
    const plan = await checkpoints.plan(turnsFrom(1));
    await rm(join(storage, "blobs"), { recursive: true });
    expect(inEnglish((await carryOut(plan)).failed)).toMatchObject([
      { reason: "its earlier content is no longer stored" },
    ]);
  });

  it("restores nothing where it could not be undone", async () => {
    const { checkpoints, carryOut, storage, read } = await edited();
    const plan = await checkpoints.plan(turnsFrom(1));
    await rename(join(storage, "turns"), join(storage, "away"));
    await writeFile(join(storage, "turns"), "in the way");
    await expect(carryOut(plan, { "a.txt": "overwrite" })).rejects.toThrow();
    expect(await read("a.txt")).toBe(BY_BOTH);
  });

  it("reads records of earlier versions, and asks where they do not say how Hermes left a file", async () => {
    const { storage, planned } = await edited();
    const [name = ""] = await readdir(join(storage, "turns"));
    const file = join(storage, "turns", name);
    const kept = (await readFile(file, "utf8")).split("\n").filter((line) => !line.includes('"left"'));
    await writeFile(file, kept.join("\n"));
    expect(await planned(1)).toEqual({ "a.txt": "changed, changed: skip overwrite" });
    const [, hash] = /"hash":"(\w+)"/.exec(kept.join("")) ?? [];
    const path = kept.flatMap((line) => /"path":"([^"]+)"/.exec(line)?.[1] ?? [])[0] ?? "";
    await writeFile(file, `${JSON.stringify({ type: "after", after: { [path]: hash } })}\n`, { flag: "a" });
    expect(await planned(1)).toEqual({ "a.txt": "changed, changed: merge overwrite skip" });
  });
});

describe("a restore through links", { timeout: PROCESS_TEST_MS }, () => {
  it("does not write where the file became a link", async () => {
    const { say, root, inTurn, checkpoints } = await withCheckpoints({ "a.txt": BEFORE });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: BY_HERMES }));
    const target = join(await temporaryFolder(), "victim.txt");
    await writeFile(target, "mine");
    await rm(join(root, "a.txt"));
    await symlink(target, join(root, "a.txt"));
    const { files, uncovered } = await checkpoints.plan(turnsFrom(1));
    expect([files, inEnglish(uncovered)]).toEqual([
      [],
      [{ path: join(root, "a.txt"), reason: "it is a symbolic link" }],
    ]);
    expect(await readFile(target, "utf8")).toBe("mine");
  });

  it.each(["before the plan", "after the plan"])("does not write through a folder that became one %s", async (when) => {
    const { say, root, inTurn, checkpoints, carryOut } = await withCheckpoints({ "dir/a.txt": BEFORE });
    await inTurn(1, () => say("write_file", { path: "dir/a.txt", content: BY_HERMES }));
    const outside = await temporaryFolder();
    await writeFiles(outside, { "a.txt": BY_HERMES });
    const swap = async () => {
      await rm(join(root, "dir"), { recursive: true });
      await symlink(outside, join(root, "dir"));
    };
    if (when === "before the plan") await swap();
    const plan = await checkpoints.plan(turnsFrom(1));
    if (when === "after the plan") await swap();
    const { restored, failed } = await carryOut(plan, { "dir/a.txt": "restore" });
    expect([restored, inEnglish(failed)]).toEqual([
      [],
      [{ path: join(root, "dir/a.txt"), reason: "its folder is a symbolic link" }],
    ]);
    expect(await readFile(join(outside, "a.txt"), "utf8")).toBe(BY_HERMES);
  });

  it("does not make folders through a dangling link", async () => {
    const { say, root, inTurn, undo } = await withCheckpoints({ "dir/a.txt": BEFORE });
    await inTurn(1, () => say("terminal", { command: "rm -r dir" }));
    const outside = join(await temporaryFolder(), "nowhere");
    await symlink(outside, join(root, "dir"));
    expect(inEnglish((await undo(1)).failed)).toMatchObject([{ reason: "its folder is a symbolic link" }]);
    await mkdir(outside);
    expect(await snapshot(outside)).toEqual({});
  });
});

it("any restore can be undone to exactly what was there", { timeout: PROCESS_TEST_MS }, async () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d")).map((parts) => parts.join(""));
  const choice = fc.constantFrom("restore", "merge", "overwrite", "skip");
  await fc.assert(
    fc.asyncProperty(text, text, text, choice, async (before, byHermes, now, chosen) => {
      const { say, root, inTurn, checkpoints, carryOut, undoRestore } = await withCheckpoints({ "a.txt": before });
      await inTurn(1, () => say("write_file", { path: "a.txt", content: byHermes }));
      await writeFile(join(root, "a.txt"), now);
      const start = await snapshot(root);
      await carryOut(await checkpoints.plan(turnsFrom(1)), { "a.txt": chosen });
      await undoRestore(1);
      expect(await snapshot(root)).toEqual(start);
    }),
    { numRuns: 25 },
  );
});

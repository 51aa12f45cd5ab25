import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../../src/core/conversation/ids";
import { createCheckpointFiles } from "../../../../src/core/tools/checkpoints/checkpoint-files";
import { snapshot, turn, turnsFrom, withCheckpoints } from "../../../support/checkpoints";
import { PROCESS_TEST_MS } from "../../../support/processes";
import { inEnglish } from "../../../support/say";
import { writeFiles } from "../../../support/workspace";

/** Folders that a command made may stay behind, empty. */
const filesOnly = (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(entries).filter(([, content]) => content !== "folder"));

describe("checkpoints", { timeout: PROCESS_TEST_MS }, () => {
  it("bring back exactly the files of a turn: changed, created and deleted", async () => {
    const { say, root, inTurn, undo } = await withCheckpoints({
      "a.txt": "a\r\n",
      "bin/run.sh": "run",
      "gone.bin": Buffer.from([0, 255, 1]),
      "other.txt": "o",
    });
    await chmod(join(root, "bin/run.sh"), 0o755);
    const before = await snapshot(root);
    const changed = await inTurn(1, async () => {
      await say("patch", { path: "a.txt", find: "a", replace: "A" });
      await say("write_file", { path: "new/deep/file.txt", content: "n" });
      await say("terminal", { command: "rm gone.bin bin/run.sh && echo made > made.txt" });
      await say("write_file", { path: "a.txt", content: "again" });
    });
    expect(changed).toEqual(["a.txt", "bin/run.sh", "gone.bin", "made.txt", "new/deep/file.txt"]);
    const { restored, failed } = await undo(1);
    expect([restored.length, failed]).toEqual([5, []]);
    expect(await snapshot(root)).toEqual(before);
  });

  it("go back over several turns to what was before the first", async () => {
    const { say, root, inTurn, undo } = await withCheckpoints({ "a.txt": "0" });
    await inTurn(1, () => say("write_file", { path: "a.txt", content: "1" }));
    const between = await snapshot(root);
    await inTurn(2, async () => {
      await say("write_file", { path: "a.txt", content: "2" });
      await say("write_file", { path: "b.txt", content: "2" });
    });
    await inTurn(3, () => say("terminal", { command: "rm b.txt" }));
    await undo(2, 3);
    expect(await snapshot(root)).toEqual(between);
    await undo(1, 2, 3);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("0");
  });

  it("cover files named by folder, glob, cd, git and those touched before", async () => {
    const { say, root, inTurn, undo } = await withCheckpoints({
      "src/a.js": "a",
      "src/b.js": "b",
      "lib/c.js": "c",
      "kept.txt": "k",
    });
    await inTurn(1, () => say("write_file", { path: "kept.txt", content: "k1" }));
    const before = await snapshot(root);
    await inTurn(2, () =>
      say("terminal", {
        command: "rm -r src/*.js; cd lib && mv c.js d.js; cd .. ; for f in kept.*; do echo x > $f; done",
      }),
    );
    await undo(2);
    expect(await snapshot(root)).toEqual(before);
  });

  it("tell which files a command changed that cannot be brought back", async () => {
    const { say, root, inTurn, checkpoints } = await withCheckpoints({ "a.txt": "a", "b.txt": "b" });
    await inTurn(1, () =>
      say("terminal", {
        command: "node -e \"const fs=require('fs');fs.appendFileSync('a'+'.txt','x');fs.rmSync('b'+'.txt')\"",
      }),
    );
    expect(inEnglish(await checkpoints.plan(turnsFrom(1)))).toEqual({
      files: [],
      uncovered: [
        { path: join(root, "a.txt"), reason: "a command changed it without naming it" },
        { path: join(root, "b.txt"), reason: "a command deleted it without naming it" },
      ],
    });
  });

  it("report what cannot be put back and restore the rest", async () => {
    const { say, root, inTurn, undo, checkpoints } = await withCheckpoints({ "a.txt": "a", "b.txt": "b" });
    await inTurn(1, async () => {
      await say("write_file", { path: "a.txt", content: "1" });
      await say("write_file", { path: "b.txt", content: "1" });
    });
    await rm(join(root, "a.txt"));
    await writeFiles(root, { "a.txt/inner": "now a folder" });
    const { uncovered } = await checkpoints.plan(turnsFrom(1));
    expect(inEnglish(uncovered)).toEqual([{ path: join(root, "a.txt"), reason: "it is not a regular file" }]);
    expect((await undo(1)).restored).toEqual([join(root, "b.txt")]);
  });

  it("put nothing aside for commands that only look", async () => {
    const { say, inTurn, checkpoints } = await withCheckpoints({ "a.txt": "a" });
    await inTurn(1, () => say("terminal", { command: "cat a.txt | grep a; git status; ls > /dev/null" }));
    expect(await checkpoints.totalBytes()).toBe(0);
    await inTurn(2, () => say("terminal", { command: "touch a.txt" }));
    expect(await checkpoints.totalBytes()).toBe(1);
  });

  it("bring back any mixture of edits and commands", async () => {
    const names = fc.constantFrom("a.txt", "b.txt", "dir/c.txt", "dir/sub/d.txt", "new.txt", "fresh/e.txt");
    const step = fc.oneof(
      fc.record({ tool: fc.constant("write_file"), path: names, content: fc.string() }),
      fc.record({
        tool: fc.constant("terminal"),
        path: names,
        content: fc.constantFrom(
          "rm -f",
          "rm -rf dir;rm -f",
          "touch",
          "mv -f a.txt",
          "cp b.txt",
          "echo more >>",
          "mkdir -p fresh; echo x >",
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const { say, root, inTurn, undo } = await withCheckpoints({
          "a.txt": "a",
          "b.txt": "b",
          "dir/c.txt": "c",
          "dir/sub/d.txt": "d",
        });
        const before = filesOnly(await snapshot(root));
        await inTurn(1, async () => {
          for (const { tool, path, content } of steps)
            await say(tool, tool === "terminal" ? { command: `${content} ${path}` } : { path, content });
        });
        expect((await undo(1)).failed).toEqual([]);
        expect(filesOnly(await snapshot(root))).toEqual(before);
      }),
      { numRuns: 12 },
    );
  });

  it("survive a crash in the middle of a turn", async () => {
    const { say, storage, checkpoints, open, carryOut, read } = await withCheckpoints({ "a.txt": "a" });
    await checkpoints.begin(turn(1), sessionId("session"));
    await say("write_file", { path: "a.txt", content: "1" });
    const [file = ""] = await readdir(join(storage, "turns"));
    await writeFile(join(storage, "turns", file), '{"type":"file","rec', { flag: "a" });
    await carryOut(await open().plan(turnsFrom(1)));
    expect(await read("a.txt")).toBe("a");
  });

  it("keep nothing outside a turn, and no file beyond the size cap", async () => {
    const { say, checkpoints, inTurn, root } = await withCheckpoints({ "big.txt": "x".repeat(10 * 1024 * 1024 + 1) });
    await say("write_file", { path: "a.txt", content: "1" });
    expect(await checkpoints.end()).toEqual([]);
    await inTurn(1, () => say("write_file", { path: "big.txt", content: "small" }));
    expect(await checkpoints.totalBytes()).toBe("small".length);
    expect(inEnglish((await checkpoints.plan(turnsFrom(1))).uncovered)).toEqual([
      { path: join(root, "big.txt"), reason: "it has 10,485,761 bytes, more than the 10,485,760 that are kept" },
    ]);
  });

  it("are swept by age and by size, oldest first, shared contents kept while needed", async () => {
    const { say, checkpoints, inTurn, clock } = await withCheckpoints({
      "a.txt": "a".repeat(100),
      "b.txt": "b".repeat(100),
      "c.txt": "a".repeat(100),
    });
    for (const [index, name] of ["a.txt", "b.txt", "c.txt"].entries()) {
      clock.nowMs = 1_000 * (index + 1);
      await inTurn(index + 1, () => say("write_file", { path: name, content: "" }));
    }
    expect(await checkpoints.totalBytes()).toBe(200);
    clock.nowMs += 3_600_000;
    expect(await checkpoints.sweep({ retentionDays: 7, maxBytes: 150 })).toEqual([turn(2)]);
    expect(await checkpoints.totalBytes()).toBe(100);
    clock.nowMs += 8 * 86_400_000;
    expect(await checkpoints.sweep({ retentionDays: 7, maxBytes: 1_000 })).toEqual([turn(3), turn(1)]);
    expect(await checkpoints.totalBytes()).toBe(0);
  });

  it("are not swept while another window puts a file aside, be its content new or known", async () => {
    const { root, storage, clock, checkpoints } = await withCheckpoints({ "a.txt": "a", "b.txt": "b" });
    clock.nowMs = 10 * 3_600_000;
    const elsewhere = createCheckpointFiles(storage, () => clock.nowMs);
    const [known, fresh] = [join(root, "a.txt"), join(root, "b.txt")];
    await elsewhere.keep(known);
    clock.nowMs += 3_600_000;
    const kept = [await elsewhere.keep(known), await elsewhere.keep(fresh)];
    await checkpoints.sweep({ retentionDays: 7, maxBytes: 1_000 });
    expect((await readdir(join(storage, "blobs"))).sort()).toEqual(
      kept.flatMap((state) => (state.kind === "stored" ? [state.hash] : [])).sort(),
    );
    clock.nowMs += 3_600_000;
    await checkpoints.sweep({ retentionDays: 7, maxBytes: 1_000 });
    expect(await readdir(join(storage, "blobs"))).toEqual([]);
  });

  it("never write outside the workspace, whatever a record says", async () => {
    const { outer, carryOut } = await withCheckpoints({});
    const path = join(outer, "elsewhere.txt");
    await writeFile(path, "mine");
    const file = {
      path,
      byHermes: "created",
      byOthers: "nothing",
      choices: ["restore"],
      conflicts: 0,
      now: { kind: "missing" },
      changes: [{ path, before: { kind: "missing" }, newFolders: [] }],
    } as const;
    expect(inEnglish(await carryOut({ files: [file], uncovered: [] }))).toEqual({
      restored: [],
      skipped: [],
      failed: [{ path, reason: "it is not in the workspace" }],
    });
    expect(await readFile(path, "utf8")).toBe("mine");
  });
});

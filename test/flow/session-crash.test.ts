import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { spillId } from "../../src/core/conversation/ids";
import type { SessionLine, SessionStore } from "../../src/core/sessions/lineage/session";
import { createSpillStore } from "../../src/core/spill/files";
import type { CrashLine } from "../support/crashing-writer";
import { openStore, tempFolder } from "../support/sessions";

const KILLS = 300;
/** How often each conversation is killed and resumed. */
const KILLS_PER_CONVERSATION = 25;
/** File operations of one process; a start and a compression take about twenty. */
const MOST_OPERATIONS = 80;
const MOST_MILLISECONDS = 40;

describe("a process killed at any point", () => {
  it(`loses nothing it acknowledged, leaves one tip, and can be resumed, ${KILLS} times`, async () => {
    const program = join(await tempFolder(), "writer.cjs");
    await build({
      entryPoints: ["test/support/crashing-writer.ts"],
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: program,
      external: ["sql.js"],
      logLevel: "warning",
    });
    const conversations = Array.from(
      { length: KILLS / KILLS_PER_CONVERSATION },
      (_, index) => index * KILLS_PER_CONVERSATION,
    );
    const work = async () => {
      for (let first = conversations.shift(); first !== undefined; first = conversations.shift())
        await killRepeatedly(program, await tempFolder(), first);
    };
    await Promise.all([work(), work()]);
  }, 1_200_000);
});

async function killRepeatedly(program: string, folder: string, first: number): Promise<void> {
  const stored = new Map<string, string[]>();
  const store = openStore(folder);
  for (let seed = first + 1; seed <= first + KILLS_PER_CONVERSATION; seed++) {
    const lines = await runUntilKilled(program, folder, seed);
    const touched = new Set(lines.flatMap((line) => (line.op === "stored" ? [line.session] : [])));
    for (const line of lines)
      if (line.op === "stored") stored.set(line.session, [...(stored.get(line.session) ?? []), ...line.ids]);
    const list = await store.list();
    await expectWhole(
      store,
      seed === first + KILLS_PER_CONVERSATION ? list : list.filter((line) => touched.has(line.id)),
      stored,
    );
    expectOneTip(list);
    expectPointer(list, lines);
    await expectSpills(join(folder, "spills"), lines);
  }
}

async function runUntilKilled(program: string, folder: string, seed: number): Promise<readonly CrashLine[]> {
  const byItself = seed % 3 > 0;
  const child = spawn(process.execPath, [
    program,
    folder,
    String(seed),
    String(byItself ? 1 + ((seed * 7919) % MOST_OPERATIONS) : 0),
  ]);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (output === "" && !byItself) setTimeout(() => child.kill("SIGKILL"), (seed * 104_729) % MOST_MILLISECONDS);
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  expect({ signal, errors, seed }).toEqual({ signal: "SIGKILL", errors: "", seed });
  return output
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as CrashLine);
}

async function expectWhole(
  store: SessionStore,
  list: readonly SessionLine[],
  stored: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const line of list) {
    const session = await store.read(line.id);
    const kept = new Set(session.messages.map((message) => String(message.id)));
    expect(
      (stored.get(line.id) ?? []).filter((id) => !kept.has(id)),
      `lost in ${line.id}`,
    ).toEqual([]);
    expect(session.messages.length, `half session ${line.id}`).toBeGreaterThanOrEqual(session.seedCount);
    if (line.relation === "continuation") expect(session.events.map((event) => event.name)).toContain("report");
  }
}

async function expectSpills(folder: string, lines: readonly CrashLine[]): Promise<void> {
  const spills = createSpillStore({ folder, now: () => Date.now() });
  for (const line of lines) if (line.op === "spilled") expect(await spills.read(spillId(line.spill))).toBe(line.text);
  await spills.list();
}

/** Continuations lead from the root to exactly one tip, and every other tip belongs to a branch that was undone. */
function expectOneTip(list: readonly SessionLine[]): void {
  if (list.length === 0) return;
  const heads = list.filter((line) => line.relation !== "continuation");
  expect(list.filter((line) => line.tip).length, "tips").toBe(heads.length);
  expect(list.filter((line) => line.relation === "root").map((line) => line.id)).toEqual(["root"]);
}

/** The last pointer is where it was acknowledged, or where the process was moving it when it died. */
function expectPointer(list: readonly SessionLine[], lines: readonly CrashLine[]): void {
  const last = lines.findLast((line) => line.op === "moved");
  if (last === undefined) return;
  const child = list.find((line) => line.id === last.child);
  const after = lines.slice(lines.lastIndexOf(last)).find((line) => line.op === "trying");
  const relation = last.move === "compress" ? "continuation" : "branch";
  const allowed = after?.child === last.child ? [relation, "branch"] : [relation];
  expect(allowed, `${last.move} of ${last.pointer}`).toContain(child?.relation);
}

import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../base/time";
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from "./private-storage";

/** Plans as Markdown documents in Hermes's own storage, for the user to edit in place. */
export interface PlanFiles {
  /** A file of its own for each plan: an earlier one may be open in an editor, with changes. */
  write(session: string, title: string, text: string): Promise<string>;
  /** The newest plan of a session as the user has changed it; undefined while it is as it was written. */
  readEdited(session: string): Promise<string | undefined>;
  sweep(limits: { readonly nowMs: number; readonly retentionDays: number }): Promise<void>;
}

/** Editors and menus recognize a plan by its name. */
const PLAN_SUFFIX = ".hermes-plan.md";
const NAME_CHARS = 40;

export function createPlanFiles(folder: string): PlanFiles {
  const newest = new Map<string, { readonly path: string; readonly text: string }>();
  return {
    async write(session, title, text) {
      await makePrivateFolder(folder);
      const path = await unusedPath(folder, title);
      await writeFile(path, text, { mode: PRIVATE_FILE, flag: "wx" });
      newest.set(session, { path, text });
      return path;
    },
    async readEdited(session) {
      const plan = newest.get(session);
      const now = plan && (await readFile(plan.path, "utf8").catch(() => undefined));
      return now === plan?.text ? undefined : now;
    },
    async sweep({ nowMs, retentionDays }) {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs;
        if (name.endsWith(PLAN_SUFFIX) && changedMs < nowMs - retentionDays * DAY_MS) await rm(path, { force: true });
      }
    },
  };
}

async function unusedPath(folder: string, title: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const bare = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, NAME_CHARS)
    .replace(/^-+|-+$/g, "");
  const base = bare === "" ? "plan" : bare;
  let name = `${base}${PLAN_SUFFIX}`;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}${PLAN_SUFFIX}`;
  return join(folder, name);
}

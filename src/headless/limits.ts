import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LearnedLimits } from "../core/models/learned-limits";

/** Context sizes learned from providers, in one small file. If it is damaged, they are learned again. */
export const fileLimits = (path: string): LearnedLimits => ({
  load() {
    try {
      const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
      return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
    } catch {
      // Missing or damaged: nothing has been learned yet.
      return {};
    }
  },
  save(limits) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(limits), { mode: 0o600 });
  },
});

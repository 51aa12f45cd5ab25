import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LearntLimits } from "../core/models/registry";

/** Windows that providers stated, in one small file. A broken file only means learning them again. */
export const fileLimits = (path: string): LearntLimits => ({
  load() {
    try {
      const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
      return typeof parsed === "object" && parsed !== null
        ? Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === "number"))
        : {};
    } catch {
      // Missing or damaged: nothing was learnt yet.
      return {};
    }
  },
  save(limits) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(limits));
  },
});

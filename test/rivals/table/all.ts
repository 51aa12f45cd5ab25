import { claudeCode } from "./claude-code";
import { cline, clineThroughProtocol } from "./cline";
import { codex } from "./codex";
import { kilo } from "./kilo";
import { opencode } from "./opencode";
import { pi } from "./pi";
import { qwenCode } from "./qwen-code";
import type { Rival } from "./rival";

/** Every agent that can be installed and run here. The recorder, the proofs, and comparisons use this one table. */
export const RIVALS: readonly Rival[] = [claudeCode, codex, opencode, kilo, pi, qwenCode, clineThroughProtocol];

/** Those whose sessions Hermes reads, and whose fixtures are recorded. */
export const RECORDED_RIVALS: readonly Rival[] = [claudeCode, codex, opencode, pi, cline];

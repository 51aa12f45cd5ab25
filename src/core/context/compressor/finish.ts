import { redactSecrets } from "../../redact/secrets";
import type { Verification } from "../engine";
import { newestRequestText } from "../newest";
import type { FoldPlan } from "./plan";
import { NONE, parseSections, renderSections } from "./sections";

/** A summary checked and completed: what goes into the conversation, and what the row says about it. */
export interface FinishedSummary {
  readonly text: string;
  readonly verification: Verification;
}

/** A longer request is quoted by its beginning; the whole of it stands after the summary anyway. */
export const ACTIVE_TASK_CHARS = 1_400;

export function finishSummary(plan: FoldPlan, raw: string): FinishedSummary {
  const parsed = parseSections(raw);
  const sections = { ...parsed.sections, "Active Task": activeTask(plan) ?? NONE };
  return { text: renderSections(sections), verification: { score: 1, lost: [], repaired: parsed.missing.map((heading) => `## ${heading}`), invented: [] } };
}

export function activeTask(plan: FoldPlan): string | undefined {
  const text = newestRequestText(plan.messages);
  return text === undefined ? undefined : redactSecrets(text).slice(0, ACTIVE_TASK_CHARS);
}

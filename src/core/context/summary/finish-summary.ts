import type { Message } from "../../conversation/message";
import { newestRequestText } from "../../conversation/newest-request";
import { messageText } from "../../conversation/render";
import { identifiersIn } from "../../conversation/text/identifiers";
import { redactSecrets } from "../../redact/secrets";
import type { ReportedClaim, Verification } from "../engine";
import { addFacts } from "./add-facts";
import { checkClaims } from "./claims/check-claims";
import type { WorkRecord } from "./claims/record/record";
import type { Evidence } from "./evidence";
import type { FileFacts } from "./facts/file-facts";
import type { Fold } from "./fold";
import type { Required } from "./required-facts";
import { fitRequired } from "./required-facts";
import type { Sections } from "./sections";
import { addLines, NONE, parseSections, renderSections, withoutLines } from "./sections";

/** A summary checked and completed: what goes into the conversation, and what the row says about it. */
export interface FinishedSummary {
  readonly text: string;
  readonly verification: Verification;
  readonly claims: readonly ReportedClaim[];
}

export interface FoldFacts {
  readonly fold: Fold;
  readonly required: readonly Required[];
  readonly evidence: Evidence;
  /** What the files of the session state. */
  readonly files: readonly FileFacts[];
  readonly filesTokens: number;
  /** Lines of the user that a later one took back. */
  readonly takenBack: ReadonlySet<string>;
  /** What the summary's claims are held against. */
  readonly record: WorkRecord;
  /** "warn": a person wrote the summary, so false claims are reported and the words stay. */
  readonly falseClaims: "correct" | "warn";
  /** Room for what code adds to the model's words. */
  readonly repairTokens: number;
}

/** Of a longer request the beginning is quoted; the full text follows the summary anyway. */
export const ACTIVE_TASK_CHARS = 1_400;
/** Of the room that files leave; names are cheap and many. */
const LINES_SHARE = 0.5;
/** A name alone says little; more of them would cost more than they tell. */
const NAMES_SHARE = 0.4;
const MOST_INVENTED = 20;
/** A hand-off names some dozens; the bound keeps the search linear whatever a model writes. */
const MOST_STATED = 400;

/** Checks a summary against the required facts, adds missing ones, and reports those that did not fit. */
export function finishSummary(inputs: FoldFacts, written: string): FinishedSummary {
  const raw = redactSecrets(written);
  const checked = checkClaims(raw, inputs.record);
  const parsed = parseSections(inputs.falseClaims === "correct" ? checked.text : raw);
  const current = withoutLines(parsed.sections, inputs.takenBack);
  const { sections, repaired: taskRepaired } = withActiveTask(inputs.fold, current);
  const repair = repairRequired(sections, inputs.required, inputs.repairTokens);
  const text = renderSections(
    addFacts(repair.sections, {
      files: inputs.files,
      filesTokens: inputs.filesTokens,
      evidence: inputs.evidence,
      mostTokens: inputs.fold.targetTokens + inputs.repairTokens,
      linesShare: LINES_SHARE,
      namesTokens: Math.max(0, inputs.repairTokens * NAMES_SHARE),
    }),
  );
  const repaired = [...parsed.missing.map((heading) => `## ${heading}`), ...taskRepaired, ...repair.repaired];
  const total = inputs.required.length + 1;
  return {
    text: redactSecrets(text),
    claims: checked.claims,
    verification: {
      score: (total - repair.lost.length) / total,
      lost: repair.lost,
      repaired,
      invented: inventedIn(raw, inputs),
      required: total,
      ...claimTexts(checked.claims),
    },
  };
}

export const claimTexts = (claims: readonly ReportedClaim[]): Pick<Verification, "contradicted" | "unchecked"> => ({
  contradicted: claims.filter(({ verdict }) => verdict === "contradicted").map(({ text }) => text),
  unchecked: claims.filter(({ verdict }) => verdict === "unchecked").map(({ text }) => text),
});

/** The newest request, word for word: the one field that must not be paraphrased. */
function withActiveTask(
  fold: Fold,
  sections: Sections,
): { readonly sections: Sections; readonly repaired: readonly string[] } {
  const task = activeTask(fold);
  if (task === undefined)
    return { sections: sections["Active Task"] === "" ? { ...sections, "Active Task": NONE } : sections, repaired: [] };
  if (sections["Active Task"].includes(task)) return { sections, repaired: [] };
  return { sections: { ...sections, "Active Task": task }, repaired: ["the newest request, verbatim"] };
}

function activeTask(fold: Fold): string | undefined {
  const text = newestRequestText(fold.legal);
  return text === undefined ? undefined : redactSecrets(text).slice(0, ACTIVE_TASK_CHARS).trim();
}

interface Repair {
  readonly sections: Sections;
  readonly repaired: readonly string[];
  readonly lost: readonly string[];
  readonly usedTokens: number;
}

function repairRequired(sections: Sections, required: readonly Required[], roomTokens: number): Repair {
  const { added, lost, usedTokens } = fitRequired(Object.values(sections).join("\n"), required, roomTokens);
  const filled = added.reduce((result, { heading, line }) => addLines(result, heading, [line]), sections);
  return { sections: filled, repaired: added.map(({ sign }) => sign), lost, usedTokens };
}

/** Names the summary states and its source does not. The source is searched only for what its own names do not hold. */
function inventedIn(raw: string, { fold, evidence }: FoldFacts): readonly string[] {
  const doubtful = identifiersIn(raw, MOST_STATED).filter(
    (name) => !evidence.names.has(name) && !evidence.keptNames.has(name),
  );
  if (doubtful.length === 0) return [];
  const source = [fold.previousSummary ?? "", ...fold.legal.map(sourceText)].join("\n");
  return doubtful.filter((name) => !source.includes(name)).slice(0, MOST_INVENTED);
}

function sourceText(message: Message): string {
  if (message.role !== "assistant") return messageText(message);
  return [
    messageText(message),
    ...message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name, part.inputJson] : [])),
  ].join("\n");
}

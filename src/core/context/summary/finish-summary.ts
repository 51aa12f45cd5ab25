import type { Message } from "../../conversation/message";
import { newestRequestText } from "../../conversation/newest-request";
import { messageText } from "../../conversation/render";
import { identifiersIn } from "../../conversation/text/identifiers";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { ReportedClaim, Verification } from "../engine";
import { checkClaims } from "./claims/check-claims";
import type { WorkRecord } from "./claims/record/record";
import type { Evidence } from "./evidence";
import type { Fold } from "./fold";
import type { Required } from "./required-facts";
import { fitRequired } from "./required-facts";
import type { Sections } from "./sections";
import { addLines, NONE, parseSections, renderSections } from "./sections";

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
  /** What the summary's claims are held against. */
  readonly record: WorkRecord;
  /** "warn": a person wrote the summary, so false claims are reported and the words stay. */
  readonly falseClaims: "correct" | "warn";
  /** Room for what code adds to the model's words. */
  readonly repairTokens: number;
  /** The share for whole lines; the remainder is for names. */
  readonly linesShare?: number;
}

/** Of a longer request the beginning is quoted; the full text follows the summary anyway. */
export const ACTIVE_TASK_CHARS = 1_400;
/** Lines say how things hang together, names are cheap and many and get the larger part. */
const LINES_SHARE = 0.35;
const MOST_INVENTED = 20;
/** A hand-off names some dozens; the bound keeps the search linear whatever a model writes. */
const MOST_STATED = 400;

/** Checks a summary against the required facts, adds missing ones, and reports those that did not fit. */
export function finishSummary(inputs: FoldFacts, written: string): FinishedSummary {
  const raw = redactSecrets(written);
  const checked = checkClaims(raw, inputs.record);
  const parsed = parseSections(inputs.falseClaims === "correct" ? checked.text : raw);
  const { sections, repaired: taskRepaired } = withActiveTask(inputs.fold, parsed.sections);
  const repair = repairRequired(sections, inputs.required, inputs.repairTokens);
  const unusedTokens = Math.max(0, inputs.fold.targetTokens - estimateTextTokens(raw));
  const room = Math.max(0, inputs.repairTokens + unusedTokens - repair.usedTokens);
  const text = renderSections(
    addEvidence(repair.sections, inputs.evidence, { roomTokens: room, linesShare: inputs.linesShare ?? LINES_SHARE }),
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

/** Facts the summary does not already state, as far as there is room; a line whose names are all there adds nothing. */
function addEvidence(
  sections: Sections,
  evidence: Evidence,
  { roomTokens, linesShare }: { readonly roomTokens: number; readonly linesShare: number },
): Sections {
  const text = Object.values(sections).join("\n");
  const known = new Set([...identifiersIn(text, 5_000), ...evidence.keptNames]);
  const lines: string[] = [];
  let room = roomTokens * linesShare;
  for (const line of evidence.lines) {
    const names = identifiersIn(line);
    const stated =
      names.length > 0
        ? names.every((name) => known.has(name)) && text.includes(line.slice(0, 40))
        : text.includes(line);
    const tokens = stated ? 0 : estimateTextTokens(line) + 2;
    if (stated || tokens > room) continue;
    room -= tokens;
    lines.push(`- ${line}`);
    for (const name of names) known.add(name);
  }
  return addLines(
    addLines(sections, "Critical Context", lines),
    "Critical Context",
    namesLine(evidence.names, known, room + roomTokens * (1 - linesShare)),
  );
}

/** A name and the comma behind it. */
const LEAST_NAME_TOKENS = 2;

function namesLine(names: readonly string[], known: ReadonlySet<string>, roomTokens: number): readonly string[] {
  let room = roomTokens - 8;
  const fitting: string[] = [];
  for (const name of names) {
    if (room < LEAST_NAME_TOKENS) break;
    if (known.has(name)) continue;
    const tokens = estimateTextTokens(name) + 1;
    if (tokens > room) continue;
    room -= tokens;
    fitting.push(name);
  }
  return fitting.length === 0 ? [] : [`- Also seen: ${fitting.join(", ")}`];
}

/** Names the summary states and its source does not. The source is searched only for what its own names do not hold. */
function inventedIn(raw: string, { fold, evidence }: FoldFacts): readonly string[] {
  const known = new Set([...evidence.names, ...evidence.keptNames]);
  const doubtful = identifiersIn(raw, MOST_STATED).filter((name) => !known.has(name));
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

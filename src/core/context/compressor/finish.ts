import { identifiersIn } from "../../conversation/identifiers";
import { messageText } from "../../conversation/render";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Verification } from "../engine";
import { newestRequestText } from "../newest";
import type { Evidence } from "./evidence";
import type { FoldPlan } from "./plan";
import type { Required } from "./required";
import type { Heading, Sections } from "./sections";
import { NONE, addLines, parseSections, renderSections } from "./sections";

/** A summary checked and completed: what goes into the conversation, and what the row says about it. */
export interface FinishedSummary {
  readonly text: string;
  readonly verification: Verification;
}

export interface FinishInputs {
  readonly plan: FoldPlan;
  readonly required: readonly Required[];
  readonly evidence: Evidence;
  /** Room for what code adds to the model's words. */
  readonly repairTokens: number;
  /** How much of it may go to whole lines; the rest is for names. */
  readonly linesShare?: number;
}

/** A longer request is quoted by its beginning; the whole of it stands after the summary anyway. */
export const ACTIVE_TASK_CHARS = 1_400;
/** Lines say how things hang together, names are cheap and many and get the larger part. */
const LINES_SHARE = 0.35;
const MOST_INVENTED = 20;
/** A hand-off names some dozens; the bound keeps the search linear whatever a model writes. */
const MOST_STATED = 400;

/** Checks a summary against what had to survive, puts back what is missing, and says what could not be. */
export function finishSummary(inputs: FinishInputs, raw: string): FinishedSummary {
  const parsed = parseSections(raw);
  const { sections, repaired: taskRepaired } = withActiveTask(inputs.plan, parsed.sections);
  const repair = repairRequired(sections, inputs.required, inputs.repairTokens);
  const unusedTokens = Math.max(0, inputs.plan.targetTokens - estimateTextTokens(raw));
  const room = Math.max(0, inputs.repairTokens + unusedTokens - repair.usedTokens);
  const text = renderSections(
    addEvidence(repair.sections, inputs.evidence, { roomTokens: room, linesShare: inputs.linesShare ?? LINES_SHARE }),
  );
  const repaired = [...parsed.missing.map((heading) => `## ${heading}`), ...taskRepaired, ...repair.repaired];
  const total = inputs.required.length + 1;
  return {
    text,
    verification: {
      score: (total - repair.lost.length) / total,
      lost: repair.lost,
      repaired,
      invented: inventedIn(raw, inputs),
    },
  };
}

/** The newest request, word for word: the one field nobody may paraphrase. */
function withActiveTask(
  plan: FoldPlan,
  sections: Sections,
): { readonly sections: Sections; readonly repaired: readonly string[] } {
  const task = activeTask(plan);
  if (task === undefined)
    return { sections: sections["Active Task"] === "" ? { ...sections, "Active Task": NONE } : sections, repaired: [] };
  if (sections["Active Task"].includes(task)) return { sections, repaired: [] };
  return { sections: { ...sections, "Active Task": task }, repaired: ["the newest request, verbatim"] };
}

export function activeTask(plan: FoldPlan): string | undefined {
  const text = newestRequestText(plan.legal);
  return text === undefined ? undefined : redactSecrets(text).slice(0, ACTIVE_TASK_CHARS).trim();
}

interface Repair {
  readonly sections: Sections;
  readonly repaired: readonly string[];
  readonly lost: readonly string[];
  readonly usedTokens: number;
}

function repairRequired(sections: Sections, required: readonly Required[], roomTokens: number): Repair {
  const present = flat(Object.values(sections).join("\n"));
  const added = new Map<Heading, string[]>();
  const repaired: string[] = [];
  const lost: string[] = [];
  let usedTokens = 0;
  for (const item of required) {
    if (present.includes(flat(redactSecrets(item.sign)))) continue;
    const line = redactSecrets(item.line);
    const tokens = estimateTextTokens(line);
    if (item.weight === "if-room" && usedTokens + tokens > roomTokens) {
      lost.push(item.sign);
      continue;
    }
    usedTokens += tokens;
    repaired.push(item.sign);
    added.set(item.heading, [...(added.get(item.heading) ?? []), line]);
  }
  const filled = [...added].reduce((result, [heading, lines]) => addLines(result, heading, lines), sections);
  return { sections: filled, repaired, lost, usedTokens };
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

function namesLine(names: readonly string[], known: ReadonlySet<string>, roomTokens: number): readonly string[] {
  let room = roomTokens - 8;
  const fitting = names.filter((name) => {
    if (known.has(name)) return false;
    const tokens = estimateTextTokens(name) + 1;
    if (tokens > room) return false;
    room -= tokens;
    return true;
  });
  return fitting.length === 0 ? [] : [`- Also seen: ${fitting.join(", ")}`];
}

/** Names the summary states and its source does not. The source is searched only for what its own names do not hold. */
function inventedIn(raw: string, { plan, evidence }: FinishInputs): readonly string[] {
  const known = new Set([...evidence.names, ...evidence.keptNames]);
  const doubtful = identifiersIn(raw, MOST_STATED).filter((name) => !known.has(name));
  if (doubtful.length === 0) return [];
  const source = [plan.previousSummary ?? "", ...plan.legal.map(sourceText)].join("\n");
  return doubtful.filter((name) => !source.includes(name)).slice(0, MOST_INVENTED);
}

function sourceText(message: FoldPlan["legal"][number]): string {
  if (message.role !== "assistant") return messageText(message);
  return [
    messageText(message),
    ...message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name, part.inputJson] : [])),
  ].join("\n");
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

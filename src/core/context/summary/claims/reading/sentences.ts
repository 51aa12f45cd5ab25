import { joinPattern } from "../../../../base/text";
/** One sentence of a summary with what its surroundings say about it. */
export interface SummarySentence {
  readonly line: number;
  /** Characters of its line where it begins. */
  readonly start: number;
  readonly text: string;
  readonly section: SectionKind;
  /**
   * The sentence opens a list item: a number, a bullet or a ticked box stands before it. "output": a line that is
   * quoted from a run, which the lead names.
   */
  readonly item: "numbered" | "bullet" | "done" | "failed" | "row" | "correction" | "output" | "none";
  /** Words of the line that introduces the list it is in ("Changed files:"). */
  readonly lead: string;
  /** The question that it answers, with the sentences between them in its line. */
  readonly asked?: string;
}

/**
 * "resolved": questions and troubles that are over;
 * "history": what was done, in order; "state": how things are; "blocked": what does not work, in the words of outputs;
 * "facts": values and lines kept for reference; "decisions": what was decided; "wishes": what the user wants;
 * "asks": what the user asked for and nobody did yet; "progress": what is being done; "plan": what has not happened.
 */
export type SectionKind =
  | "history"
  | "resolved"
  | "state"
  | "blocked"
  | "facts"
  | "decisions"
  | "wishes"
  | "asks"
  | "progress"
  | "plan"
  | "none";

const SECTIONS: readonly (readonly [RegExp, SectionKind])[] = [
  [/\b(?:pending|open|unanswered) (?:user )?(?:asks?|requests?)\b|用户请求|待办请求|待回应/i, "asks"],
  [/\b(?:in progress|underway|ongoing)\b|进行中|進行中/i, "progress"],
  [
    joinPattern(
      [
        String.raw`\b(?:active task|current task|task at hand|pending|remaining|next steps?|to-?dos?|plans?|`,
        "planned|outstanding|open (?:items|questions|tasks)|follow-?ups?|not done|future|goal|",
        String.raw`objective|still to)\b`,
      ],
      "i",
    ),
    "plan",
  ],
  [
    /待办|待辦|待处理|待處理|待定|剩余|剩餘|未完成|尚未|下一步|后续|後續|接下来|接下來|计划|計劃|计畫|當前任務|当前任务|目前任務|目标|目標|未解决|未解決/,
    "plan",
  ],
  [
    /\b(?:constraints?|preferences|requirements|user (?:wishes|preferences|rules))\b|约束|約束|限制|偏好|要求/i,
    "wishes",
  ],
  [
    joinPattern(
      [
        String.raw`\b(?:completed|actions|done|history|progress so far|accomplished|work log|timeline|`,
        String.raw`what (?:was|has been|I) (?:done|did))\b|已完成|完成的|已做|操作记录|操作紀錄|历史|歷史|经过|經過`,
      ],
      "i",
    ),
    "history",
  ],
  [/\bresolved\b|已解决|已解決/i, "resolved"],
  [/\b(?:blocked|blockers?|errors|problems)\b|阻塞|阻礙|受阻|错误|錯誤/i, "blocked"],
  [/\b(?:decisions?)\b|决定|決定|决策|決策/i, "decisions"],
  [
    joinPattern(
      [String.raw`\b(?:active state|state|status|verification|`, String.raw`results?)\b|状态|狀態|结果|結果|验证|驗證`],
      "i",
    ),
    "state",
  ],
  [
    joinPattern(
      [
        String.raw`\b(?:critical context|relevant files|files|context|notes|facts|references?|earlier work)\b|`,
        "文件|檔案|上下文|背景|备注|備註|关键|關鍵",
      ],
      "i",
    ),
    "facts",
  ],
];

/** A hand-off has some hundred lines; what a model writes beyond that is not read. */
const MOST_LINES = 2_000;
const LINE_CHARS = 2_000;
const ASKED_CHARS = 600;

export function sentencesOf(summary: string): readonly SummarySentence[] {
  const sentences: SummarySentence[] = [];
  let section: SectionKind = "none";
  let lead = "";
  let isFenced = false;
  let asked = "";
  summary
    .split("\n")
    .slice(0, MOST_LINES)
    .forEach((whole, line) => {
      const text = withoutMarks(whole.slice(0, LINE_CHARS));
      const corrections = correctionsIn(whole.slice(0, LINE_CHARS));
      if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
      if (/^\s*(?:```|~~~)/.test(text) || text.trim() === "") return;
      if (isFenced) {
        const quoted = fencedSentence(text, { line, section, lead });
        if (quoted !== undefined) sentences.push(quoted);
        return;
      }
      const heading = headingOf(text);
      if (heading !== undefined) {
        section = sectionKind(heading);
        lead = "";
        asked = "";
        return;
      }
      const { item, indent } = openingOf(text);
      if (item === "open") return;
      if (!asked.endsWith("?") && !asked.endsWith("？")) asked = "";
      if (item === "none" && !/^\s/.test(text)) lead = "";
      const found = splitSentences(text, indent);
      for (const { start, text: words } of found.flatMap((part) => apartFrom(corrections, part))) {
        sentences.push({
          line,
          start,
          text: words,
          section,
          item: start === indent ? item : "none",
          lead,
          ...(asked === "" ? {} : { asked }),
        });
        // An answer may begin with what was wrong: "Why did it fail? A tool was missing. It was then installed."
        if (isQuestion(words)) asked = words;
        else if (asked !== "") asked = `${asked} ${words}`.slice(0, ASKED_CHARS);
      }
      for (const { start, end } of corrections)
        sentences.push({
          line,
          start,
          text: text.slice(start, end).replace("]", " "),
          section: "state",
          item: "correction",
          lead: "",
        });
      if (/[:：]\s*(?:\*\*)?\s*$/.test(text)) lead = text.slice(indent);
    });
  return sentences;
}

/** Marks of an earlier check, and what it says never happened, are no claims. Every place stays what it was. */
const withoutMarks = (line: string): string => line.replace(MARKS, (mark) => " ".repeat(mark.length));

const MARKS = joinPattern(
  [
    String.raw`\[unverified\]|\[corrected: (?:no\b[^\]]*\]|[^\]]*\bnever\b[^\]]*\]|`,
    String.raw`[^\]]*\bstill in\b[^\]]*\]|the record says\b[^\]]*\])?`,
  ],
  "g",
);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an earlier check put into the text: a state of its own, which a newer run may have changed. */
const correctionsIn = (line: string): readonly Span[] =>
  [...line.matchAll(/\[corrected: [^\]]*\]/g)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));

/** The parts of a sentence outside the corrections in it. */
function apartFrom(
  corrections: readonly Span[],
  { start, text }: { readonly start: number; readonly text: string },
): readonly { readonly start: number; readonly text: string }[] {
  const end = start + text.length;
  const inside = corrections.filter((one) => one.start < end && one.end > start);
  const edges = [start, ...inside.flatMap((one) => [one.start, one.end]), end];
  return edges
    .flatMap((from, index) => (index % 2 === 0 ? [{ from, to: edges[index + 1] ?? end }] : []))
    .map(({ from, to }) => ({ start: from, text: text.slice(Math.max(0, from - start), Math.max(0, to - start)) }))
    .filter((part) => part.text.trim() !== "");
}

/** Of what is quoted as code, a prompt with a command, a list of changed files and how a run ended tell of work. */
function fencedSentence(
  text: string,
  { line, section, lead }: Pick<SummarySentence, "line" | "section" | "lead">,
): SummarySentence | undefined {
  if (!REPORTS.has(section)) return undefined;
  const told = (start: number, rest: Pick<SummarySentence, "item" | "lead">): SummarySentence => ({
    line,
    start,
    text: text.slice(start),
    section,
    ...rest,
  });
  const prompt = /^\s*[$>]\s+(?=\S)/.exec(text)?.[0];
  if (prompt !== undefined && section === "history") return told(prompt.length, { item: "bullet", lead });
  const status = /^\s*(?:[MADR?]{1,2}\s+|\+\s+|(?:new file|modified|deleted):\s+)(?=\S+\.\w+\s*$)/.exec(text)?.[0];
  if (status !== undefined)
    return told(status.length, { item: "bullet", lead: /D|deleted/.test(status) ? "Deleted:" : "Changed:" });
  return /^\W*(?:exit(?:ed)?\b.{0,20}\d|\S*\s*\d+ (?:passed|failed)\b)/i.test(text)
    ? told(0, { item: "output", lead })
    : undefined;
}

/** Sections that tell how things are or went. */
const REPORTS: ReadonlySet<SectionKind> = new Set(["history", "state", "facts", "blocked", "resolved"]);

function headingOf(line: string): string | undefined {
  return (
    /^\s{0,3}#{1,6}\s+(.{1,80})$/.exec(line)?.[1] ??
    /^\s{0,3}\*\*([^*]{3,60})\*\*\s*[:：]?\s*$/.exec(line)?.[1] ??
    /^【([^】]{2,40})】\s*$/.exec(line)?.[1]
  );
}

/** Most telling first: "Remaining work on completed tests" is a plan. */
const sectionKind = (heading: string): SectionKind => SECTIONS.find(([form]) => form.test(heading))?.[1] ?? "none";

function openingOf(line: string): { readonly item: SummarySentence["item"] | "open"; readonly indent: number } {
  const [lead = ""] = /^\s*(?:(?:[-*+•]|\d{1,4}[.)、．](?!\d))\s*)?/.exec(line) ?? [];
  const rest = line.slice(lead.length);
  const [box = ""] = /^(?:\[[ xX~✓✔-]\]|[✅✔☑✓☐⬜])\s*/u.exec(rest) ?? [];
  const indent = lead.length + box.length;
  if (/^(?:\[[ ~-]\]|[☐⬜])/u.test(box)) return { item: "open", indent };
  if (box !== "") return { item: "done", indent };
  if (/^[❌✗✘✖🔴🟥]/u.test(rest)) return { item: "failed", indent };
  if (/^\s*\|.*\|\s*$/.test(line)) return { item: /^[\s|:-]+$/.test(line) ? "open" : "row", indent };
  if (/\d/.test(lead)) return { item: "numbered", indent };
  return { item: /[-*+•]/.test(lead) ? "bullet" : "none", indent };
}

function splitSentences(line: string, from: number): readonly { readonly start: number; readonly text: string }[] {
  const parts: { readonly start: number; readonly text: string }[] = [];
  let start = from;
  for (const match of line.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (end <= from || isInsideCode(line, match.index)) continue;
    parts.push({ start, text: line.slice(start, end) });
    start = end;
  }
  parts.push({ start, text: line.slice(start) });
  return parts.filter(({ text }) => text.trim() !== "");
}

/** A dot inside a name or a number ends nothing; one before a space and a new beginning does. */
const SENTENCE_END = joinPattern(
  [
    String.raw`(?<![./\s])(?:[.!]|\?(?!\s+(?:→|->|=>|Fixed|Sorted|`,
    String.raw`Solved)))(?=["'”’)\x60*\]]*\s+["'“‘(\x60*[]*[A-Z\d\p{Lo}\x60])["'”’)\x60*\]]*|[。！？]|\?(?=\s?[一-鿿])`,
  ],
  "gu",
);

const isInsideCode = (line: string, at: number): boolean => (line.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1;

export const isQuestion = (text: string): boolean => /[?？]["'”’)*]*\s*$/.test(text);

/** An item that tells of finished work may open with a bare verb. */
export const isFinishedItem = ({ section, item, text }: SummarySentence): boolean =>
  item === "done" ||
  (item !== "none" && item !== "failed" && section === "history") ||
  (item === "numbered" && /\s(?:—|–|-{1,2}>?|→|=>)\s|\[tool:|✓|✅|✔|完成|\bdone\b/.test(text));

/** Sections whose every line is about the work of the session. */
export const tellsOfWork = ({ section }: SummarySentence): boolean =>
  section === "history" || section === "state" || section === "resolved";

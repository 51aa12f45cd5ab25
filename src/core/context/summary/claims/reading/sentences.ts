import { joinPattern } from "../../../../base/text";
/** One sentence of a summary with what its surroundings say about it. */
export interface SummarySentence {
  readonly line: number;
  /** Characters of its line where it begins. */
  readonly start: number;
  readonly text: string;
  readonly section: SectionKind;
  /** The sentence opens a list item: a number, a bullet or a ticked box stands before it. */
  readonly item: "numbered" | "bullet" | "done" | "none";
  /** Words of the line that introduces the list it is in ("Changed files:"). */
  readonly lead: string;
}

/**
 * "history": what was done, in order; "state": how things are; "blocked": what does not work, in the words of outputs;
 * "facts": values and lines kept for reference; "decisions": what was decided; "wishes": what the user wants;
 * "plan": what has not happened.
 */
export type SectionKind = "history" | "state" | "blocked" | "facts" | "decisions" | "wishes" | "plan" | "none";

const SECTIONS: readonly (readonly [RegExp, SectionKind])[] = [
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
  [/\b(?:blocked|blockers?|errors|problems)\b|阻塞|阻礙|受阻|错误|錯誤/i, "blocked"],
  [/\b(?:decisions?)\b|决定|決定|决策|決策/i, "decisions"],
  [
    joinPattern(
      [
        String.raw`\b(?:active state|state|status|in progress|resolved|verification|`,
        String.raw`results?)\b|状态|狀態|进行中|進行中|已解决|已解決|结果|結果|验证|驗證`,
      ],
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

export function sentencesOf(summary: string): readonly SummarySentence[] {
  const sentences: SummarySentence[] = [];
  let section: SectionKind = "none";
  let lead = "";
  let isFenced = false;
  summary
    .split("\n")
    .slice(0, MOST_LINES)
    .forEach((whole, line) => {
      const text = withoutMarks(whole.slice(0, LINE_CHARS));
      if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
      if (isFenced || text.trim() === "") return;
      const heading = headingOf(text);
      if (heading !== undefined) {
        section = sectionKind(heading);
        lead = "";
        return;
      }
      const { item, indent } = openingOf(text);
      if (item === "open") return;
      if (item === "none" && !/^\s/.test(text)) lead = "";
      const found = splitSentences(text, indent);
      for (const { start, text: words } of found)
        sentences.push({ line, start, text: words, section, item: start === indent ? item : "none", lead });
      if (/[:：]\s*(?:\*\*)?\s*$/.test(text)) lead = text.slice(indent);
    });
  return sentences;
}

/** Marks of an earlier check, and what it says never happened, are no claims. Every place stays what it was. */
const withoutMarks = (line: string): string =>
  line.replace(
    /\[unverified\]|\[corrected: (?:no\b[^\]]*\]|[^\]]*\bnever\b[^\]]*\]|[^\]]*\bstill in\b[^\]]*\])?/g,
    (mark) => " ".repeat(mark.length),
  );

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
  const [lead = ""] = /^\s*(?:(?:[-*+•]|\d{1,4}[.)、．])\s*)?/.exec(line) ?? [];
  const rest = line.slice(lead.length);
  const [box = ""] = /^(?:\[[ xX~✓✔-]\]|[✅✔☑✓☐⬜❌])\s*/u.exec(rest) ?? [];
  const indent = lead.length + box.length;
  if (/^(?:\[[ ~-]\]|[☐⬜❌])/u.test(box)) return { item: "open", indent };
  if (box !== "") return { item: "done", indent };
  if (/\d/.test(lead)) return { item: "numbered", indent };
  return { item: /[-*+•]/.test(lead) ? "bullet" : "none", indent };
}

function splitSentences(line: string, from: number): readonly { readonly start: number; readonly text: string }[] {
  const parts: { readonly start: number; readonly text: string }[] = [];
  let start = from;
  // A dot inside a name or a number ends nothing; one before a space and a new beginning does.
  for (const match of line.matchAll(
    /(?<![./])[.!?](?=["'”’)`*\]]*\s+["'“‘(`*[]*[A-Z\d\p{Lo}`])["'”’)`*\]]*|[;；。！？]/gu,
  )) {
    const end = match.index + match[0].length;
    if (end <= from || isInsideCode(line, match.index)) continue;
    parts.push({ start, text: line.slice(start, end) });
    start = end;
  }
  parts.push({ start, text: line.slice(start) });
  return parts.filter(({ text }) => text.trim() !== "");
}

const isInsideCode = (line: string, at: number): boolean => (line.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1;

/** Words that take a sentence, or what follows them in it, out of the past: wishes, plans, conditions. */
const UNREAL = joinPattern(
  [
    String.raw`\b(?:will|would|should|shall|must|can|could|may|might|cannot|needs?|needed|going to|`,
    "about to|yet to|plan(?:s|ned|ning)? (?:to|on)|intends? to|want(?:s|ed)? to|ha(?:s|ve) to|",
    "supposed to|expected to|remains? to|still to|to be|next(?: step)?:?|to-?dos?:?|pending|if|",
    "unless|until|once|in case|requires?|consider|suggest(?:s|ed)?|propose[sd]?|recommend(?:s|",
    "ed)?|try(?:ing)? to|let's|please|so that|in order|make sure|ensure|verify that|being|",
    "awaiting|waiting|asked (?:me |us |it )?to|hasn't|haven't|didn't|wasn't|weren't|isn't|aren't|",
    "don't|doesn't|not|never|without|nor|neither|nothing|none|unable|failed to|attempted to|",
    String.raw`tried to|instead of)\b|n't\b`,
  ],
  "i",
);
const UNREAL_CHINESE = joinPattern([
  String.raw`需要|预计|預計|拟|擬|稍后|稍後|以后再|以後再|须|須|应该|应当|應該|應當|应(?=[^用])|應(?=[^用])|将(?=[^\s]{0,6}[修改创建新增添加更新删除运行执行重写])|`,
  String.raw`將(?=[^\s]{0,6}[修改創建新增添加更新刪除執行重寫])|计划|計劃|計畫|打算|准备|準備|下一步|接下来|接下來|待(?!遇)|尚未|还没|還沒|还未|還未|`,
  "未(?!来)|没有|沒有|没(?!错)|沒|不要|不会|不會|不能|如果|若|假如|一旦|建议|建議|希望|请|請|确保|確保|以便|避免|可以|可能|必须|必須|想要|让|讓|无需|",
  "無需|别|別",
]);

const CLAUSE_ENDS = ["→", "->", "=>", ", ", "; ", "，", "；", " but ", " — ", " - ", "但"] as const;

/** Whether what stands at `at` is told as not having happened: a plan, a wish, a condition or a denial before it. */
export function isUnreal(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at);
  const clause = before.slice(Math.max(0, ...CLAUSE_ENDS.map((mark) => before.lastIndexOf(mark))));
  if (UNREAL.test(clause) || UNREAL_CHINESE.test(clause) || /^\s*(?:next|to-?do|todo|plan)\b/i.test(sentence))
    return true;
  // Chinese verbs have no tense: a plan goes on behind a comma, unless the verb is marked as done.
  return (
    PLAN_CHINESE.test(before) &&
    !/^[^，,；;]{0,8}了/.test(sentence.slice(at)) &&
    !/(?:已经|已經|已|了)\s*$/.test(before)
  );
}

const PLAN_CHINESE =
  /预计|預計|稍后|稍後|需要|应该|應該|计划|計劃|計畫|打算|准备|準備|下一步|接下来|接下來|待办|待辦|后续|後續/;

/** The writer is not sure. */
export const isGuess = (sentence: string): boolean =>
  joinPattern(
    [
      String.raw`\b(?:may|might|could|perhaps|probably|maybe|possibly|presumably|e\.g\.|for example|such as|`,
      String.raw`like)\b|可能|也许|也許|或许|或許|大概|例如|比如`,
    ],
    "i",
  ).test(sentence);

/** Somebody other than the agent did it, or a report says so. */
export const isByOthers = (sentence: string, start: number, end: number): boolean =>
  joinPattern(
    [
      String.raw`(?:\b(?:users?|upstream|maintainers?|colleagues?|teammates?|somebody|someone|reviewers?|`,
      String.raw`they|dependabot|renovate)(?:\s+(?:has|have|had|already|then|also|manually|since|later))*\s*|`,
      String.raw`(?:用户|用戶|使用者|同事|维护者|維護者)(?:已经|已經|已|又|也|手动|手動|自己|自行)*\s*)$`,
    ],
    "i",
  ).test(sentence.slice(0, start)) ||
  joinPattern(
    [
      String.raw`^[^,;，；]{0,60}(?:\bby (?:the )?(?:users?|upstream|maintainers?|colleague|teammate|reviewer|`,
      String.raw`someone)\b|\bby commit\b|\bin commit [0-9a-f]{6})`,
    ],
    "i",
  ).test(sentence.slice(end));

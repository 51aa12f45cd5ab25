import { joinPattern } from "../../../../base/text";

/**
 * Words that take what follows them in a clause out of the past: the modal verbs, conditions, wishes and plans. This
 * class is closed; everything outside it is told as having happened.
 */
const PLANNED = joinPattern(
  [
    String.raw`\b(?:will|would|should|shall|must|can(?!not| not)|could(?! not)|may|might|needs?|needed|going to|`,
    "about to|",
    "(?<!\\b(?:terraform|tofu|staging|production|prod|dev|query|execution|failing|failed|first|last|second) )",
    "plan(?:s|ned|ning)?(?![:：]|",
    " (?:summary|output|result|failed|was|said|shows?|showed|with|of|came|gave|—|[:：]))|",
    "intend(?:s|ed)?|want(?:s|ed)? (?:to|it|this|that|them)|",
    "ha(?:s|ve) to|supposed to|expected to|remains? to|still to|",
    "(?<!found |known |out )to be|next(?: step)?:?|to-?dos?:?|pending|if|unless|until|once|in case|requires?|",
    "consider(?:ing|ed)?|",
    "thinking (?:about|of)|suggest(?:s|ed)?|propose[sd]?|recommend(?:s|ed)?|try(?:ing)? to|let's|please|so that|",
    "in order|make sure|making sure|ensure|verify that|being|awaiting|waiting|left to|",
    String.raw`asked (?:me |us |it )?to|whether)\b|['’]ll\b`,
  ],
  "i",
);
const PLANNED_CHINESE = joinPattern([
  "需要|预计|拟|稍后|以后再|须|应该|应当|(?<![响相适对反供效])应(?=[^用])|将(?=[^\\s]{0,6}[修改创建新增添加更新删除运行执行重写])|计划|打算|准备|下一步|接下来|",
  "待(?!遇)|不要|如果|若(?!干)|假如|一旦|建议|希望|请|确保|以便|避免|可以|可能|必须|想要|让|是否|",
  "等[^，,。；;]{1,16}再|下周|下次|下一?个(?:迭代|版本|冲刺)|届时",
]);
/** Words that deny what follows them. */
const DENIED = joinPattern(
  [
    String.raw`\b(?:not|never|without|nor|neither|nothing|none|no|unable|cannot|failed to|attempted|tried|yet to|`,
    String.raw`instead of|rather than)\b|n['’]t\b`,
  ],
  "i",
);
const DENIED_CHINESE =
  /尚未|还没|还未|并未|未(?!来)|没有|没(?!错)|不会|不能|无法|未能|无需|不需|别(?!的)|不再|拒绝|尝试|试图|而不是|暂不|不[做作予]|不$/;

const CLAUSE_ENDS = ["→", "->", "=>", ", ", "; ", "，", "；", " but ", " — ", " - ", "但"] as const;

const clauseBefore = (sentence: string, at: number): string => {
  const before = sentence.slice(0, at);
  return before.slice(Math.max(0, ...CLAUSE_ENDS.map((mark) => before.lastIndexOf(mark))));
};

/** A plan that is spoken of as one; "Plan: 2 to add" and "Plan with …" are what a program printed. */
const PLAN_AHEAD = joinPattern(
  [
    String.raw`^\s*(?:next|to-?do|plan(?!\s*(?:summary|output|result)?\s*[:：]\s*\d| (?:summary|output|result|`,
    String.raw`with|of|came|gave)\b))\b`,
  ],
  "i",
);

/** Whether what stands at `at` is told as a plan, a wish or a condition. */
export function isPlanned(sentence: string, at: number): boolean {
  const clause = clauseBefore(sentence, at);
  if (PLANNED.test(clause) || PLANNED_CHINESE.test(clause) || PLAN_AHEAD.test(sentence)) return true;
  const before = sentence.slice(0, at);
  if (isConditional(before)) return true;
  // Chinese verbs have no tense: a plan goes on behind a comma, unless the verb is marked as done.
  return (
    PLAN_CHINESE.test(before) && !/^[^，,；;]{0,8}了/.test(sentence.slice(at)) && !/(?:已经|已|了)\s*$/.test(before)
  );
}

/** A sentence that opens with a condition; "once the config was changed, …" tells when, not whether. */
export const isConditional = (text: string): boolean =>
  /^\s*(?:if|unless|until)\b|^\s*(?:如果|若|一旦|当(?![前下时初日天]))/i.test(text) ||
  (/^\s*(?:once|when)\b/i.test(text) && !/^\s*(?:once|when)\b[^,]*\b(?:was|were|had|\w{3,}ed)\b[^,]*,/i.test(text));

const PLAN_CHINESE = /预计|稍后|需要|应该|计划|打算|准备|下一步|接下来|待办|后续/;

/** Whether what stands at `at` is told as not having happened: a plan, a wish, a condition or a denial before it. */
export const isUnreal = (sentence: string, at: number): boolean => {
  const clause = clauseBefore(sentence, at);
  return isPlanned(sentence, at) || DENIED.test(clause) || DENIED_CHINESE.test(clause);
};

const GUESS = joinPattern(
  [
    String.raw`\b(?:may|might|could|perhaps|probably|maybe|possibly|presumably|e\.g\.|for example|such as|`,
    String.raw`like)\b|可能|也许|或许|大概|例如|比如`,
  ],
  "i",
);

/** The writer is not sure. */
export const isGuess = (sentence: string): boolean => GUESS.test(sentence);

const BY_OTHERS_BEFORE = joinPattern(
  [
    String.raw`(?:\b(?:users?|upstream|maintainers?|colleagues?|teammates?|somebody|someone|reviewers?|`,
    String.raw`they|dependabot|renovate)(?:\s+(?:has|have|had|already|then|also|manually|since|later))*\s*|`,
    String.raw`(?:用户|使用者|同事|维护者)(?:已经|已|又|也|手动|自己|自行)*\s*|由(?!我|助手|代理)[^，,；;。]{1,24})$`,
  ],
  "i",
);

const BY_OTHERS_BEHIND = joinPattern(
  [
    String.raw`^[^,;，；]{0,60}(?:\bby (?:the )?(?:users?|upstream|maintainers?|colleague|teammate|reviewer|`,
    String.raw`someone)\b|\bby commit\b|\bin commit [0-9a-f]{6})`,
  ],
  "i",
);

/** "由 double 改成 BigDecimal": out of what, not by whom. */
const BECOMES = /^.?[改变换升降调]\S{0,2}[成为到]/;

/** Somebody other than the agent did it, or a report says so. */
export const isByOthers = (sentence: string, start: number, end: number): boolean =>
  (BY_OTHERS_BEFORE.test(sentence.slice(0, start)) && !BECOMES.test(sentence.slice(start))) ||
  BY_OTHERS_BEHIND.test(sentence.slice(end));

const REFUSED = joinPattern(
  [
    String.raw`\b(?:refus|reject|declin|den(?:y|ied)|veto|disallow|forb[ai]d|stopped|blocked)\w*|\bturned (?:it |`,
    String.raw`this )?down\b|`,
    "\\bsaid no\\b|拒|拦|否决|叫停|不让|不许|不允许|被用户",
  ],
  "i",
);

/** Somebody did not allow it. */
export const tellsOfRefusal = (sentence: string): boolean => REFUSED.test(sentence);

const NOW = joinPattern(
  [
    String.raw`\b(?:now|currently|still|latest|last run|most recent|as of|final|remains?|keeps?)\b|现在|目前|当前|`,
    "最近一次|最新|仍|依旧|依然|最后一次|最终",
  ],
  "i",
);
/** Nothing else in the sentence can make it a thing of the past. */
const RIGHT_NOW =
  /^\W*(?:(?:as of |right )?now\b|currently\b|at present\b|目前|现在|当前)|\bcurrently (?:pass|fail|green|red)/i;
const THEN = joinPattern(
  [
    String.raw`\b(?:initial(?:ly)?|originally|previously|at first|first|before|earlier|once|used to|was|were|`,
    String.raw`had)\b|起初|最初|之前|原先|先前|第一次|初次|首次|原本|当时`,
  ],
  "i",
);

/** "past": any run may be meant; "present": the newest. A sentence that tells of two times is about the past. */
export function tenseOf(section: string, told: string): "past" | "present" {
  // What an output says ("Expected -1 Was 0") tells no time.
  const text = told.replace(/`[^`]*`|"[^"]*"|“[^”]*”|\bExpected \S+ Was\b/g, " ");
  if (RIGHT_NOW.test(text)) return "present";
  if (THEN.test(text)) return "past";
  if (NOW.test(text)) return "present";
  return section === "history" || section === "facts" ? "past" : "present";
}

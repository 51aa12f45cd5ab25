import type { MessageId } from "../../../../conversation/ids";
import type { DecisionClaim } from "../claim";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { passagesOfUser, saidByAnyone } from "./said";
import { stancesOf } from "./stances";
import { topicsOf, weightOf } from "./topics";

/** Of each row only one can be meant at a time. */
const EXCLUSIVE: readonly (readonly RegExp[])[] = [
  [/\b(?:first|earliest|oldest)\b|最早|最先|最旧/i, /\b(?:last|latest|newest|most recent)\b|最后|最新|最晚/i],
  [/\basc(?:ending)?\b|升序/i, /\bdesc(?:ending)?\b|降序/i],
  [/\bmajor\b|主版本/i, /\bminor\b|次版本/i, /\bpatch\b|补丁版?/i],
  [/\bstdout\b|标准输出/i, /\bstderr\b|标准错误/i],
  [/\bunit[- ]tests?\b|单元测试|单测/i, /\be2e\b|\bend-to-end\b|端到端/i, /\bintegration tests?\b|集成测试/i],
  [/\baccept\w*|\blet(?:s|ting)? \w+ through\b|放行/i, /\breject\w*|拒绝/i],
  [/\bstrictly\b|严格[大小]于/i, /\bor equal\b|(?<![大小])等于|[大小]于等于/i],
  [/\bsynchronous\w*|(?<!异)同步/i, /\basynchronous\w*|异步/i],
  [/\bhalf[ -_]up\b/i, /\bhalf[ -_]even\b|\bbanker/i, /\bhalf[ -_]down\b/i],
];

/** Less in common is chance. */
const LEAST_SHARED = 2;
const LEAST_LIKENESS = 0.5;

const numbersIn = (text: string): readonly string[] =>
  withDigits(simplified(text)).match(/(?<![\w.])\d+(?:\.\d+)*(?![\w.]*\w|\s*[万亿])/g) ?? [];

/** Where the user named another value for the same thing, and nobody the one that is claimed. */
export function otherValueOf(
  record: WorkRecord,
  content: string,
  maker: DecisionClaim["maker"],
): MessageId | undefined {
  const text = simplified(content);
  const topics = topicsOf(text);
  const claimed = numbersIn(text);
  const isValueSaid = (value: string): boolean =>
    maker === "user"
      ? passagesOfUser(record).placesOf("numbers", value).length > 0
      : saidByAnyone(record).has("numbers", value);
  const unsaid = claimed.filter((value) => !isValueSaid(value));
  const own = stancesOf(record).filter(({ manner }) => manner === "own");
  const spoken = simplified(own.map((stance) => stance.text).join("\n"));
  const isOther = (told: string): boolean => {
    const values = numbersIn(told);
    if (unsaid.length > 0 && values.length > 0 && !values.some((value) => claimed.includes(value))) return true;
    return EXCLUSIVE.some((row) => {
      const chosen = row.filter((form) => form.test(text));
      return chosen.length === 1 && !chosen.some((form) => form.test(spoken)) && row.some((form) => form.test(told));
    });
  };
  return own.find(({ text: told, concepts }) => {
    const shared = weightOf(topics, (kind, item) => concepts[kind].has(item) && !/^\d/.test(item));
    const likeness = shared / Math.max(1, Math.min(weightOf(topics), weightOf(concepts)));
    return shared >= LEAST_SHARED && likeness >= LEAST_LIKENESS && isOther(simplified(told));
  })?.messageId;
}

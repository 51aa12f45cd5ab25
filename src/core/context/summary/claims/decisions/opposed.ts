import { joinPattern } from "../../../../base/text";
import type { Concepts } from "../language/concepts";
import { simplified } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import type { Direction } from "./direction";
import { directionOf, isAgainst, kindsIn } from "./direction";
import type { Stance } from "./stances";
import { squeezed, stancesOf, topicsOf, weightOf } from "./stances";

type Maker = "user" | "anyone";

/** Less in common is chance. */
const LEAST_SHARED = 2;
const LEAST_LIKENESS = 0.4;

/** Why something was decided, and what it was preferred to, is not what was decided. */
const BESIDES = joinPattern(
  [
    String.raw`(?:,\s*not|\binstead of|\brather than|\bover\b|\bbecause\b|\bsince\b|\bso that\b|\bas (?:it|the|`,
    String.raw`that)\b|\bdue to\b|`,
    String.raw`\bdespite\b|\bin order\b|\bto (?:avoid|save|help|silence|ease)\b)[^;.()]*|(?:而不是|而非|因为|由于|`,
    String.raw`以便|以免|为了|从而|避免)[^；。（）]*|[（(][^()（）]*[\s一-鿿][^()（）]*[)）]`,
  ],
  "gi",
);

/** What the user said about the same thing as a part of the decision, where it went the other way. */
export function opposingStance(record: WorkRecord, content: string, maker: Maker): Stance | undefined {
  const stances = stancesOf(record);
  const parts = partsOf(content).map((text) => ({ text, direction: directionOf(text) }));
  const directions = new Set(parts.map(({ direction }) => direction));
  // A change of mind is told with both.
  if (directions.has("keep") && directions.has("remove")) return undefined;
  // Who tells of a refusal knows of it.
  const isAware = directions.has("keep") || directions.has("refuse");
  return parts
    .filter(({ direction }) => !isAware || direction !== "plain")
    .map(({ text }) => opposedTo(stances, text, maker))
    .find((stance) => stance !== undefined);
}

const partsOf = (content: string): readonly string[] =>
  simplified(content)
    .replace(BESIDES, " ")
    .split(/[;；，。]|[,.](?=\s|[一-鿿])|\bbut\b|但/)
    .filter((part) => /\w|[一-鿿]/.test(part));

function opposedTo(stances: readonly Stance[], part: string, maker: Maker): Stance | undefined {
  const concepts = topicsOf(part);
  const direction = directionOf(part);
  const weight = weightOf(concepts);
  const scored = stances.flatMap((stance) => {
    const shared = weightOf(concepts, (kind, item) => stance.concepts[kind].has(item));
    if (shared === 0 || !sharesOwn(concepts, stance)) return [];
    const likeness = shared / Math.max(1, Math.min(weight, weightOf(stance.concepts)));
    const isNamed = isNamedIn(concepts, stance);
    return isNamed || (shared >= LEAST_SHARED && likeness >= LEAST_LIKENESS) ? [{ stance, shared, isNamed }] : [];
  });
  const most = Math.max(...scored.map(({ shared }) => shared));
  // What was said last counts.
  const last = scored.findLast(
    ({ stance, shared, isNamed }) => (isNamed || shared >= CLOSE * most) && isMarked(stance.direction),
  )?.stance;
  const others = BY_AGENT.test(part) ? scored.findLast(({ stance }) => BY_OTHERS.test(stance.sentence)) : undefined;
  if (others !== undefined) return others.stance;
  if (last === undefined || LEFT_TO_OTHERS.test(part)) return undefined;
  if (!readingsOf(part, direction, last).some((reading) => isAgainst(reading, last.direction))) return undefined;
  if (direction === "plain" && last.direction === "keep" && (maker !== "user" || !LEAVES.test(last.text)))
    return undefined;
  // "不签名的 tag" is another thing than "签名的 tag".
  if (kindsIn(part) < kindsIn(last.text)) return undefined;
  return last.instead === undefined || isRather(part, last.object, last.instead) ? last : undefined;
}

/** A refusal that took its sentence along is of what its own clause names. */
const sharesOwn = (concepts: Concepts, { text, direction, object }: Stance): boolean =>
  direction !== "refuse" ||
  weightOf(object) === 0 ||
  weightOf(topicsOf(text), (kind, item) => item !== "=use" && concepts[kind].has(item)) > 0;

/** A word for a change may belong to what the decision is about, or is for. */
function readingsOf(part: string, direction: Direction, { text, sentence }: Stance): readonly Direction[] {
  if (direction !== "remove" && direction !== "change") return [direction];
  return [
    direction,
    directionOf(withoutShared(part, sentence)),
    ...(INTRODUCES.test(text) ? [directionOf(part.replace(PURPOSE, " "))] : []),
  ];
}

/** "RabbitMQ 来关闭订单": what it is for says nothing about which way it goes. */
const PURPOSE = /来[一-鿿][^，；。]*|\bto [a-z]{3,}[^,;.]*/gi;

/** A word of direction that both have is what they are about: "重复关闭". */
const withoutShared = (part: string, sentence: string): string =>
  part.replace(WORDS_OF_CHANGE, (word) => (sentence.includes(word) ? " " : word));

const WORDS_OF_CHANGE =
  /删除|移除|关闭|取消|替换|升级|迁移|修改|\b(?:remov|delet|drop|clos|disabl|cancel|replac|renam|upgrad|migrat)\w*/gi;

/** Whose work it is said to be, where somebody else took it on: "I'll rotate the key myself". */
const BY_AGENT = /\b(?:agent|assistant)\b|助手|由你|交给你/i;
const BY_OTHERS =
  /\bi(?:['’]ll| will)\b|\bmyself\b|\b(?:team|colleagues?|ops)\b|我自己|我来|自己[来做写弄]|同事|[组团队]来/i;

/** The decision leaves it to somebody: "the user will commit", "由财务自己改". The name of the user is cut out of it. */
const LEFT_TO_OTHERS =
  /(?<![路自理缘经])由(?!助手|代理|你)|等[^，,]{1,8}[改修做处跑]|留给|自行|(?:^|[:;])\s*(?:will|intends to|plans to)\b/i;

/** Nothing at all is to be done about it. */
const LEAVES = /\bleav(?:e|ing)\b|\balone\b|\bas (?:it )?is\b|保持|维持|原样|別動|别动/i;

/** A thing that was refused by its name: "no pandas", "don't bring in Redis". */
function isNamedIn(concepts: Concepts, { text, object, direction, instead }: Stance): boolean {
  // "Keep duplicates" is about nothing but those.
  if (direction === "keep" && weightOf(object) > 0)
    return weightOf(object, (kind, item) => concepts[kind].has(item)) === weightOf(object);
  if (direction !== "refuse") return false;
  if (instead !== undefined)
    return (
      weightOf(concepts, (kind, item) => object[kind].has(item) && !instead[kind].has(item) && !item.startsWith("=")) >=
      1
    );
  if (INTRODUCES.test(text)) {
    const isOwn = (kind: keyof Concepts, item: string) => kind !== "pairs" && !item.startsWith("=");
    const own = weightOf(object, isOwn);
    if (own > 0 && weightOf(object, (kind, item) => isOwn(kind, item) && concepts[kind].has(item)) > own / 2)
      return true;
  }
  const shared = weightOf(object, (kind, item) => concepts[kind].has(item));
  const telling = weightOf(object, (kind, item) => concepts[kind].has(item) && !item.startsWith("="));
  // "Change the test, not the code" refuses nothing but that.
  const isWhole = shared === weightOf(object) && !/^\s*not\b/i.test(text);
  return shared >= 1 && (isWhole || (telling >= 1 && shared >= weightOf(object) / 2));
}

/** What must not come in goes by its name: "不要引入 dayjs 之类的库". */
const INTRODUCES = /引入|改用|采用|换成|[别要]用|\b(?:no|use|using|add|bring|pull|introduce|switch|without|want)\b/i;

/** Of those that speak of nearly as much, the last counts. */
const CLOSE = 0.7;
const isMarked = (direction: Direction): boolean => direction !== undefined && direction !== "plain";

/** It has words of what was passed over, and none of what was chosen instead. */
function isRather(part: string, passedOver: Concepts, instead: Concepts): boolean {
  const concepts = topicsOf(part);
  const written = squeezed(part);
  return (
    weightOf(concepts, (kind, item) => passedOver[kind].has(item)) > 0 &&
    weightOf(
      instead,
      (kind, item) => concepts[kind].has(item) || (kind === "names" && written.includes(squeezed(item))),
    ) === 0
  );
}

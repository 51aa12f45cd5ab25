import { joinPattern } from "../../../../base/text";
import type { Concepts } from "../language/concepts";
import { simplified } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import type { Direction } from "./direction";
import { directionOf, isAgainst, kindsIn } from "./direction";
import type { Stance } from "./stances";
import { isBare, stancesOf } from "./stances";
import { topicsOf, weightOf } from "./topics";

type Maker = "user" | "anyone";

/** Less in common is chance. */
const LEAST_SHARED = 2;
const LEAST_LIKENESS = 0.4;

/** Why something was decided, and what it was preferred to, is not what was decided. */
export const REASONS = joinPattern(
  [
    String.raw`(?:(?:,|\band)\s*not|\binstead of|\brather than|`,
    String.raw`\bover\b|\bbecause\b|\bsince\b|\bso that\b|\bas (?:it|the|`,
    String.raw`that)\b|\bdue to\b|`,
    String.raw`\bdespite\b|\bin order\b|\bto (?:avoid|save|help|silence|ease)\b)`,
    String.raw`(?:[^;.()]|\.(?=\w))*|(?:而不是|而非|因为|由于|`,
    String.raw`以便|以免|为了|从而|避免)[^；。（）]*|[（(](?=[^()（）]*[\s一-鿿])[^()（）]*[)）]`,
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
    .replace(REASONS, " ")
    .split(/[;；，。]|[,.](?=\s|[一-鿿])|\bbut\b|但/)
    .filter((part) => /\w|[一-鿿]/.test(part))
    .reduce<string[]>((parts, part) => {
      if (isBare(part) && parts.length > 0) parts.push(`${parts.pop()} ${part}`);
      else parts.push(part);
      return parts;
    }, []);

function opposedTo(stances: readonly Stance[], part: string, maker: Maker): Stance | undefined {
  const concepts = topicsOf(part);
  const direction = directionOf(part);
  const weight = weightOf(concepts);
  const scored = stances.flatMap((stance) => {
    const shared = weightOf(concepts, (kind, item) => stance.concepts[kind].has(item));
    if (shared === 0) return [];
    const likeness = shared / Math.max(1, Math.min(weight, weightOf(stance.concepts)));
    const isNamed = isNamedIn(part, concepts, stance) || isBrieflyRefused(concepts, stance, direction);
    const isAlike = shared >= LEAST_SHARED && likeness >= LEAST_LIKENESS && countShared(concepts, stance.concepts) > 1;
    const strength = shared * (isNamed ? 1 : likeness);
    return isNamed || isAlike ? [{ stance, shared, strength, isNamed }] : [];
  });
  const most = Math.max(...scored.map(({ strength }) => strength));
  // What was said last counts.
  const last = scored.findLast(
    ({ stance, strength, isNamed }) => (isNamed || strength >= CLOSE * most) && isMarked(stance.direction),
  )?.stance;
  const others =
    direction !== "refuse" && BY_AGENT.test(part)
      ? scored.findLast(({ stance }) => BY_OTHERS.test(stance.sentence))
      : undefined;
  if (others !== undefined) return others.stance;
  if (last === undefined || !isAgainst(direction, last.direction)) return undefined;
  if (BY_USER.test(part) && BY_OTHERS.test(last.sentence)) return undefined;
  // What is nearly said in the user's own words is theirs, whatever they refused beside it.
  const refused = scored.find(({ stance }) => stance === last);
  const isOwn = scored.some(
    ({ stance, shared }) =>
      stance.manner === "own" &&
      shared >= Math.max((refused?.isNamed === true ? WHOLE : NEARER) * weight, (refused?.shared ?? 0) + 1) &&
      !isAgainst(direction, stance.direction),
  );
  if (isOwn && last.manner !== "passed over") return undefined;
  if (direction === "plain" && last.direction === "keep" && (maker !== "user" || !LEAVES.test(last.text)))
    return undefined;
  // "不签名的 tag" is another thing than "签名的 tag".
  if (kindsIn(part) < kindsIn(last.text)) return undefined;
  return last.instead === undefined || isRather(concepts, last.concepts, last.instead) ? last : undefined;
}

const countShared = (one: Concepts, other: Concepts): number =>
  [...one.names].filter((name) => other.names.has(name)).length +
  [...one.words].filter((word) => other.words.has(word)).length +
  [...one.pairs].filter((pair) => other.pairs.has(pair)).length;

/** Whose work it is said to be, where somebody else took it on: "I'll rotate the key myself". */
const BY_AGENT = /\b(?:agent|assistant)\b|助手|由你|交给你/i;
const BY_OTHERS =
  /\bi(?:['’]ll| will)\b|\bmyself\b|\b(?:team|colleagues?|ops)\b|我自己|我来|自己[来做写弄改修]|同事|[组团队]来/i;

const BY_USER = /\b(?:up to|left to|himself|herself|themsel\w+|personally|their own)\b|自己|亲自/i;
/** Share of a part that makes it the user's own words. */
const NEARER = 0.6;
const WHOLE = 0.85;

/** Nothing at all is to be done about it. */
const LEAVES = /\bleav(?:e|ing)\b|\balone\b|\bas (?:it )?is\b|保持|维持|原样|別動|别动/i;

/** A thing that was refused by its name: "no pandas", "don't bring in Redis". */
function isNamedIn(part: string, concepts: Concepts, { text, object, direction, instead }: Stance): boolean {
  if (direction !== "refuse") return false;
  if (instead !== undefined)
    return (
      weightOf(concepts, (kind, item) => object[kind].has(item) && !instead[kind].has(item) && !item.startsWith("=")) >=
      1
    );
  const shared = weightOf(object, (kind, item) => concepts[kind].has(item));
  const telling = weightOf(object, (kind, item) => concepts[kind].has(item) && !item.startsWith("="));
  if (REFUSES_MODULES.test(text) && BRINGS_MODULE.test(part)) return true;
  // "Change the test, not the code" refuses nothing but that.
  const isWhole = shared === weightOf(object) && !/^\s*not\b/i.test(text);
  return shared >= 1 && (isWhole || (telling >= 1 && shared >= NAMED * weightOf(object)));
}

/** "No new dependencies" refuses each of them by whatever name. */
const REFUSES_MODULES =
  /\b(?:dependenc\w+|librar\w+|packages?|gems?|crates?|modules?|third[- ]party)\b|依赖|第三方|[的新]库/i;
const BRINGS_MODULE = joinPattern(
  [
    String.raw`\b(?:use|uses|using|add|adds|bring|introduce|switch\w*|move|install|on)\b.*\b(?:package|library|gem|`,
    String.raw`crate)\b|(?:引入|使用|采用|改用|安装)[^，。；]*(?:库|包|依赖)`,
  ],
  "i",
);

/** Less is only its place: "no floats in quote.py". */
const NAMED = 0.7;

/** "A second close returns at once, no exception": the sentence says when. "Keep duplicates" says it all. */
function isBrieflyRefused(
  concepts: Concepts,
  { direction, manner, object, sentence }: Stance,
  claimed: Direction,
): boolean {
  const whole = weightOf(object);
  if (manner !== "own" || whole > BRIEF) return false;
  const shared = weightOf(object, (kind, item) => concepts[kind].has(item));
  if (direction === "keep") return claimed === "remove" && shared >= 1 && shared === whole;
  const around = topicsOf(sentence);
  const isAround = weightOf(concepts, (kind, item) => around[kind].has(item)) >= LEAST_AROUND;
  return direction === "refuse" && shared >= 1 && shared > whole / 2 && isAround;
}

const BRIEF = 2;
const LEAST_AROUND = 3;

/** Of those that speak of nearly as much, the last counts. */
const CLOSE = 0.7;
const isMarked = (direction: Direction): boolean => direction !== undefined && direction !== "plain";

/** It has more of what only the one has than of what only the other has. */
const isRather = (concepts: Concepts, one: Concepts, other: Concepts): boolean => {
  const score = (has: Concepts, lacks: Concepts) => {
    const own = weightOf(has, (kind, item) => concepts[kind].has(item) && !lacks[kind].has(item));
    return (
      own ** 2 /
      Math.max(
        1,
        weightOf(has, (kind, item) => !lacks[kind].has(item)),
      )
    );
  };
  return score(one, other) > score(other, one);
};

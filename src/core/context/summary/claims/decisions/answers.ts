import { joinPattern } from "../../../../base/text";
import type { Concepts } from "../language/concepts";
import { simplified } from "../language/plain-words";
import { directionOf } from "./direction";
import { clausesOf, sentencesOf, topicsOf, weightOf } from "./topics";

/** Something that the other side may accept or turn down. */
const PROPOSES = joinPattern(
  [
    String.raw`\?|？|吗|\b(?:shall|should|may|can|could|would|might)\s(?:i|we|also|be|use|add)\b|`,
    String.raw`\bi(?:['’]d| would| suggest| propose| recommend| could| can| might)\b|\b(?:options?|alternatives?|`,
    String.raw`ways?|`,
    String.raw`either|suggest\w*|propos\w*|recommend\w*)\b|要不要|可以|建议|是否|要么|打算|方案`,
  ],
  "i",
);
export const YES = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:yes|yep|yeah|yup|ok(?:ay)?|sure|fine|agreed|correct|right|go ahead|go for it|`,
    String.raw`do (?:it|that|`,
    String.raw`so|both)|`,
    String.raw`please do|sounds good|looks (?:good|right)|lgtm|approved?|confirmed?|perfect|great|nice|good|exactly|`,
    String.raw`absolutely|of course|both|why not|makes sense)\b|^[^\w一-鿿]*(?:好|可以|行|同意|没问题|对|是的|嗯|`,
    String.raw`确认|`,
    String.raw`就这样|批准|当然|没错|都(?![先还]?[不别]))`,
  ],
  "i",
);
export const NO = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:(?:hm+|well|sorry|ah|oh|hold on|wait|thanks|thank you|interesting|ouch)\W+)*(?:no|`,
    String.raw`neither|none|`,
    String.raw`nope|nah|`,
    String.raw`not|`,
    String.raw`never|don['’]?t|do not|please don['’]t|leave|skip|park|forget|later|stop|hold off|keep|without|`,
    String.raw`rather not|instead|ask|let me (?:ask|check|think))\b|`,
    String.raw`^[^\w一-鿿]*(?:不|都[先还]?[不别]|别|先别|先不|暂|没必要|算了|以后|免|停|维持|保持)`,
  ],
  "i",
);

/** A no to whatever was proposed. */
export const NEITHER = /^\W*(?:neither|none)\b|^[^\w一-鿿]*都[先还]?[不别]/i;

/** Sentences that propose something, each with the one before it where it only says "it". */
export const proposalsIn = (proposed: string): readonly string[] =>
  sentencesOf(proposed).flatMap((one, at, all) =>
    PROPOSES.test(simplified(one))
      ? [/\b(?:it|that|this|them|both|these)\b|这|那|它/i.test(one) ? `${all[at - 1] ?? ""} ${one}` : one]
      : [],
  );

const LETTERED = /[(（][a-d1-4][)）]|(?<=^|[\s:：；;，,])[a-d1-4][).、）](?=\s|[一-鿿])/gi;
export const OR = joinPattern(
  [
    String.raw`(?:,|;)?\s+or\s+(?:else\s)?|\beither\b|[，,；;]?\s*(?:或者|要么|要不|还是|也可以|或是|抑或)|`,
    String.raw`(?<=[，；])\s*或`,
  ],
  "i",
);

/** "(a) …, (b) …"; "X, or Y"; "要么 X，要么 Y": one list for each question. */
export function alternativesIn(proposed: string): readonly (readonly string[])[] {
  const text = simplified(proposed);
  const letters = [...text.matchAll(LETTERED)].map(({ 0: sign, index }, at, all) => ({
    sign: sign.trim(),
    start: index,
    end: all[at + 1]?.index ?? text.length,
  }));
  // "I suggest (a)" begins no other alternative.
  const first = letters.filter(({ sign }, at) => letters.findIndex((one) => one.sign === sign) === at);
  const lists =
    first.length > 1
      ? [first.map(({ start, end }) => text.slice(start, end).split(/[?？。\n]/)[0] ?? "")]
      : sentencesOf(text).flatMap((one, at, all) => {
          if (!PROPOSES.test(one) || !OR.test(one)) return [];
          const [former = "", ...others] = one.split(OR);
          // "I did it with X. Is that right, or …?"
          const isBare = weightOf(topicsOf(former.replace(/\b(?:right|ok(?:ay)?|you)\b/gi, " "))) < 1;
          return [[isBare ? `${all[at - 1] ?? ""} ${former}` : former, ...others]];
        });
  return lists
    .map((parts) =>
      parts.map((part) => part.replace(/^.*[:：]/, "").trim()).filter((part) => /[a-z]{3}|[一-鿿]{2}/i.test(part)),
    )
    .filter((parts) => parts.length > 1);
}

/** An answer that has so little of the words of another one only speaks of the same thing. */
const MIXED = 2.9;

export interface Choice {
  readonly chosen: string;
  /** Where the answer has words of one of them too, it may take something of each, and that one is left out. */
  readonly passedOver: readonly string[];
}

/** Which of the alternatives that were put to the user the answer takes. */
export const choicesOf = (proposed: string, said: string): readonly Choice[] =>
  alternativesIn(proposed).flatMap((alternatives) => {
    const chosen = chosenOf(alternatives, simplified(said));
    if (chosen === undefined) return [];
    const spoken = topicsOf(
      clausesOf(said)
        .filter((clause) => directionOf(clause) !== "refuse")
        .join(". "),
    );
    const own = (one: string, other: string) =>
      weightOf(topicsOf(one), (kind, item) => spoken[kind].has(item) && !topicsOf(other)[kind].has(item));
    // "Use HALF_EVEN" leaves HALF_UP alone, whatever else it says.
    const names = (one: string, other: string) =>
      [...topicsOf(one).names].filter((name) => !topicsOf(other).names.has(name));
    const isNamed = (one: string, other: string) => names(one, other).some((name) => spoken.names.has(name));
    const isPointedAt = CHOICE.test(simplified(said));
    const passedOver = alternatives.filter((one) => {
      if (isPointedAt) return one !== chosen;
      if (one === chosen || isNamed(one, chosen)) return false;
      if (names(one, chosen).length > 0 && isNamed(chosen, one)) return true;
      const mixed = own(one, chosen);
      return mixed === 0 || mixed * MIXED < own(chosen, one);
    });
    return [{ chosen, passedOver }];
  });

const FORMER = /\b(?:the )?(?:first|former)(?: one| option)?\b|前者|第一种|第一个|方案一/i;
const LATTER = /\b(?:the )?(?:second|latter)(?: one| option)?\b|后者|第二种|第二个|方案二/i;

const CHOICE = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:option |go (?:with|for) |let['’]?s (?:do|take) |方案\s?|选\s?|用\s?)?`,
    String.raw`[(（]?([a-d1-4])(?=[)）.,;:，。；\s]|$)`,
  ],
  "i",
);

/** The alternative whose own words the answer has; undefined where it has those of none, or of several. */
function chosenOf(alternatives: readonly string[], said: string): string | undefined {
  const letter = CHOICE.exec(said)?.[1]?.toLowerCase() ?? "";
  const lettered = letter === "" ? undefined : alternatives[Math.max("abcd".indexOf(letter), "1234".indexOf(letter))];
  if (lettered !== undefined) return lettered;
  if (FORMER.test(said)) return alternatives[0];
  if (LATTER.test(said)) return alternatives[1];
  const clauses = clausesOf(said).filter((clause) => !DOES_HARM.test(clause));
  const ways = alternatives.map(directionOf);
  const way = clauses.map(directionOf).find((one) => one === "keep" || one === "remove");
  if (way !== undefined && ways.includes("keep") && ways.includes("remove")) return alternatives[ways.indexOf(way)];
  const spoken = spelledOut(clauses.filter((clause) => isWished(clause, alternatives)).join(". "));
  const refused = spelledOut(
    clauses.filter((clause) => directionOf(clause) === "refuse" && !isWished(clause, alternatives)).join(". "),
  );
  const scored = alternatives.map((text, at) => {
    const own = spelledOut(text);
    const others = alternatives.filter((_, index) => index !== at).map(spelledOut);
    const isOwn = (kind: keyof Concepts, item: string) => others.every((one) => !one[kind].has(item));
    const whole = weightOf(own, isOwn);
    const isRefused = weightOf(own, (kind, item) => refused[kind].has(item) && isOwn(kind, item)) >= 1;
    const score = isRefused ? 0 : weightOf(own, (kind, item) => spoken[kind].has(item) && isOwn(kind, item));
    return { text, score, isEnough: score >= 1 || (score > 0 && score === whole) };
  });
  const [best, second] = scored.toSorted((a, b) => b.score - a.score);
  return best?.isEnough === true && best.score > (second?.score ?? 0) ? best.text : undefined;
}

/** "Reject it" turns nothing down where rejecting is one of the alternatives. */
function isWished(clause: string, alternatives: readonly string[]): boolean {
  const rest = clause.replace(/[a-z]{4,}|[一-鿿]{2}/gi, (word) =>
    alternatives.some((one) => one.toLowerCase().includes(word.toLowerCase())) ? " " : word,
  );
  return ![directionOf(clause), directionOf(rest)].every((direction) => direction === "refuse" || direction === "keep");
}

/** Why an alternative is not taken: "the old app crashes on null". */
const DOES_HARM = /会(?:崩|挂|报错|失败|出错)|\b(?:crash\w*|breaks?|makes no sense|prints nothing|silly)\b/i;

/** "half-up" and "half up" are the same, also where the words are of grammar. */
const spelledOut = (text: string): Concepts => {
  const topics = topicsOf(text.replace(/(?<=[a-z])-(?=[a-z])/gi, " "));
  const particles = text.toLowerCase().match(/\b(?:up|down|in|out|on|off|before|after|first|last|all|none)\b/g) ?? [];
  return { ...topics, words: new Set([...topics.words, ...particles]) };
};

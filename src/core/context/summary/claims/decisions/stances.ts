import { joinPattern, rememberByText } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import { hasVisibleText, requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import type { Direction } from "./direction";
import { directionOf, objectOf, refused, wishIn } from "./direction";

/** What the user said about one thing: in their own words, or by answering what was proposed to them. */
export interface Stance {
  readonly text: string;
  /** The whole sentence, which may say whose work it is. */
  readonly sentence: string;
  readonly concepts: Concepts;
  /** What it is about, without the words for its direction. */
  readonly object: Concepts;
  readonly direction: Direction;
  readonly messageId: MessageId;
  /** "passed over": an alternative that the user did not choose; `instead` is the one they chose. */
  readonly manner: "own" | "answered" | "passed over";
  readonly instead?: Concepts;
}

/** What a text speaks of, numbers included: "not 409". */
export const topicsOf = rememberByText((text: string): Concepts => {
  const concepts = conceptsOf(text);
  return { ...concepts, names: new Set([...concepts.names, ...(text.match(/(?<![\w.])\d[\d.]*\d(?![\w.])/g) ?? [])]) };
});

const known = new WeakMap<WorkRecord, readonly Stance[]>();

export function stancesOf(record: WorkRecord): readonly Stance[] {
  const stances = known.get(record) ?? readStances(record);
  known.set(record, stances);
  return stances;
}

function readStances({ messages }: WorkRecord): readonly Stance[] {
  return messages.flatMap((message, at) => {
    if (message.role !== "user") return [];
    const said = requestText(message);
    const asked = messages.slice(0, at).findLast(hasVisibleText);
    const proposed = asked === undefined ? "" : messageText(asked);
    return [
      ...answersTo(proposed, said).map((answer) => ({ ...answer, messageId: message.id })),
      ...ownIn(said).map((own) => ({ ...own, messageId: message.id })),
    ];
  });
}

function ownIn(said: string): readonly Omit<Stance, "messageId">[] {
  const clauses = sentencesOf(said).flatMap((sentence) => clausesOf(sentence).map((text) => ({ text, sentence })));
  return clauses.map(({ text, sentence }, at) => ({
    text,
    sentence,
    object: topicsOf(objectOf(text)),
    concepts: topicsOf(
      isBare(text) || isShort(text, sentence, clauses[at - 1]) ? `${clauses[at - 1]?.text ?? ""} ${text}` : text,
    ),
    direction: ASKS.test(simplified(text)) ? "plain" : wishIn(text),
    manner: "own",
  }));
}

/** Whoever asks whether has not decided. */
const ASKS = /\b(?:should|shall|do|does) (?:we|i|it|you think)\b|\bwhether\b|要不要|该不该|是否|是不是|需不需要/i;

/** A clause that names nothing goes on about what the one before it names: "page is still in use, don't delete it". */
const isBare = (text: string): boolean => {
  const object = objectOf(text);
  return !/\d/.test(object) && weightOf(topicsOf(object)) === 0;
};

/** "Closing it again just returns, don't throw": a short refusal goes on about what its sentence is about. */
const isShort = (text: string, sentence: string, before: { readonly sentence: string } | undefined): boolean =>
  before?.sentence === sentence &&
  !/^\s*not\b/i.test(text) &&
  directionOf(text) === "refuse" &&
  weightOf(topicsOf(objectOf(text))) < LEAST_OBJECT;

const LEAST_OBJECT = 2;

const clausesOf = (text: string): readonly string[] =>
  text
    .split(
      /[.!?;](?=\s|$)|[\n。！？；，…]|,(?=\s|[一-鿿])|(?<=[一-鿿]),|(?<=\d),(?=[A-Za-z])|\s[–—-]\s|\s(?:but|and)\s/,
    )
    .filter((part) => /\w|[一-鿿]/.test(part));

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?;])\s|(?<=[。！？；])|\n/).filter((part) => /\w|[一-鿿]/.test(part));

/** Something that the other side may accept or turn down. */
const PROPOSES = joinPattern(
  [
    String.raw`\?|？|吗|\b(?:shall|should|may|can|could|would|might)\s(?:i|we|also|be|use|add)\b|`,
    String.raw`\bi(?:['’]d| would| suggest| propose| recommend| could| can| might)\b|\b(?:options?|alternatives?|`,
    String.raw`ways?|`,
    String.raw`either|suggest\w*|propos\w*|recommend\w*)\b|要不要|可以|建议|是否|要么|打算|方案|还是|[你您]定`,
  ],
  "i",
);
const YES = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:yes|yep|yeah|yup|ok(?:ay)?|sure|fine|agreed|correct|right|go ahead|go for it|`,
    String.raw`do (?:it|that|`,
    String.raw`so|both)|`,
    String.raw`please do|sounds good|looks (?:good|right)|lgtm|approved?|confirmed?|perfect|great|nice|good|exactly|`,
    String.raw`absolutely|of course|both|why not|makes sense)\b|^[^\w一-鿿]*(?:好|可以|行|同意|没问题|对|是的|嗯|`,
    String.raw`确认|`,
    String.raw`就这样|批准|当然|没错|都)`,
  ],
  "i",
);
const NO = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:(?:hm+|well|sorry|ah|oh|hold on|wait|thanks|thank you|interesting|ouch)\W+)*(?:no|`,
    String.raw`nope|nah|`,
    String.raw`not|`,
    String.raw`never|don['’]?t|do not|please don['’]t|leave|skip|park|forget|later|stop|hold off|keep|without|`,
    String.raw`rather not|instead)\b|^[^\w一-鿿]*(?:不|别|先别|先不|暂|没必要|算了|以后|免|停|维持|保持)`,
  ],
  "i",
);

/** Answers to what was proposed last: a yes or a no to all of it, or the choice of one alternative. */
function answersTo(proposed: string, said: string): readonly Omit<Stance, "messageId">[] {
  const proposals = proposalsIn(proposed);
  if (proposals.length === 0) return [];
  const alternatives = alternativesIn(proposed, proposals);
  const chosen = alternatives.length > 1 ? chosenOf(alternatives, said, frameOf(proposed, alternatives)) : undefined;
  if (chosen !== undefined) {
    const { instead } = chosen;
    return alternatives.flatMap((text): readonly Omit<Stance, "messageId">[] => {
      const concepts = topicsOf(text);
      const stance = { text, sentence: text, concepts, object: concepts };
      if (text === chosen.text) return [{ ...stance, direction: directionOf(text), manner: "answered" }];
      if (chosen.mixed.includes(text)) return [];
      return [{ ...stance, direction: refused(directionOf(text)), manner: "passed over", instead }];
    });
  }
  const plain = simplified(said);
  const answer = NO.test(plain)
    ? "no"
    : YES.test(plain)
      ? "yes"
      : // "That's a colleague's. Leave it."
        /^[^\w]*(?:no|leave|skip|don['’]t|forget)\b|^(?:不要|别|先别|不用)/i.test(sentencesOf(plain)[1] ?? "")
        ? "no"
        : undefined;
  if (answer === undefined) return [];
  return proposals
    .filter((text) => !OR.test(simplified(text)))
    .map((text) => ({
      text,
      sentence: text,
      concepts: topicsOf(text),
      object: topicsOf(text),
      direction: answer === "yes" ? directionOf(text) : refused(directionOf(text)),
      manner: "answered" as const,
    }));
}

/** Sentences that propose something, each with the one before it where it only says "it". */
const proposalsIn = (proposed: string): readonly string[] =>
  sentencesOf(proposed).flatMap((one, at, all) =>
    PROPOSES.test(simplified(one))
      ? [/\b(?:it|that|this|them|both|these)\b|这|那|它/i.test(one) ? `${all[at - 1] ?? ""} ${one}` : one]
      : [],
  );

const LETTERED = /[(（][a-d1-4][)）]|(?<=^|[\n:：;；,，。]|[.?!]\s)\s*[a-d1-4][).、)](?=\s|[一-鿿])/gi;
const OR = joinPattern(
  [
    String.raw`(?:,|;)?\s+or\s+(?:else\s)?|\beither\b|[，,；;]?\s*(?:或者|要么|要不|还是|也可以|或是|抑或)|`,
    String.raw`(?<=[，；])\s*或`,
  ],
  "i",
);

/** "(a) …, (b) …", "X, or Y", "要么 X，要么 Y". */
function alternativesIn(proposed: string, proposals: readonly string[]): readonly string[] {
  const text = simplified(proposed);
  const letters = [...text.matchAll(LETTERED)].map(({ 0: sign, index }, at, all) => ({
    sign: sign.trim(),
    start: index,
    end: all[at + 1]?.index ?? text.length,
  }));
  // "I suggest (a)" begins no other alternative.
  const first = letters.filter(({ sign }, at) => letters.findIndex((one) => one.sign === sign) === at);
  const lettered = first.map(({ start, end }) => /^[^\n?？。]*[?？]?/.exec(text.slice(start, end))?.[0] ?? "");
  // Three causes under 1), 2) and 3) are no choice.
  const isChoice =
    first.length > 1 &&
    (/[a-d]/i.test(first[0]?.sign ?? "") ||
      /[?？]\s*$/.test(lettered.at(-1) ?? "") ||
      OFFERS.test(text.slice(0, first[0]?.start).slice(-LEAD_CHARS)));
  const parts = isChoice
    ? lettered
    : (proposals.map(simplified).find((one) => OR.test(one)) ?? "")
        .split(OR)
        .map((part) => part.replace(/^.*[:：]/, ""));
  return parts.map((part) => part.trim()).filter((part) => /[a-z]{3}|[一-鿿]{2}/i.test(part));
}

const OFFERS = /\b(?:options?|either|prefer|which|alternatives?|ways?|choose|should|shall)\b|方案|选|哪|希望/i;

/** What introduces a list says whether it is one of alternatives. */
const LEAD_CHARS = 60;

const FORMER = /\b(?:the )?(?:first|former)(?: one| option)?\b|前者|第一种|第一个|方案一/i;
const LATTER = /\b(?:the )?(?:second|latter)(?: one| option)?\b|后者|第二种|第二个|方案二/i;

const CHOICE = joinPattern(
  [
    String.raw`^[^\w一-鿿]*(?:option |go (?:with|for) |let['’]?s (?:do|take) |方案|选择?|用)?\s?`,
    String.raw`[(（]?([a-d1-4])(?=[)）.,;:，。；\s]|$)`,
  ],
  "i",
);

interface Choice {
  readonly text: string;
  /** Its words that the answer took up, and no other alternative has: the rest is what all of them are about. */
  readonly instead: Concepts;
  /** Others that the answer speaks of nearly as much: it may take something of each. */
  readonly mixed: readonly string[];
}

/** The alternative whose own words the answer has; undefined where it has those of none, or of several. */
function chosenOf(alternatives: readonly string[], said: string, frame: Concepts): Choice | undefined {
  const letter = CHOICE.exec(said)?.[1]?.toLowerCase() ?? "";
  const lettered = letter === "" ? undefined : alternatives[Math.max("abcd".indexOf(letter), "1234".indexOf(letter))];
  const told = lettered ?? (FORMER.test(said) ? alternatives[0] : LATTER.test(said) ? alternatives[1] : undefined);
  if (told !== undefined) {
    const others = alternatives.filter((one) => one !== told).map(topicsOf);
    return {
      text: told,
      instead: selected(topicsOf(told), (kind, item) => [frame, ...others].every((one) => !one[kind].has(item))),
      mixed: [],
    };
  }
  const wished = clausesOf(said)
    .filter((clause) => isWished(clause, alternatives) && !DOES_HARM.test(simplified(clause)))
    .join(". ");
  const spoken = topicsOf(wished);
  const written = squeezed(wished);
  const scored = alternatives.map((text, at) => {
    const own = topicsOf(text);
    const others = alternatives.filter((_, index) => index !== at).map(topicsOf);
    const isSpoken = (kind: keyof Concepts, item: string): boolean =>
      spoken[kind].has(item) || (kind === "names" && item.length > 3 && written.includes(squeezed(item)));
    const instead = selected(own, (kind, item) => isSpoken(kind, item) && others.every((one) => !one[kind].has(item)));
    return { text, instead, score: weightOf(instead) };
  });
  const [best, ...others] = scored.toSorted((a, b) => b.score - a.score);
  const second = others[0]?.score ?? 0;
  if (best === undefined || best.score <= second || best.score < (second === 0 ? 0.5 : 1)) return undefined;
  const mixed = others.filter(({ score }) => score >= 1 && score > best.score / 2).map(({ text }) => text);
  return { text: best.text, instead: best.instead, mixed };
}

/** "Reject it" turns nothing down where rejecting is one of the alternatives. */
function isWished(clause: string, alternatives: readonly string[]): boolean {
  const rest = clause.replace(/[a-z]{4,}|[一-鿿]{2}/gi, (word) =>
    alternatives.some((one) => one.toLowerCase().includes(word.toLowerCase())) ? " " : word,
  );
  return ![directionOf(clause), directionOf(rest)].every((direction) => direction === "refuse" || direction === "keep");
}

/** What the alternatives are about: the words around them. */
const frameOf = (proposed: string, alternatives: readonly string[]): Concepts =>
  topicsOf(alternatives.reduce((rest, one) => rest.replace(one, " "), simplified(proposed)));

function selected(
  { names, words, pairs }: Concepts,
  isMeant: (kind: keyof Concepts, item: string) => boolean,
): Concepts {
  const of = (kind: keyof Concepts, items: ReadonlySet<string>) =>
    new Set([...items].filter((item) => isMeant(kind, item)));
  return { names: of("names", names), words: of("words", words), pairs: of("pairs", pairs) };
}

/** Why an alternative is not taken: "the old app crashes on null". */
const DOES_HARM = /会(?:崩|挂|报错|失败|出错)|\b(?:crash\w*|breaks?|makes no sense|prints nothing|silly)\b/i;

/** "half up" is `half-up` and HALF_UP. */
export const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_.-]+/g, "");

const WEIGHTS = { names: 2, words: 1, pairs: 0.5 } as const;

/** The weight of those of its concepts that pass. */
export function weightOf(
  concepts: Concepts,
  isCounted: (kind: keyof Concepts, item: string) => boolean = () => true,
): number {
  let sum = 0;
  for (const kind of KINDS) for (const item of concepts[kind]) if (isCounted(kind, item)) sum += WEIGHTS[kind];
  return sum;
}

const KINDS = ["names", "words", "pairs"] as const;

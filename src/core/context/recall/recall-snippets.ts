import type { Sentence } from "../../base/sentence";
import { counted, sentence } from "../../base/sentence";
import type { Message } from "../../conversation/message";
import { messageText, userContent } from "../../conversation/render";
import { identifiersIn } from "../../conversation/text/identifiers";
import { readableText } from "../../conversation/text/original";
import { redactMessage } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import type { RecalledLine } from "../engine";
import type { NamedSpan } from "./excerpt";
import { excerptOf, findSpans } from "./excerpt";
import { scoreMention } from "./mention-score";
import { placeOfName } from "./name-places";
import type { Original } from "./originals";
import { RECALL_BOUNDS } from "./recall-bounds";
import type { WordIndex } from "./word-index";

/** The share of one name where many compete: enough for the call or declaration that contains it. */
const SHORTEST_SPAN_CHARS = 44;
/** A pasted log names thousands of things; the first ones say what it is about. */
const MOST_IDENTIFIERS = 200;
/** A name in more than this share of messages is the subject of the session; one line about it adds nothing. */
const COMMON_SHARE = 0.3;
const COMMON_MESSAGES = 12;
/** Of one name this many messages compete; further ones say the same again. */
const SOURCES_PER_NAME = 6;
/**
 * Of a name that is in more messages, its first ones and its newest tell; a session of years must not make anyone wait.
 */
const LOOKED_AT = { first: 20, newest: 60 } as const;

/**
 * Lines of earlier messages about identifiers in `text` that are not in `active`, what the model sees now.
 * For a person's message as well as for a step of a tool loop; needs nothing but originals and their index.
 */
export function recallSnippets(index: WordIndex, text: string, active: readonly Message[]): readonly RecalledLine[] {
  const visible = active.map(shownText).join("\n").toLowerCase();
  const shown = new Set(active.map(({ id }) => id));
  const missing = identifiersIn(redactSecrets(text), MOST_IDENTIFIERS).filter(
    (name) => placeOfName(visible, name.toLowerCase()) < 0,
  );
  const texts = createTexts();
  const subjects = missing.flatMap((name): Subject[] => {
    const candidates = index.candidates(name).filter(({ message }) => !shown.has(message.id));
    const looked =
      candidates.length <= LOOKED_AT.first + LOOKED_AT.newest
        ? candidates
        : [...candidates.slice(0, LOOKED_AT.first), ...candidates.slice(-LOOKED_AT.newest)];
    const mentions = mentionsIn(looked, name, texts);
    const count = Math.round((mentions.length * candidates.length) / Math.max(1, looked.length));
    return mentions.length === 0 || isCommonplace(count, mentions) ? [] : [{ name, mentions, count }];
  });
  return chooseSnippets(subjects, texts);
}

/** A name the model no longer sees, messages that have it, oldest first, and how many do in all. */
interface Subject {
  readonly name: string;
  readonly mentions: readonly Mention[];
  readonly count: number;
}

/** Reads each message once for all the names in it. */
type Texts = (original: Original) => string;

function createTexts(): Texts {
  const known = new Map<Original, string>();
  return (original) => {
    const text = known.get(original) ?? readableText(original.message);
    known.set(original, text);
    return text;
  };
}

interface Mention {
  readonly original: Original;
  readonly score: number;
}

function mentionsIn(originals: readonly Original[], name: string, texts: Texts): readonly Mention[] {
  return originals.flatMap((original) => {
    const score = scoreMention(original.message, texts(original), name);
    return score === undefined ? [] : [{ original, score }];
  });
}

function isCommonplace(count: number, mentions: readonly Mention[]): boolean {
  const newest = mentions.at(-1)?.original.position ?? 0;
  return count > COMMON_MESSAGES && count > (newest + 1) * COMMON_SHARE;
}

/** A message to quote from; one that says much may be quoted more than once. */
interface Source {
  readonly original: Original;
  readonly score: number;
  readonly text: string;
  /** Secrets are taken out of the whole text before anything is cut from it, so that none is cut in half. */
  readonly state: "as-said" | "redacted";
  readonly spans: readonly NamedSpan[];
}

interface Cut {
  readonly names: readonly string[];
  readonly spanChars: number;
}

/**
 * Each next snippet is the one that brings back most of what is still missing, then the rarest, then the best mention.
 */
function chooseSnippets(subjects: readonly Subject[], texts: Texts): readonly RecalledLine[] {
  const mentions = new Map(subjects.map(({ name, count }) => [name, count]));
  const share = Math.floor((RECALL_BOUNDS.lines * RECALL_BOUNDS.lineChars) / subjects.length);
  const cut = {
    names: [...mentions.keys()],
    spanChars: Math.min(RECALL_BOUNDS.lineChars, Math.max(SHORTEST_SPAN_CHARS, share)),
  };
  const rarity = (names: readonly string[]) => Math.max(...names.map((name) => 1 / (mentions.get(name) ?? 1)));
  const open = new Set(cut.names);
  const chosen: RecalledLine[] = [];
  let sources = sourcesOf(subjects, cut, texts);
  while (chosen.length < RECALL_BOUNDS.lines) {
    const [best] = sources
      .map((source) => ({ source, ...excerptOf(source.text, source.spans, open, RECALL_BOUNDS.lineChars) }))
      .toSorted(
        (a, b) =>
          b.weight - a.weight ||
          rarity(b.names) - rarity(a.names) ||
          b.source.score - a.source.score ||
          b.source.original.position - a.source.original.position,
      );
    const [identifier] = best?.names ?? [];
    if (best === undefined || identifier === undefined) break;
    if (best.source.state === "as-said") {
      // Judged again without its secrets; reading everything that way first would cost far more.
      sources = sources.map((source) => (source === best.source ? redacted(source, cut) : source));
      continue;
    }
    chosen.push({
      identifier,
      messageId: best.source.original.message.id,
      text: best.text,
      why: reasonFor(best.names, mentions),
    });
    best.names.forEach((name) => open.delete(name));
  }
  return chosen;
}

/** The messages that say most about each name. */
function sourcesOf(subjects: readonly Subject[], cut: Cut, texts: Texts): readonly Source[] {
  const scores = new Map<Original, number>();
  for (const { mentions } of subjects) {
    const best = mentions
      .toSorted((a, b) => b.score - a.score || b.original.position - a.original.position)
      .slice(0, SOURCES_PER_NAME);
    for (const { original, score } of best) scores.set(original, Math.max(score, scores.get(original) ?? 0));
  }
  return [...scores].map(([original, score]) => {
    const text = texts(original);
    return { original, score, text, state: "as-said", spans: findSpans(text, cut.names, cut.spanChars) };
  });
}

function redacted(source: Source, cut: Cut): Source {
  const text = redactSecrets(readableText(redactMessage(source.original.message)));
  return {
    ...source,
    text,
    state: "redacted",
    spans: text === source.text ? source.spans : findSpans(text, cut.names, cut.spanChars),
  };
}

const NAMES_IN_REASON = 3;

function reasonFor(names: readonly string[], mentions: ReadonlyMap<string, number>): Sentence {
  const [name = ""] = names;
  if (names.length === 1)
    return counted(
      mentions.get(name) ?? 1,
      "{name} is no longer in the context; one earlier message mentions it.",
      "{name} is no longer in the context; {count} earlier messages mention it.",
      { name },
    );
  const shown = names.slice(0, NAMES_IN_REASON);
  return shown.length === names.length
    ? sentence("{names} are no longer in the context; one earlier message mentions them.", { names: shown })
    : sentence("{names} and others are no longer in the context; one earlier message mentions them.", { names: shown });
}

/** What the model sees of a message, with what rides along: a line recalled for an earlier turn need not come twice. */
function shownText(message: Message): string {
  if (message.role === "user")
    return userContent(message)
      .map((part) => (part.type === "text" ? part.text : ""))
      .join("\n");
  return message.role === "summary" ? messageText(message) : readableText(message);
}

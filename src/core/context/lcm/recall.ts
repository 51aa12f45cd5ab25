import { identifiersIn } from "../../conversation/identifiers";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { readableText } from "../../conversation/original";
import { messageText, userContent } from "../../conversation/render";
import { redactSecrets } from "../../redact/secrets";
import { RECALL_BOUNDS } from "../recall-bounds";
import type { Piece } from "./excerpt";
import { excerptOf, piecesOf } from "./excerpt";
import { placeOfName } from "./name-places";
import type { Original } from "./store";
import { tellingOf } from "./telling";
import type { WordIndex } from "./word-index";

/** Lines of one earlier message about things the newest turn names and the model no longer sees. */
export interface RecalledSnippet {
  readonly identifier: string;
  readonly messageId: MessageId;
  readonly text: string;
  /** For people: why this was brought back. */
  readonly why: string;
}

/** What a name gets where many compete: enough for the call or the declaration it stands in. */
const SHORTEST_PIECE_CHARS = 44;
/** A pasted log names thousands of things; the first ones say what it is about. */
const MOST_IDENTIFIERS = 200;
/** In more messages than this share a name is the subject of the session, and one line about it tells nothing. */
const COMMON_SHARE = 0.3;
const COMMON_MESSAGES = 12;
/** Of one name this many messages compete; further ones say the same again. */
const SOURCES_PER_NAME = 6;
/** Of a name that is in more messages, its first ones and its newest tell; a session of years must not make anyone wait. */
const LOOKED_AT = { first: 20, newest: 60 } as const;

/**
 * Lines of earlier messages about identifiers in `text` that are not in `active`, what the model sees now.
 * For a person's message as well as for a step of a tool loop; needs nothing but originals and their index.
 */
export function recallSnippets(index: WordIndex, text: string, active: readonly Message[]): readonly RecalledSnippet[] {
  const visible = active.map(shownText).join("\n").toLowerCase();
  const shown = new Set(active.map(({ id }) => id));
  const missing = identifiersIn(text, MOST_IDENTIFIERS).filter((name) => placeOfName(visible, name.toLowerCase()) < 0);
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
  readonly telling: number;
}

function mentionsIn(originals: readonly Original[], name: string, texts: Texts): readonly Mention[] {
  return originals.flatMap((original) => {
    const telling = tellingOf(original.message, texts(original), name);
    return telling === undefined ? [] : [{ original, telling }];
  });
}

function isCommonplace(count: number, mentions: readonly Mention[]): boolean {
  const newest = mentions.at(-1)?.original.position ?? 0;
  return count > COMMON_MESSAGES && count > (newest + 1) * COMMON_SHARE;
}

/** A message to quote from; one that says much may be quoted more than once. */
interface Source {
  readonly original: Original;
  readonly telling: number;
  readonly text: string;
  /** Secrets are taken out of the whole text before anything is cut from it, so that none is cut in half. */
  readonly state: "as-said" | "redacted";
  readonly pieces: readonly Piece[];
}

interface Cut {
  readonly names: readonly string[];
  readonly pieceChars: number;
}

/** Each next snippet is the one that brings back most of what is still missing, then the rarest, then the most telling. */
function chooseSnippets(subjects: readonly Subject[], texts: Texts): readonly RecalledSnippet[] {
  const mentions = new Map(subjects.map(({ name, count }) => [name, count]));
  const share = Math.floor((RECALL_BOUNDS.lines * RECALL_BOUNDS.lineChars) / subjects.length);
  const cut = {
    names: [...mentions.keys()],
    pieceChars: Math.min(RECALL_BOUNDS.lineChars, Math.max(SHORTEST_PIECE_CHARS, share)),
  };
  const rarity = (names: readonly string[]) => Math.max(...names.map((name) => 1 / (mentions.get(name) ?? 1)));
  const open = new Set(cut.names);
  const chosen: RecalledSnippet[] = [];
  let sources = sourcesOf(subjects, cut, texts);
  while (chosen.length < RECALL_BOUNDS.lines) {
    const [best] = sources
      .map((source) => ({ source, ...excerptOf(source.text, source.pieces, open, RECALL_BOUNDS.lineChars) }))
      .toSorted(
        (a, b) =>
          b.weight - a.weight ||
          rarity(b.names) - rarity(a.names) ||
          b.source.telling - a.source.telling ||
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
      ...reasonFor(best.names, mentions),
    });
    best.names.forEach((name) => open.delete(name));
  }
  return chosen;
}

/** The messages that say most about each name. */
function sourcesOf(subjects: readonly Subject[], cut: Cut, texts: Texts): readonly Source[] {
  const tellings = new Map<Original, number>();
  for (const { mentions } of subjects) {
    const best = mentions
      .toSorted((a, b) => b.telling - a.telling || b.original.position - a.original.position)
      .slice(0, SOURCES_PER_NAME);
    for (const { original, telling } of best) tellings.set(original, Math.max(telling, tellings.get(original) ?? 0));
  }
  return [...tellings].map(([original, telling]) => {
    const text = texts(original);
    return { original, telling, text, state: "as-said", pieces: piecesOf(text, cut.names, cut.pieceChars) };
  });
}

function redacted(source: Source, cut: Cut): Source {
  const text = redactSecrets(source.text);
  return {
    ...source,
    text,
    state: "redacted",
    pieces: text === source.text ? source.pieces : piecesOf(text, cut.names, cut.pieceChars),
  };
}

const NAMES_IN_REASON = 3;

function reasonFor(names: readonly string[], mentions: ReadonlyMap<string, number>): { readonly why: string } {
  const [name = ""] = names;
  const count = mentions.get(name) ?? 1;
  if (names.length > 1)
    return {
      why: `${names.slice(0, NAMES_IN_REASON).join(", ")}${names.length > NAMES_IN_REASON ? ", …" : ""} are no longer in the context; one earlier message has them.`,
    };
  return count === 1
    ? { why: `${name} is no longer in the context; one earlier message has it.` }
    : { why: `${name} is no longer in the context; ${count} earlier messages have it.` };
}

/** What the model sees of a message, with what rides along: a line recalled for an earlier turn need not come twice. */
function shownText(message: Message): string {
  if (message.role === "user")
    return userContent(message)
      .map((part) => (part.type === "text" ? part.text : ""))
      .join("\n");
  return message.role === "summary" ? messageText(message) : readableText(message);
}

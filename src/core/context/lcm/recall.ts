import { identifiersIn } from "../../conversation/identifiers";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { originalText } from "./original";
import { snippetAround } from "./snippet";
import type { Original } from "./store";
import type { WordIndex } from "./word-index";

/** A line from the past that names something the newest turn speaks of and the model no longer sees. */
export interface RecalledSnippet {
  readonly identifier: string;
  readonly messageId: MessageId;
  readonly text: string;
  /** For people: why this line was brought back. */
  readonly why: string;
}

const MOST_SNIPPETS = 4;
const MOST_CHARS = 1_200;
/** Four of these and their labels fit the limit above. */
const SNIPPET_CHARS = 220;
/** A pasted log names thousands of things; the first ones say what it is about. */
const MOST_IDENTIFIERS = 60;
/** In more messages than this share a name is the subject of the session, and one line about it tells nothing. */
const COMMON_SHARE = 0.3;
const COMMON_MESSAGES = 12;

/**
 * Lines of earlier messages about identifiers in `text` that are not in `active`, what the model sees now.
 * For a person's message as well as for a step of a tool loop; needs nothing but originals and their index.
 */
export function recallSnippets(index: WordIndex, text: string, active: readonly Message[]): readonly RecalledSnippet[] {
  const visible = visibleText(active);
  const shown = new Set(active.map(({ id }) => id));
  const missing = identifiersIn(text, MOST_IDENTIFIERS).filter((identifier) => !visible.includes(identifier.toLowerCase()));
  const found = missing.flatMap((identifier) => {
    const mentions = mentionsOf(index, identifier).filter(({ original }) => !shown.has(original.message.id));
    const best = mentions.reduce<Mention | undefined>((chosen, mention) => (chosen === undefined || mention.worth >= chosen.worth ? mention : chosen), undefined);
    return best === undefined || isCommonplace(mentions, best) ? [] : [{ identifier, best, mentions: mentions.length }];
  });
  const rarest = found.toSorted((a, b) => a.mentions - b.mentions || b.identifier.length - a.identifier.length);
  return withinLimits(rarest.map(({ identifier, best, mentions }) => toSnippet(identifier, best, mentions)));
}

/** As it is put into the turn; empty where nothing was recalled. */
export function renderRecall(snippets: readonly RecalledSnippet[]): string {
  if (snippets.length === 0) return "";
  return ["Lines from earlier in this session that may matter here (lcm_expand gives the whole message):", ...snippets.map(({ messageId, text }) => `- ${messageId}: ${text}`)].join("\n");
}

interface Mention {
  readonly original: Original;
  readonly at: number;
  readonly worth: number;
}

function mentionsOf(index: WordIndex, identifier: string): readonly Mention[] {
  return index.candidates(identifier).flatMap((original) => {
    const text = originalText(original.message);
    const at = bestPlace(text, identifier);
    return at < 0 ? [] : [{ original, at, worth: worthOf(original.message, lineAt(text, at), identifier) }];
  });
}

const PLACES_LOOKED_AT = 20;

/** The line that defines the name if there is one, else the first that has it. */
function bestPlace(text: string, identifier: string): number {
  const first = text.indexOf(identifier);
  let place = first;
  for (let looked = 0; place >= 0 && looked < PLACES_LOOKED_AT; looked++) {
    if (defines(lineAt(text, place), identifier)) return place;
    place = text.indexOf(identifier, place + identifier.length);
  }
  return first >= 0 ? first : text.toLowerCase().indexOf(identifier.toLowerCase());
}

/** People's words weigh most, then definitions and outcomes; a bare listing least. Of equals the newest wins. */
function worthOf(message: Message, line: string, identifier: string): number {
  const speaker = message.role === "user" ? 3 : message.role === "assistant" ? 2 : 1;
  const telling = defines(line, identifier) ? 2 : 0;
  const bare = line.trim().length <= identifier.length + 4 ? -2 : 0;
  return speaker + telling + bare;
}

function defines(line: string, identifier: string): boolean {
  const at = line.indexOf(identifier);
  return at >= 0 && (/(?:class|function|interface|type|const|let|def|fn|func|struct|enum|trait|var|actor)\s+$/.test(line.slice(Math.max(0, at - 20), at)) || /^["'`]?\s{0,4}(?:[:=]|=>|\(.*\)\s*[:{])/.test(line.slice(at + identifier.length, at + identifier.length + 120)));
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end).slice(0, 2_000);
}

const isCommonplace = (mentions: readonly Mention[], best: Mention): boolean =>
  mentions.length > COMMON_MESSAGES && mentions.length > (best.original.position + 1) * COMMON_SHARE;

function toSnippet(identifier: string, { original, at }: Mention, mentions: number): RecalledSnippet {
  return {
    identifier, messageId: original.message.id,
    text: snippetAround(originalText(original.message), at, SNIPPET_CHARS),
    why: `${identifier} is no longer in the context; ${mentions === 1 ? "one earlier message has" : `${mentions} earlier messages have`} it.`,
  };
}

/** One message is quoted once, and all lines together stay a small part of the turn. */
function withinLimits(snippets: readonly RecalledSnippet[]): readonly RecalledSnippet[] {
  const kept: RecalledSnippet[] = [];
  let chars = renderRecall([]).length + 100;
  for (const snippet of snippets) {
    const cost = snippet.text.length + snippet.messageId.length + 5;
    if (kept.length === MOST_SNIPPETS || chars + cost > MOST_CHARS) break;
    if (kept.some(({ text }) => text === snippet.text)) continue;
    kept.push(snippet);
    chars += cost;
  }
  return kept;
}

function visibleText(active: readonly Message[]): string {
  return active.map((message) => `${message.role === "assistant" ? originalText(message) : messageText(message)}`).join("\n").toLowerCase();
}

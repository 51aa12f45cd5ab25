import { joinPattern } from "../base/text";
import type { Message } from "../conversation/message";
import { messageText } from "../conversation/render";

/** Preferences, decisions and conventions, as people put them; in English and Chinese. */
const DURABLE = joinPattern(
  [
    String.raw`\b(?:always|never|from now on|by convention|our convention|as a rule|remember (?:that|to)|`,
    String.raw`we (?:always |never )?(?:use|prefer|decided|agreed)|i (?:always |never )?prefer|please prefer)\b|`,
    "总是|始终|从不|今后|一律|请记住|我们(?:使用|决定|约定)|我(?:喜欢|偏好)|",
    "總是|始終|從不|今後|請記住|我們(?:使用|決定|約定)|我(?:喜歡|偏好)",
  ],
  "i",
);

/** A fact is a sentence; what is longer is an argument, what is shorter says nothing. */
const CHARS = { least: 8, most: 200 } as const;
/** More than this is not read in one question. */
const MOST_FACTS = 5;
/** The beginning of a message says what it is about; what follows is often pasted. */
const LOOKED_AT_CHARS = 4_000;

/** Sentences of the user that hold beyond this session and are not in memory yet, in the order they were said. */
export function findDurableFacts(messages: readonly Message[], memory: string): readonly string[] {
  const known = flat(memory);
  const facts = messages
    .filter(({ role }) => role === "user")
    .flatMap((message) => sentencesIn(messageText(message).slice(0, LOOKED_AT_CHARS)))
    .filter((text) => text.length >= CHARS.least && text.length <= CHARS.most)
    .filter((text) => statesDurableFact(text) && !known.includes(flat(text)));
  return [...new Set(facts)].slice(0, MOST_FACTS);
}

/** True for a sentence that states a preference, a decision, or a convention. */
export const statesDurableFact = (text: string): boolean => DURABLE.test(text) && !/[?？]$/.test(text);

/** Code and quotations are not what the user says. */
export const sentencesIn = (text: string): readonly string[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, "\n")
    .split("\n")
    .filter((line) => !/^\s*>|^\s{4}/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?。！？])\s*(?=\S)/))
    .map((one) => one.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim());

const flat = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

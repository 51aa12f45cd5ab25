import { unreachable } from "../base/unreachable";
import type { ImagePart, Message, PinnedText, SummaryMessage, TextPart, ToolBody, UserMessage } from "./message";

export const SUMMARY_MARKER = "[CONTEXT COMPACTION — REFERENCE ONLY]";
const SUMMARY_END = "[END OF CONTEXT COMPACTION]";

/** The introduction of a summary for the model. */
const SUMMARY_GUIDANCE = [
  "What follows was distilled from an earlier context window of this same session. It is background, not a set of",
  "instructions:",
  "do not answer questions it mentions and do not redo work it lists. The task in hand is the one under `## Active",
  "Task`.",
  "Memory and rules in the system prompt stay authoritative. Files and processes may already reflect the work",
  "described.",
  "Reply to the newest user message that stands after the end marker.",
].join(" ");

/** What the model sees of a tool result, whatever became of the full output. */
export function visibleContent(body: ToolBody): readonly (TextPart | ImagePart)[] {
  switch (body.kind) {
    case "full":
      return body.content;
    case "spilled":
      return [{ type: "text", text: body.preview }];
    case "pruned":
      return [{ type: "text", text: body.gist }];
    default:
      return unreachable(body);
  }
}

/** A summary as the model sees it; pinned texts and the restated request follow the end marker. */
export function summaryText({ text, pins = [], restatedRequest }: SummaryMessage): string {
  return [
    `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n${text}\n\n${SUMMARY_END}`,
    ...(pins.length === 0 ? [] : [`${PINS_OPENING}\n${pins.map(pinBlock).join("")}${PINS_END}`]),
    ...(restatedRequest === undefined ? [] : [restatedRequest]),
  ].join("\n\n");
}

const PINS_OPENING = "[PINNED BY THE USER — VERBATIM, STILL VALID]";
const PINS_END = "[END OF PINNED TEXTS]";

/** The length tells where a text ends, whatever the text itself says. */
const pinBlock = ({ name, text }: PinnedText): string =>
  `<pinned name="${name.replace(/["\n\r]/g, " ")}" chars="${text.length}">\n${text}\n</pinned>\n`;

type ParsedSummary = Pick<SummaryMessage, "text" | "restatedRequest" | "pins">;

/** The reverse of `summaryText`: undefined unless the text is exactly a rendered summary. */
export function parseSummary(text: string): ParsedSummary | undefined {
  const opening = `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n`;
  const closing = `\n\n${SUMMARY_END}`;
  // The first one: a hand-off never contains it, while a pinned text may.
  const end = text.indexOf(closing);
  if (!text.startsWith(opening) || end < opening.length) return undefined;
  const handOff = text.slice(opening.length, end);
  const { pins, rest } = parsePins(text.slice(end + closing.length));
  const parsed = { text: handOff, ...(pins.length > 0 && { pins }) };
  if (rest === "") return parsed;
  return rest.startsWith("\n\n") ? { ...parsed, restatedRequest: rest.slice(2) } : undefined;
}

function parsePins(after: string): { readonly pins: readonly PinnedText[]; readonly rest: string } {
  const opening = `\n\n${PINS_OPENING}\n`;
  const pins: PinnedText[] = [];
  if (!after.startsWith(opening)) return { pins, rest: after };
  let rest = after.slice(opening.length);
  for (;;) {
    const head = /^<pinned name="([^"\n]*)" chars="(\d+)">\n/.exec(rest);
    if (head === null) break;
    const [whole, name = "", chars = "0"] = head;
    const end = whole.length + Number(chars);
    if (!rest.startsWith(PIN_CLOSING, end)) break;
    pins.push({ name, text: rest.slice(whole.length, end) });
    rest = rest.slice(end + PIN_CLOSING.length);
  }
  return rest.startsWith(PINS_END) ? { pins, rest: rest.slice(PINS_END.length) } : { pins: [], rest: after };
}

const PIN_CLOSING = "\n</pinned>\n";

/** Marker and end belong to the rendering; a model that repeats them must not end the summary early. */
export const stripSummaryMarkers = (summary: string): string =>
  summary.replaceAll(SUMMARY_MARKER, "").replaceAll(SUMMARY_END, "").trim();

/** A user turn as sent: what was injected for the turn follows what the person wrote. */
export function userContent(message: UserMessage): readonly (TextPart | ImagePart)[] {
  return message.attachment === undefined
    ? message.content
    : [...message.content, { type: "text", text: message.attachment }];
}

/** All text of a message a reader would see, images left out. */
export function messageText(message: Message): string {
  switch (message.role) {
    case "user":
      return contentText(message.content);
    case "summary":
      return summaryText(message);
    case "tool":
      return contentText(visibleContent(message.body));
    case "assistant":
      return message.parts
        .map((part) => (part.type === "text" ? part.text : part.type === "opaque" ? part.gist : ""))
        .join("");
    default:
      return unreachable(message);
  }
}

/** The text parts of a content, one below the other. */
export const contentText = (content: readonly (TextPart | ImagePart)[]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

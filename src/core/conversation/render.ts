import { unreachable } from "../base/unreachable";
import type {
  ImagePart,
  LiveFile,
  Message,
  PinnedText,
  SummaryMessage,
  TextPart,
  ToolBody,
  UserMessage,
} from "./message";

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
export function summaryText({ text, files = [], pins = [], restatedRequest }: SummaryMessage): string {
  return [
    `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n${text}\n\n${SUMMARY_END}`,
    ...carriedBlock(FILES, files.map(asPinned)),
    ...carriedBlock(
      PINNED,
      pins.filter(({ skill }) => skill === undefined),
    ),
    ...carriedBlock(
      SKILLS,
      pins.filter(({ skill }) => skill !== undefined),
    ),
    ...(restatedRequest === undefined ? [] : [restatedRequest]),
  ].join("\n\n");
}

/** How texts that a summary carries verbatim are framed. */
interface Frame {
  readonly opening: string;
  readonly end: string;
}

const PINNED: Frame = {
  opening: "[PINNED BY THE USER — VERBATIM, STILL VALID]",
  end: "[END OF PINNED TEXTS]",
};
/** Parts, because a file that the model believes to have seen whole would be overwritten by what it saw. */
const FILES: Frame = {
  opening: "[CURRENT TEXT OF PARTS OF FILES IN WORK — READ FROM DISK AT THIS COMPRESSION]",
  end: "[END OF FILES]",
};
const SKILLS: Frame = { opening: "[SKILLS IN USE — VERBATIM]", end: "[END OF SKILLS]" };

const carriedBlock = ({ opening, end }: Frame, texts: readonly PinnedText[]): readonly string[] =>
  texts.length === 0 ? [] : [`${opening}\n${texts.map(pinBlock).join("")}${end}`];

/** The length tells where a text ends, whatever the text itself says. */
const pinBlock = ({ name, text }: PinnedText): string =>
  `<pinned name="${name.replace(/["\n\r]/g, " ")}" chars="${text.length}">\n${text}\n</pinned>\n`;

const asPinned = ({ path, from, to, text }: LiveFile): PinnedText => ({ name: `${path}:${from}-${to}`, text });

const asLiveFile = ({ name, text }: PinnedText): LiveFile => {
  const [, path = name, from = "0", to = "0"] = /^(.*):(\d+)-(\d+)$/.exec(name) ?? [];
  return { path, from: Number(from), to: Number(to), text };
};

type ParsedSummary = Pick<SummaryMessage, "text" | "restatedRequest" | "pins" | "files">;

/** The reverse of `summaryText`: undefined unless the text is exactly a rendered summary. */
export function parseSummary(text: string): ParsedSummary | undefined {
  const opening = `${SUMMARY_MARKER}\n${SUMMARY_GUIDANCE}\n\n`;
  const closing = `\n\n${SUMMARY_END}`;
  // The first one: a hand-off never contains it, while a pinned text may.
  const end = text.indexOf(closing);
  if (!text.startsWith(opening) || end < opening.length) return undefined;
  const handOff = text.slice(opening.length, end);
  const live = parseCarried(text.slice(end + closing.length), FILES);
  const pinned = parseCarried(live.rest, PINNED);
  const skills = parseCarried(pinned.rest, SKILLS);
  const pins = [...pinned.texts, ...skills.texts.map((one) => ({ ...one, skill: one.name }))];
  const { rest } = skills;
  const files = live.texts.map(asLiveFile);
  const parsed = { text: handOff, ...(files.length > 0 && { files }), ...(pins.length > 0 && { pins }) };
  if (rest === "") return parsed;
  return rest.startsWith("\n\n") ? { ...parsed, restatedRequest: rest.slice(2) } : undefined;
}

function parseCarried(after: string, frame: Frame): { readonly texts: readonly PinnedText[]; readonly rest: string } {
  const opening = `\n\n${frame.opening}\n`;
  const texts: PinnedText[] = [];
  if (!after.startsWith(opening)) return { texts, rest: after };
  let rest = after.slice(opening.length);
  for (;;) {
    const head = /^<pinned name="([^"\n]*)" chars="(\d+)">\n/.exec(rest);
    if (head === null) break;
    const [whole, name = "", chars = "0"] = head;
    const end = whole.length + Number(chars);
    if (!rest.startsWith(PIN_CLOSING, end)) break;
    texts.push({ name, text: rest.slice(whole.length, end) });
    rest = rest.slice(end + PIN_CLOSING.length);
  }
  return rest.startsWith(frame.end) ? { texts, rest: rest.slice(frame.end.length) } : { texts: [], rest: after };
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
export function contentText(content: readonly (TextPart | ImagePart)[]): string {
  const [only] = content;
  // Nearly every content is one text; returning that very string keeps its hash for those who look it up.
  if (content.length === 1 && only?.type === "text") return only.text;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

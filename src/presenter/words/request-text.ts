import { parseJsonObject } from "../../core/base/json";
import type { SentenceValue } from "../../core/base/sentence";
import { counted, sentence } from "../../core/base/sentence";
import type { AssistantPart, Message } from "../../core/conversation/message";
import type { ModelRequest } from "../../core/providers/provider";
import { estimateMessageTokens, estimateTextTokens, estimateToolsTokens } from "../../core/tokens/estimate";
import { formatExact } from "../../format";
import { headingOf, messageBody } from "./conversation-text";
import type { Say } from "./say";

/** One part of a request: who speaks, how large it is, and whether the provider caches up to its end. */
interface Block {
  readonly heading: string;
  readonly tokens: number;
  readonly text: string;
  readonly cached: boolean;
}

/** Room for "1,234,567" and a blank. */
const MARGIN_CHARS = 10;

/**
 * A request to read: roles as headings, tokens and cache breakpoints in the margin, in the order in which providers
 * cache it.
 */
export function requestText(request: ModelRequest, say: Say): string {
  const blocks = blocksOf(request, say);
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const head = sentence("{model} · about {tokens} tokens · reply of at most {reply} tokens", {
    model: request.model.label,
    tokens: formatExact(total),
    reply: formatExact(request.outputTokens),
  });
  const mark = say(sentence("cached up to here ({ttl})", { ttl: request.cacheTtl }));
  return [say(head), "", ...blocks.flatMap((block) => linesOf(block, mark))].join("\n");
}

function blocksOf(request: ModelRequest, say: Say): readonly Block[] {
  const { tools, system, systemNote, messages, breakpoints } = request;
  const isCached = (id: Message["id"]) =>
    breakpoints.some((breakpoint) => breakpoint.after === "message" && breakpoint.messageId === id);
  const spoken = (said: SentenceValue, text: string, tokens = estimateTextTokens(text)): Block => ({
    heading: say(said),
    tokens,
    text,
    cached: false,
  });
  return [
    ...(tools.length === 0
      ? []
      : [spoken(counted(tools.length, "1 tool", "{count} tools"), toolLines(request), estimateToolsTokens(tools))]),
    { ...spoken(sentence("System prompt"), system), cached: breakpoints.some(({ after }) => after === "system") },
    ...(systemNote === undefined ? [] : [spoken(sentence("Note to the model"), systemNote)]),
    ...messages.map((message) => ({
      heading: headingOf(message, say),
      tokens: estimateMessageTokens(message),
      text: messageBody(message, partLines),
      cached: isCached(message.id),
    })),
  ];
}

function linesOf({ heading, tokens, text, cached }: Block, mark: string): readonly string[] {
  return [
    `${margin(formatExact(tokens))}## ${heading}`,
    ...text.split("\n").map((line) => `${margin("")}${line}`.trimEnd()),
    ...(cached ? [`${margin("◆")}── ${mark} ──`] : []),
    margin("").trimEnd(),
  ];
}

const margin = (text: string): string => `${text.padStart(MARGIN_CHARS)} │ `;

/** A tool as a reader knows it: its name, its arguments, and the first line of its description. */
const toolLines = ({ tools }: ModelRequest): string =>
  tools
    .map(({ name, description, parameters }) => {
      const properties = parameters["properties"];
      const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
      return `${name}(${names.join(", ")}): ${description.split("\n")[0] ?? ""}`;
    })
    .join("\n");

/** The arguments of a call line by line, as the values they are instead of escaped JSON. */
function partLines(part: Extract<AssistantPart, { type: "tool-call" }>): string {
  const given = parseJsonObject(part.inputJson);
  if (given === undefined) return `→ ${part.name} ${part.inputJson}`;
  const lines = Object.entries(given).map(([name, value]) => {
    const shown = typeof value === "string" ? value : JSON.stringify(value);
    return `  ${name}: ${shown.replaceAll("\n", "\n    ")}`;
  });
  return [`→ ${part.name}`, ...lines].join("\n");
}

import type { JsonObject, JsonValue } from "../../../base/json";
import type { MessageId } from "../../../conversation/ids";
import { messageId } from "../../../conversation/ids";
import { originalText, readableText } from "../../../conversation/text/original";
import { PatternError } from "../../../pattern/error";
import { redactMessage } from "../../../redact/redacted-message";
import type { EngineToolSchema } from "../../engine";
import type { Original } from "../../recall/originals";
import { snippetAround } from "../../recall/snippet";
import type { FileRef, LosslessNode } from "../dag";
import { outlineOf } from "../outline/outline";
import type { LosslessStore } from "../store";
import { labelOf } from "./label";
import { searchOriginals } from "./search";
import { ToolArgumentError, ToolArguments } from "./tool-arguments";

const MOST_MATCHES = 50;
const USUAL_MATCHES = 10;
const SNIPPET_CHARS = 300;
const LISTED_CHILDREN = 40;
const LISTED_FILES = 40;
const GIST_CHARS = 160;

const COSTLY_PATTERN_NOTE = [
  "The pattern was too costly to try on everything: only the newest messages were searched.",
  "Use plain words or a narrower scope.",
].join(" ");

export interface ToolLimits {
  /** Most characters one page of `lcm_expand` may have. */
  readonly pageChars: number;
}

export const toolSchemas: readonly EngineToolSchema[] = [
  {
    name: "lcm_grep",
    description: [
      "Search the original messages of this session, also those that are now only summarized. Returns one line per",
      "matching message with its id; read more with lcm_expand.",
    ].join(" "),
    parameters: {
      type: "object",
      required: ["pattern"],
      additionalProperties: false,
      properties: {
        pattern: {
          type: "string",
          description: 'Words, an identifier, a path, or a regular expression in mode "regex".',
        },
        mode: {
          type: "string",
          enum: ["text", "regex"],
          description: [
            '"text" (default) looks for the phrase, then for any of its words. "regex" matches line by line,',
            "ignoring case, without look-around or back-references.",
          ].join(" "),
        },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MOST_MATCHES,
          description: `How many matches, ${USUAL_MATCHES} unless told.`,
        },
        scope: {
          type: "string",
          description: [
            '"all" (default), "folded" (only what is summarized), "fresh" (only what is not), or the id of one',
            "summary.",
          ].join(" "),
        },
        since: { type: "string", description: "A message id or ISO time: only this message and later." },
        before: { type: "string", description: "A message id or ISO time: only earlier messages." },
        sort: { type: "string", enum: ["relevance", "newest", "oldest"], description: '"relevance" unless told.' },
      },
    },
  },
  {
    name: "lcm_describe",
    description: [
      "Say what an id stands for: a summary (what it covers, its parts, its files), a large text (kind, size,",
      "outline) or a message.",
    ].join(" "),
    parameters: {
      type: "object",
      required: ["id"],
      additionalProperties: false,
      properties: { id: { type: "string", description: "Id of a summary, a large text or a message." } },
    },
  },
  {
    name: "lcm_expand",
    description: [
      "Give the original text of a message, of a large text, or of everything a summary covers, page by page,",
      "unchanged.",
    ].join(" "),
    parameters: {
      type: "object",
      required: ["id"],
      additionalProperties: false,
      properties: {
        id: { type: "string", description: "Id of a summary, a large text or a message." },
        offset: { type: "integer", minimum: 0, description: "First character of the page, 0 unless told." },
        limit: { type: "integer", minimum: 1, description: "Characters of the page." },
      },
    },
  },
];

/** JSON text in every case: what was found, or `{ "error": … }` in words the model can act on. */
export function callTool(store: LosslessStore, limits: ToolLimits, name: string, args: JsonObject): string {
  try {
    return JSON.stringify(dispatch(store, limits, name, new ToolArguments(args)));
  } catch (error) {
    if (error instanceof ToolArgumentError || error instanceof PatternError)
      return JSON.stringify({ error: error.message });
    throw error;
  }
}

function dispatch(store: LosslessStore, limits: ToolLimits, name: string, args: ToolArguments): JsonValue {
  switch (name) {
    case "lcm_grep":
      return grep(store, args);
    case "lcm_describe":
      return describe(store, args.text("id"));
    case "lcm_expand":
      return expand(store, limits, args);
    default:
      throw new ToolArgumentError(
        `There is no tool ${name}. The tools are ${toolSchemas.map((schema) => schema.name).join(", ")}.`,
      );
  }
}

function grep(store: LosslessStore, args: ToolArguments): JsonValue {
  const leafOf = leavesByMessage(store);
  const inScope = scopeOf(store, leafOf, args.optionalText("scope") ?? "all");
  const since = momentOf(store, args.optionalText("since"));
  const before = momentOf(store, args.optionalText("before"));
  const { matches, total, searched } = searchOriginals(store, {
    pattern: args.text("pattern"),
    mode: args.choice("mode", ["text", "regex"]),
    limit: args.count("limit", { usual: USUAL_MATCHES, least: 1, most: MOST_MATCHES }),
    sort: args.choice("sort", ["relevance", "newest", "oldest"]),
    accepts: (original) =>
      inScope(original.message.id) &&
      (since === undefined || !isEarlier(original, since)) &&
      (before === undefined || isEarlier(original, before)),
  });
  const found = matches.flatMap(({ id, at }) => {
    const message = store.original(id)?.message;
    if (message === undefined) return [];
    const node = leafOf.get(id);
    return [
      {
        id,
        from: labelOf(message),
        snippet: snippetAround(readableText(message), at, SNIPPET_CHARS, readableText(redactMessage(message))),
        ...(node === undefined ? {} : { node }),
      },
    ];
  });
  return {
    matches: found,
    total,
    ...(searched === "all"
      ? {}
      : {
          note: COSTLY_PATTERN_NOTE,
        }),
  };
}

function describe(store: LosslessStore, id: string): JsonValue {
  const node = store.node(id);
  if (node !== undefined) return describeNode(store, node);
  const file = fileById(store, id);
  if (file !== undefined) return describeFile(store, file);
  const original = store.original(messageId(id));
  if (original === undefined) throw unknownId(id);
  const text = originalText(original.message);
  const leaf = leavesByMessage(store).get(original.message.id);
  return {
    id,
    kind: "message",
    from: labelOf(original.message),
    position: original.position,
    totalChars: text.length,
    start: snippetAround(text, 0, GIST_CHARS, originalText(redactMessage(original.message))),
    ...(leaf === undefined ? {} : { node: leaf }),
  };
}

function describeNode(store: LosslessStore, node: LosslessNode): JsonValue {
  const children = node.children.slice(0, LISTED_CHILDREN).flatMap((id) => {
    const child = store.node(id);
    return child === undefined
      ? []
      : [{ id, kind: child.kind, messages: child.covers.length, start: snippetAround(child.text, 0, GIST_CHARS) }];
  });
  return {
    id: node.id,
    kind: node.kind,
    depth: node.depth,
    writing: node.writing,
    messages: node.covers.length,
    first: node.covers[0] ?? "",
    last: node.covers.at(-1) ?? "",
    tokens: node.tokens,
    sourceTokens: node.sourceTokens,
    totalChars: expandedText(store, node).length,
    children,
    files: node.files.slice(0, LISTED_FILES).map(({ id, name, chars }) => ({ id, name, chars })),
    text: node.text,
  };
}

function describeFile(store: LosslessStore, file: FileRef): JsonValue {
  const message = store.original(file.messageId)?.message;
  const outline = message === undefined ? undefined : outlineOf(file.name, originalText(message));
  return {
    id: file.id,
    kind: "large text",
    name: file.name,
    totalChars: file.chars,
    message: file.messageId,
    ...(outline === undefined ? {} : { type: outline.kind, outline: outline.text }),
  };
}

function expand(store: LosslessStore, limits: ToolLimits, args: ToolArguments): JsonValue {
  const id = args.text("id");
  const text = wholeText(store, id);
  const offset = args.count("offset", { usual: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  const limit = args.count("limit", { usual: limits.pageChars, least: 1, most: limits.pageChars });
  const page = text.slice(offset, offset + limit);
  const next = offset + page.length;
  return {
    id,
    text: page,
    offset,
    totalChars: text.length,
    ...(page !== "" && next < text.length ? { nextOffset: next } : {}),
  };
}

function wholeText(store: LosslessStore, id: string): string {
  const node = store.node(id);
  if (node !== undefined) return expandedText(store, node);
  const original = store.original(fileById(store, id)?.messageId ?? messageId(id));
  if (original === undefined) throw unknownId(id);
  return originalText(original.message);
}

const expandedText = (store: LosslessStore, node: LosslessNode): string =>
  node.covers
    .map((id) => {
      const message = store.original(id)?.message;
      return message === undefined
        ? `[${id}]\n(The original is not loaded.)`
        : `[${labelOf(message)}]\n${originalText(message)}`;
    })
    .join("\n\n");

const fileById = (store: LosslessStore, id: string): FileRef | undefined =>
  id.startsWith("file_")
    ? store
        .nodes()
        .flatMap((node) => node.files)
        .find((file) => file.id === id)
    : undefined;

function leavesByMessage(store: LosslessStore): ReadonlyMap<MessageId, string> {
  return new Map(
    store.nodes().flatMap((node) => (node.kind === "leaf" ? node.covers.map((id) => [id, node.id] as const) : [])),
  );
}

function scopeOf(
  store: LosslessStore,
  leafOf: ReadonlyMap<MessageId, string>,
  scope: string,
): (id: MessageId) => boolean {
  if (scope === "all") return () => true;
  if (scope === "folded") return (id) => leafOf.has(id);
  if (scope === "fresh") return (id) => !leafOf.has(id);
  const node = store.node(scope);
  if (node === undefined) throw new ToolArgumentError('scope is "all", "folded", "fresh" or the id of a summary.');
  const covered = new Set(node.covers);
  return (id) => covered.has(id);
}

type Moment = { readonly position: number } | { readonly ms: number };

function momentOf(store: LosslessStore, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  const original = store.original(messageId(text));
  if (original !== undefined) return { position: original.position };
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new ToolArgumentError(`${JSON.stringify(text)} is neither a message id nor an ISO time.`);
  return { ms };
}

const isEarlier = (original: Original, moment: Moment): boolean =>
  "position" in moment ? original.position < moment.position : original.keptAtMs < moment.ms;

const unknownId = (id: string): ToolArgumentError =>
  new ToolArgumentError(
    `Nothing here has the id ${JSON.stringify(id)}. Ids stand in the summary and in the matches of lcm_grep.`,
  );

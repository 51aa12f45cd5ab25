import type { AssistantMessage, Message } from "../../conversation/message";
import { messageText, userContent } from "../../conversation/render";
import type { Usage } from "../../conversation/usage";
import type { ModelRequest } from "../provider";

/** The model's own counter. */
export type CountText = (text: string) => Promise<number>;

/** Counts a request and its reply; undefined where the counter fails. */
export type CountUsage = (request: ModelRequest, reply: Omit<AssistantMessage, "id">) => Promise<Usage | undefined>;

/**
 * VS Code reports no usage, but every model brings its own counter, so that is asked: a figure of the model's, not an
 * estimate of ours. It knows nothing of what a vendor adds around the text and nothing of caches, so everything counts
 * as fresh input. A message is counted once.
 */
export function createUsageCounter(count: CountText): CountUsage {
  const known = new WeakMap<Message, Promise<number>>();
  const fixed = new Map<string, Promise<number>>();
  const countMessage = (message: Message): Promise<number> => remember(known, message, () => count(textOf(message)));
  return async (request, reply) => {
    const around = [request.system, request.systemNote ?? "", JSON.stringify(request.tools)].filter(
      (text) => text !== "",
    );
    for (const text of fixed.keys()) if (!around.includes(text)) fixed.delete(text);
    const counted = [
      ...around.map((text) => remember(fixed, text, () => count(text))),
      ...request.messages.map(countMessage),
    ];
    try {
      const [output, ...input] = await Promise.all([count(partsText(reply)), ...counted]);
      return {
        input: input.reduce((sum, tokens) => sum + tokens, 0),
        cacheRead: 0,
        cacheWrite: 0,
        output,
        reasoning: 0,
      };
    } catch {
      // The reply is there and counts more than its size; the gauge goes on with its estimate.
      return undefined;
    }
  };
}

interface Counts<Key> {
  get(key: Key): Promise<number> | undefined;
  set(key: Key, counting: Promise<number>): unknown;
  delete(key: Key): boolean;
}

/** A failed count is forgotten, so that the next request asks again. */
function remember<Key>(known: Counts<Key>, key: Key, work: () => Promise<number>): Promise<number> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const counting = work();
  known.set(key, counting);
  counting.catch(() => known.delete(key));
  return counting;
}

function textOf(message: Message): string {
  if (message.role === "assistant") return partsText(message);
  return message.role === "user"
    ? userContent(message)
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n")
    : messageText(message);
}

const partsText = ({ parts }: Pick<AssistantMessage, "parts">): string =>
  parts
    .map((part) =>
      part.type === "text"
        ? part.text
        : part.type === "tool-call"
          ? `${part.name} ${part.inputJson}`
          : part.type === "opaque"
            ? part.gist
            : "",
    )
    .join("\n");

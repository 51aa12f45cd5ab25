import type { Segment } from "../../core/agent/events";
import type { Usage } from "../../core/conversation/usage";
import { promptTokens } from "../../core/conversation/usage";
import type { CachedPart } from "../../protocol/inspector";

/** Segments are estimated and reads are measured; a difference up to this share is not a miss. */
const NEARLY = 0.95;

/**
 * What the cache had of each part of a request: a cache holds a prefix, so everything before the last token read.
 * `segments` were measured with the reply already behind the request. They are estimates, which a provider may count
 * as fewer or more tokens: all of them are brought to the size of the prompt that it measured.
 */
export function cachedParts(segments: readonly Segment[], usage: Usage): readonly CachedPart[] {
  const sent = segments.filter(({ kind }) => kind !== "overhead").map((segment) => withoutReply(segment, usage));
  const estimated = sent.reduce((sum, { tokens }) => sum + tokens, 0);
  const scale = promptTokens(usage) / Math.max(1, estimated);
  let end = 0;
  return sent.map(({ kind, tokens }) => {
    const start = end;
    end += tokens * scale;
    return { kind, state: stateOf(start, end, usage) };
  });
}

function stateOf(start: number, end: number, { cacheRead, cacheWrite }: Usage): CachedPart["state"] {
  if (cacheRead >= end * NEARLY) return "hit";
  if (cacheRead > start) return "partly";
  return cacheWrite > 0 && cacheRead + cacheWrite >= end * NEARLY ? "written" : "miss";
}

/** Reasoning is not counted among the messages. */
const withoutReply = ({ kind, tokens }: Segment, { output, reasoning }: Usage): Pick<Segment, "kind" | "tokens"> => ({
  kind,
  tokens: kind === "turn" ? Math.max(0, tokens - Math.max(0, output - reasoning)) : tokens,
});

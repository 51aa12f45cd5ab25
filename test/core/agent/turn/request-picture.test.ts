import { describe, expect, it } from "vitest";
import { pictureOf } from "../../../../src/core/agent/turn/request";
import { verbatim } from "../../../../src/core/base/sentence";
import { requestId } from "../../../../src/core/conversation/ids";
import type { ModelRequest } from "../../../../src/core/providers/provider";
import { estimateMessageTokens, estimateTextTokens } from "../../../../src/core/tokens/estimate";
import { model } from "../../../support/agent-events";
import { says, user } from "../../../support/conversation";

const messages = [user("fix the login ".repeat(40)), says("Done. ".repeat(60))];
const request: ModelRequest = {
  model,
  messages,
  system: "You are Hermes. ".repeat(50),
  tools: [],
  cacheTtl: "5m",
  outputTokens: 100,
  thinking: "replay",
  conversationKey: "s1",
  breakpoints: [{ after: "system" }, ...messages.map(({ id }) => ({ after: "message", messageId: id }) as const)],
};
const caching = { state: "on", why: verbatim(""), ttl: "5m" } as const;

describe("the picture of a request", () => {
  it("says how many tokens stand before each breakpoint, ending where the gauge ends", () => {
    const system = estimateTextTokens(request.system);
    const [first, second] = messages.map(estimateMessageTokens);
    const total = system + (first ?? 0) + (second ?? 0);
    const picture = pictureOf(request, requestId("r1"), 1_000, { estimatedTokens: total * 2, caching });
    expect(picture.breakpointTokens).toEqual([system * 2, (system + (first ?? 0)) * 2, total * 2]);
  });
});

import type { Usage } from "../../conversation/usage";
import { usageOf as anthropicUsage } from "../anthropic/usage";
import { usageOf as chatUsage } from "../openai-chat/usage";
import { usageOf as responsesUsage } from "../openai-responses/usage";

/** What a provider reported, in parts that never overlap. Missing or malformed fields count 0. */
export function normalizeUsage(protocol: "anthropic" | "openai-chat" | "openai-responses", raw: unknown): Usage {
  switch (protocol) {
    case "anthropic":
      return anthropicUsage(raw);
    case "openai-chat":
      return chatUsage(raw);
    case "openai-responses":
      return responsesUsage(raw);
    default:
      throw new Error(`No such protocol: ${String(protocol)}`);
  }
}

import type { Protocol } from "../conversation/message";
import type { Model } from "../models/model";
import { createRegistry } from "../models/model-registry";

/** What other agents use teaches nothing about our own routes. */
const registry = createRegistry({ load: () => ({}), save: () => undefined });

/** The model that a foreign request names, with window and prices where the catalog has them. */
export function foreignModel(name: string): Model {
  const isClaude = /claude/i.test(name);
  const protocol: Protocol = isClaude ? "anthropic-messages" : "openai-responses";
  const model = name.split("/").at(-1) ?? name;
  return registry.resolve({
    protocol,
    provider: isClaude ? "anthropic" : "openai",
    model,
    baseUrl: "",
    marks: "refused",
  });
}

import { ConfigurationTarget, window, workspace } from "vscode";
import { CATALOG } from "../core/index";
import { presentUsage } from "../presenter/usage";
import type { Parts } from "./parts";
import { KEY_OWNERS, isKeyOwner } from "./secrets";

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;

/** What people do about who answers, and what it costs. */
export function createModelActions({ hermes, secrets, stage, inspector }: Parts) {
  return {
    async setApiKey() {
      const providers = Object.entries(KEY_OWNERS).map(([id, { label, variable }]) => ({ id, label, description: variable }));
      const provider = await window.showQuickPick(providers, { title: "Whose key?" });
      if (!provider || !isKeyOwner(provider.id)) return;
      const key = await window.showInputBox({ title: `API key of ${provider.label}`, password: true, ignoreFocusOut: true, prompt: "Kept in the secret store of your system. Leave it empty to forget the stored key." });
      if (key === undefined) return;
      await secrets.set(provider.id, key.trim());
      await hermes.agent.changeRoute();
    },
    async selectModel() {
      const models = CATALOG.map(({ id, label, windowTokens }) => ({ id, label, description: `${id} · ${windowTokens.toLocaleString("en-US")} tokens` }));
      const chosen = await window.showQuickPick([...models, REHEARSAL], { title: "Who answers?", matchOnDescription: true });
      if (!chosen) return;
      const configuration = workspace.getConfiguration("hermes");
      await configuration.update("model", chosen === REHEARSAL ? "" : chosen.id, ConfigurationTarget.Global);
      await configuration.update("provider", providerOf(chosen.id), ConfigurationTarget.Global);
    },
    async showUsage(days = USAGE_DAYS) {
      const now = Date.now();
      const lines = await hermes.sessions.usage({ fromMs: now - days * DAY_MS, toMs: now });
      inspector.reveal("usage");
      stage.answer({ kind: "usage", usage: presentUsage(lines) });
    },
  };
}


const REHEARSAL = { id: "rehearsal", label: "Rehearsal", description: "built in, offline, free" };

/** The vendor's own door where there is one, else the market place that has them all. */
function providerOf(model: string): string {
  if (model === REHEARSAL.id) return "rehearsal";
  if (model.startsWith("claude")) return "anthropic";
  return /^(gpt|o\d)/.test(model) ? "openai-responses" : "openrouter";
}

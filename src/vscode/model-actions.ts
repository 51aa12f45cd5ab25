import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import { CATALOG } from "../core/index";
import { presentUsage } from "../presenter/usage";
import type { Parts } from "./parts";
import { catalogItem, currentItem, editorItems, rehearsalItem } from "./model-items";
import { KEY_VARIABLES, isKeyOwner } from "./secrets";
import type { KeyOwner } from "./secrets";

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;

/** What people do about who answers, and what it costs. */
export function createModelActions({ hermes, secrets, stage, inspector, interpret }: Parts) {
  return {
    async setApiKey() {
      const names = ownerNames();
      const providers = Object.keys(KEY_VARIABLES)
        .filter(isKeyOwner)
        .map((id) => ({ id, label: names[id], description: KEY_VARIABLES[id] }));
      const provider = await window.showQuickPick(providers, { title: l10n.t("Whose key?") });
      if (!provider) return;
      const key = await window.showInputBox({
        title: l10n.t("API key of {0}", provider.label),
        password: true,
        ignoreFocusOut: true,
        prompt: l10n.t("Kept in the secret store of your system. Leave it empty to forget the stored key."),
      });
      if (key === undefined) return;
      await secrets.set(provider.id, key.trim());
      await hermes.agent.changeRoute();
    },
    async selectModel() {
      const items = [
        ...(await currentItem(hermes, interpret)),
        ...CATALOG.map(catalogItem),
        ...(await editorItems()),
        rehearsalItem(),
      ];
      const chosen = await window.showQuickPick(items, {
        title: l10n.t("Who answers?"),
        placeHolder: l10n.t("Window, and price per million tokens in and out"),
        matchOnDescription: true,
      });
      if (chosen?.route === undefined) return;
      const configuration = workspace.getConfiguration("hermes");
      await configuration.update("model", chosen.route.model, ConfigurationTarget.Global);
      await configuration.update("provider", chosen.route.provider, ConfigurationTarget.Global);
    },
    async showUsage(days = USAGE_DAYS) {
      const now = Date.now();
      const lines = await hermes.sessions.usage({ fromMs: now - days * DAY_MS, toMs: now });
      inspector.reveal("usage");
      stage.answer({ kind: "usage", usage: presentUsage(lines) });
    },
  };
}

const ownerNames = (): Readonly<Record<KeyOwner, string>> => ({
  anthropic: "Anthropic",
  openai: "OpenAI",
  openrouter: "OpenRouter",
  "openai-codex": "ChatGPT (Codex)",
  "openai-compatible": l10n.t("OpenAI-compatible server"),
});

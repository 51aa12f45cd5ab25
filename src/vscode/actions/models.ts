import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import type { KeyOwner } from "../../core/host";
import { CATALOG, DAY_MS, isKeyOwner, KEY_VARIABLES, keyOrigins } from "../../core/host";
import { presentUsage } from "../../presenter/inspector/usage";
import type { HostContext } from "../host/host-context";
import { catalogItem, currentItem, editorItems, rehearsalItem } from "./pickers/model-items";

const USAGE_DAYS = 30;

export async function setApiKey({ hermes, secrets, settings }: HostContext): Promise<void> {
  const names = ownerNames();
  const providers = Object.keys(KEY_VARIABLES)
    .filter(isKeyOwner)
    .map((id) => ({ id, label: names[id], description: KEY_VARIABLES[id] }));
  const provider = await window.showQuickPick(providers, { title: l10n.t("Select a provider") });
  if (!provider) return;
  const server = await chooseServer(keyOrigins(provider.id, settings.current));
  if (server === undefined) return;
  const key = await window.showInputBox({
    title: l10n.t("API key for {provider}", { provider: provider.label }),
    password: true,
    ignoreFocusOut: true,
    prompt: l10n.t(
      "Stored in the secret storage of your system, and sent only to {server}. Leave empty to remove the stored key.",
      {
        server,
      },
    ),
  });
  if (key === undefined) return;
  await secrets.set(provider.id, server, key.trim());
  await hermes.agent.changeRoute();
}

/** A key is bound to one server, so the user chooses where there are several. */
const chooseServer = async (servers: readonly string[]): Promise<string | undefined> =>
  servers.length > 1 ? window.showQuickPick(servers, { title: l10n.t("Select the server of this key") }) : servers[0];

/** Writes the settings; their watcher notifies the agent. */
export async function selectModel({ hermes }: HostContext): Promise<void> {
  const items = [
    ...(await currentItem(hermes)),
    ...CATALOG.map(catalogItem(hermes.agent)),
    ...(await editorItems()),
    rehearsalItem(),
  ];
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("Select a model"),
    placeHolder: l10n.t("Context window, and price per million input and output tokens"),
    matchOnDescription: true,
  });
  if (chosen?.route === undefined) return;
  const configuration = workspace.getConfiguration("hermes");
  await configuration.update("model", chosen.route.model, ConfigurationTarget.Global);
  await configuration.update("provider", chosen.route.provider, ConfigurationTarget.Global);
}

/** Shows tokens and cost of the last days in the inspector. */
export async function showUsage({ hermes, views, inspector }: HostContext, days = USAGE_DAYS): Promise<void> {
  const now = Date.now();
  const lines = await hermes.sessions.usage({ fromMs: now - days * DAY_MS, toMs: now });
  inspector.reveal("usage");
  views.answer({ kind: "usage", usage: presentUsage(lines) });
}

const ownerNames = (): Readonly<Record<KeyOwner, string>> => ({
  anthropic: "Anthropic",
  openai: "OpenAI",
  openrouter: "OpenRouter",
  "openai-codex": "ChatGPT (Codex)",
  "openai-compatible": l10n.t("OpenAI-compatible server"),
});

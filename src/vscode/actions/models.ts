import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import type { KeyOwner } from "../../core/host";
import {
  CATALOG,
  checkKey,
  DAY_MS,
  isKeyOwner,
  isPrivateWay,
  KEY_VARIABLES,
  keyOrigin,
  keyOrigins,
  keyOwnerOf,
} from "../../core/host";
import { presentUsage } from "../../presenter/inspector/usage";
import type { HostContext } from "../host/host-context";
import { askForKey } from "./pickers/key-input";
import { catalogItems, currentItem, editorItems, rehearsalItems } from "./pickers/model-items";

const USAGE_DAYS = 30;

/** `owner` is chosen by the user unless it is known. */
export async function setApiKey({ hermes, secrets, settings }: HostContext, owner?: KeyOwner): Promise<void> {
  const names = ownerNames();
  const providers = Object.keys(KEY_VARIABLES)
    .filter(isKeyOwner)
    .map((id) => ({ id, label: names[id], description: KEY_VARIABLES[id] }));
  const provider =
    providers.find(({ id }) => id === owner) ??
    (await window.showQuickPick(providers, { title: l10n.t("Select a provider") }));
  if (!provider) return;
  const server = await chooseServer(keyOrigins(provider.id, settings.current));
  if (server === undefined) return;
  const baseUrl = [settings.current.baseUrl, settings.current.auxiliary.compression.baseUrl].find(
    (url) => url !== "" && keyOrigin(provider.id, url) === server,
  );
  const entered = await askForKey({
    provider: provider.label,
    server,
    page: KEY_PAGES[provider.id],
    // Over plain http everyone on the way would read it.
    check: async (key, signal) =>
      isPrivateWay(server) ? checkKey({ provider: provider.id, baseUrl: baseUrl ?? "", key }, signal) : "unchecked",
  });
  if (entered === undefined) return;
  await secrets.set(provider.id, server, entered.key);
  await hermes.agent.changeRoute();
  const said = {
    accepted: l10n.t("The key works and is stored."),
    unchecked: l10n.t("The key is stored. {server} did not say whether it works.", { server }),
    removed: l10n.t("The stored key was removed."),
  };
  void window.showInformationMessage(said[entered.state]);
}

/** Where the vendors hand out keys. */
const KEY_PAGES: Readonly<Partial<Record<KeyOwner, string>>> = {
  anthropic: "https://console.anthropic.com/settings/keys",
  openai: "https://platform.openai.com/api-keys",
  openrouter: "https://openrouter.ai/settings/keys",
};

/** A key is bound to one server, so the user chooses where there are several. */
const chooseServer = async (servers: readonly string[]): Promise<string | undefined> =>
  servers.length > 1 ? window.showQuickPick(servers, { title: l10n.t("Select the server of this key") }) : servers[0];

/** Writes the settings; their watcher notifies the agent. */
export async function selectModel(host: HostContext): Promise<void> {
  const { hermes } = host;
  const missing = await ownersWithoutKey(host);
  const items = [
    ...(await currentItem(hermes)),
    ...catalogItems(CATALOG, missing, hermes.agent),
    ...(await editorItems()),
    ...rehearsalItems(),
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
  const owner = keyOwnerOf(chosen.route.provider);
  if (owner !== undefined && missing.has(owner)) await setApiKey(host, owner);
}

/** Providers whose own server has no key yet. */
async function ownersWithoutKey({ secrets }: HostContext): Promise<ReadonlySet<KeyOwner>> {
  const owners = Object.keys(KEY_VARIABLES).filter(isKeyOwner);
  const keys = await Promise.all(owners.map((owner) => secrets.keyFor(owner, keyOrigin(owner, "") ?? "")));
  return new Set(owners.filter((_, index) => keys[index] === undefined));
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

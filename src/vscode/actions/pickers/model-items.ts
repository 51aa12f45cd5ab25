import type { QuickPickItem } from "vscode";
import { l10n, lm, QuickPickItemKind } from "vscode";
import type { Agent } from "../../../core/agent/agent";
import type { Hermes } from "../../../core/agent/compose";
import type { CATALOG, KeyOwner } from "../../../core/host";
import { keyOwnerOf } from "../../../core/host";
import type { Model } from "../../../core/models/model";
import { formatExact, formatUsd } from "../../../format";
import { say } from "../../base/language";

/** One line of the model picker; a line that cannot be chosen has no route. */
export interface ModelItem extends QuickPickItem {
  readonly route?: { readonly provider: string; readonly model: string };
}

/** The model in use, with the origin of its window size. */
export async function currentItem(hermes: Pick<Hermes, "route">): Promise<readonly ModelItem[]> {
  const { model, note } = await hermes.route();
  const shown: ModelItem = {
    label: `$(check) ${model.label}`,
    description: [windowWords(model.windowTokens), sayOrigin(model.windowOrigin), priceWords(model.prices)].join(" · "),
    ...(note === undefined ? {} : { detail: say(note) }),
  };
  return [heading(l10n.t("Current model")), shown];
}

/**
 * The catalog under the names of the providers that serve it; those without a key say so. `agent` says what the next
 * request of the session would cost on a model, which has nothing of it cached.
 */
export function catalogItems(
  catalog: typeof CATALOG,
  withoutKey: ReadonlySet<KeyOwner>,
  agent: Pick<Agent, "priceOfModelSwitch">,
): readonly ModelItem[] {
  const groups = Map.groupBy(catalog, ({ id }) => providerOf(id));
  return [...groups].flatMap(([provider, models]) => {
    const owner = keyOwnerOf(provider);
    const needsKey = owner !== undefined && withoutKey.has(owner);
    return [
      heading(PROVIDER_NAMES[provider]),
      ...models.map(({ id, label, windowTokens, prices }) => ({
        label,
        description: [
          windowWords(windowTokens),
          priceWords(prices),
          ...(needsKey ? [`$(key) ${l10n.t("needs a key")}`] : []),
        ].join(" · "),
        route: { provider, model: id },
        ...switchDetail(agent.priceOfModelSwitch(prices)),
      })),
    ];
  });
}

function switchDetail(price: ReturnType<Agent["priceOfModelSwitch"]>): Pick<ModelItem, "detail"> {
  if (price === undefined) return {};
  const tokens = formatExact(price.tokens);
  return {
    detail:
      price.costUsd === null
        ? l10n.t("The next request reads {tokens} tokens without a cache.", { tokens })
        : l10n.t("The next request reads {tokens} tokens without a cache, about {cost}.", {
            tokens,
            cost: formatUsd(price.costUsd),
          }),
  };
}

/** Models other extensions bring to VS Code. */
export async function editorItems(): Promise<readonly ModelItem[]> {
  const models = await lm.selectChatModels();
  if (models.length === 0) return [];
  return [
    heading(l10n.t("Through VS Code")),
    ...models.map(({ id, name, vendor, maxInputTokens }) => ({
      label: name,
      description: [vendor, windowWords(maxInputTokens)].join(" · "),
      route: { provider: "vscode-lm", model: id },
    })),
  ];
}

export const rehearsalItems = (): readonly ModelItem[] => [
  heading(l10n.t("Built in")),
  {
    label: l10n.t("Rehearsal"),
    description: l10n.t("offline, free, follows simple rules"),
    route: { provider: "rehearsal", model: "" },
  },
];

const heading = (label: string): ModelItem => ({ label, kind: QuickPickItemKind.Separator });

const PROVIDER_NAMES = { anthropic: "Anthropic", "openai-responses": "OpenAI", openrouter: "OpenRouter" } as const;

const windowWords = (tokens: number): string => l10n.t("{tokens} tokens", { tokens: formatExact(tokens) });

/** An unknown price is a dash, never 0. */
const priceWords = (prices: Model["prices"]): string =>
  prices === undefined ? "–" : `$${prices.input} / $${prices.output}`;

function sayOrigin(origin: Model["windowOrigin"]): string {
  const words: Readonly<Record<Model["windowOrigin"], string>> = {
    catalog: l10n.t("window from the catalog"),
    setting: l10n.t("window from your settings"),
    learnt: l10n.t("window learned from a refusal"),
    provider: l10n.t("window stated by the provider"),
    guessed: l10n.t("window assumed"),
  };
  return words[origin];
}

/** The vendor's own API if Hermes speaks it, else OpenRouter, which offers all of them. */
function providerOf(model: string): keyof typeof PROVIDER_NAMES {
  if (model.startsWith("claude")) return "anthropic";
  return /^(gpt|o\d)/.test(model) ? "openai-responses" : "openrouter";
}

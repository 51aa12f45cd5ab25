import type { QuickPickItem } from "vscode";
import { l10n, lm, QuickPickItemKind } from "vscode";
import type { Agent } from "../../../core/agent/agent";
import type { Hermes } from "../../../core/agent/compose";
import type { CATALOG } from "../../../core/host";
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
  return [shown, { label: "", kind: QuickPickItemKind.Separator }];
}

/** `agent` says what the next request of the session would cost on this model, which has nothing of it cached. */
export const catalogItem =
  (agent: Pick<Agent, "priceOfModelSwitch">) =>
  ({ id, label, windowTokens, prices }: (typeof CATALOG)[number]): ModelItem => ({
    label,
    description: [id, windowWords(windowTokens), priceWords(prices)].join(" · "),
    route: { provider: providerOf(id), model: id },
    ...switchDetail(agent.priceOfModelSwitch(prices)),
  });

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
  return (await lm.selectChatModels()).map(({ id, name, vendor, maxInputTokens }) => ({
    label: name,
    description: [l10n.t("through VS Code, from {vendor}", { vendor }), windowWords(maxInputTokens)].join(" · "),
    route: { provider: "vscode-lm", model: id },
  }));
}

export const rehearsalItem = (): ModelItem => ({
  label: l10n.t("Rehearsal"),
  description: l10n.t("built in, offline, free"),
  route: { provider: "rehearsal", model: "" },
});

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
function providerOf(model: string): string {
  if (model.startsWith("claude")) return "anthropic";
  return /^(gpt|o\d)/.test(model) ? "openai-responses" : "openrouter";
}

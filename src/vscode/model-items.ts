import { QuickPickItemKind, l10n, lm } from "vscode";
import type { QuickPickItem } from "vscode";
import type { Hermes } from "../core/agent/compose";
import { CATALOG } from "../core/index";
import type { Model } from "../core/models/model";
import type { Interpret } from "../presenter/interpreter";

/** One line of the model picker; what is only shown has no route. */
export interface ModelItem extends QuickPickItem {
  readonly route?: { readonly provider: string; readonly model: string };
}

/** Who answers now, with where the size of the window is known from. */
export async function currentItem(hermes: Pick<Hermes, "route">, interpret: Interpret): Promise<readonly ModelItem[]> {
  const { model, note } = await hermes.route();
  const shown: ModelItem = {
    label: `$(check) ${model.label}`,
    description: [windowWords(model.windowTokens), sayOrigin(model.windowOrigin), priceWords(model.prices)].join(" · "),
    ...(note === undefined ? {} : { detail: interpret(note) }),
  };
  return [shown, { label: "", kind: QuickPickItemKind.Separator }];
}

export const catalogItem = ({ id, label, windowTokens, prices }: (typeof CATALOG)[number]): ModelItem => ({
  label,
  description: [id, windowWords(windowTokens), priceWords(prices)].join(" · "),
  route: { provider: providerOf(id), model: id },
});

/** Models other extensions bring to VS Code. */
export async function editorItems(): Promise<readonly ModelItem[]> {
  return (await lm.selectChatModels()).map(({ id, name, vendor, maxInputTokens }) => ({
    label: name,
    description: [l10n.t("through VS Code, by {0}", vendor), windowWords(maxInputTokens)].join(" · "),
    route: { provider: "vscode-lm", model: id },
  }));
}

export const rehearsalItem = (): ModelItem => ({
  label: l10n.t("Rehearsal"),
  description: l10n.t("built in, offline, free"),
  route: { provider: "rehearsal", model: "" },
});

const windowWords = (tokens: number): string => l10n.t("{0} tokens", tokens.toLocaleString("en-US"));

/** A price nobody told is a dash, never 0. */
const priceWords = (prices: Model["prices"]): string =>
  prices === undefined ? "–" : `$${prices.input} / $${prices.output}`;

function sayOrigin(origin: Model["windowOrigin"]): string {
  const words: Readonly<Record<Model["windowOrigin"], string>> = {
    catalog: l10n.t("window from the catalog"),
    setting: l10n.t("window from your settings"),
    learnt: l10n.t("window learnt from a refusal"),
    provider: l10n.t("window stated by the provider"),
    guessed: l10n.t("window guessed"),
  };
  return words[origin];
}

/** The vendor's own door where there is one, else the market place that has them all. */
function providerOf(model: string): string {
  if (model.startsWith("claude")) return "anthropic";
  return /^(gpt|o\d)/.test(model) ? "openai-responses" : "openrouter";
}

import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import { sentence } from "../../../core/base/sentence";
import { say } from "../../base/language";
import type { HostContext } from "../../host/host-context";
import type { ListedEngine } from "../../trust/engine-folders";
import { listEngineFolders } from "../../trust/engine-folders";
import { engineWorldOf } from "../../trust/engine-window";

/** Lets the user choose a context engine. Writes the setting; its watcher notifies the agent. */
export async function selectEngine(host: HostContext): Promise<void> {
  const current = host.settings.current.context.engine;
  const choices = [
    ...builtIn(),
    ...host.registrations.engineNames().map(fromExtension),
    ...(await listEngineFolders(engineWorldOf(host))).map(fromFolder),
  ];
  const items = choices.map((choice) =>
    choice.label === current ? { ...choice, description: `${choice.description} · ${l10n.t("in use")}` } : choice,
  );
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("Select a context engine"),
    placeHolder: placeHolder(host),
    matchOnDetail: true,
  });
  if (chosen && chosen.label !== current)
    await workspace.getConfiguration("hermes").update("context.engine", chosen.label, ConfigurationTarget.Global);
}

/** The price of the change, before it is made. */
function placeHolder({ hermes }: HostContext): string {
  const price = hermes.agent.describeEngineSwitch();
  const kept = l10n.t("A running session keeps all messages.");
  return price === undefined ? kept : `${kept} ${say(price)}`;
}

interface Choice {
  /** The engine's name, as the setting spells it. */
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

const builtIn = (): readonly Choice[] => [
  {
    label: "compressor",
    description: l10n.t("built in, default"),
    detail: say(
      sentence([
        "Folds older turns into one verified summary when the context window is half full.",
        "Smallest prompts, one model call per compression;",
        "details missing from the summary must be looked up in the previous session.",
      ]),
    ),
  },
  {
    label: "lcm",
    description: l10n.t("built in, lossless"),
    detail: say(
      sentence([
        "Keeps every message and shows the model a graph of summaries plus the newest messages.",
        "Mentioning a name brings its lines back, and the model can search and expand summaries.",
        "More but smaller model calls; slightly larger prompts.",
      ]),
    ),
  },
];

const fromExtension = (name: string): Choice => ({
  label: name,
  description: l10n.t("from an extension"),
  detail: l10n.t("Registered by another extension. If it fails, the built-in compressor takes over and says so."),
});

const fromFolder = ({ name, description, home }: ListedEngine): Choice => ({
  label: name,
  description: home === "workspace" ? l10n.t("from this workspace") : l10n.t("from your home folder"),
  detail: `${description} ${l10n.t("Its code runs only after you allow it.")}`.trim(),
});

import { ConfigurationTarget, l10n, window, workspace } from "vscode";
import { listEngineFolders } from "./engine-folders";
import { engineWorldOf } from "./engine-window";
import type { Shell } from "./parts";

/** Lets a person choose who keeps the conversation within the window. The settings' watcher does the rest. */
export async function selectEngine(shell: Shell): Promise<void> {
  const current = shell.settings.current.context.engine;
  const choices = [
    ...builtIn(),
    ...shell.registry.engineNames().map(fromExtension),
    ...(await listEngineFolders(engineWorldOf(shell))).map(fromFolder),
  ];
  const items = choices.map((choice) =>
    choice.label === current ? { ...choice, description: `${choice.description} · ${l10n.t("in use")}` } : choice,
  );
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("Which context engine?"),
    placeHolder: l10n.t("A running session goes on with every message; its next request is read anew."),
    matchOnDetail: true,
  });
  if (chosen && chosen.label !== current)
    await workspace.getConfiguration("hermes").update("context.engine", chosen.label, ConfigurationTarget.Global);
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
    description: l10n.t("built in, the default"),
    detail: l10n.t(
      "Folds older turns into one verified hand-off when the window is half full. The smallest prompts and one model call per compression; details that are not in the hand-off must be looked up in the session before it.",
    ),
  },
  {
    label: "lcm",
    description: l10n.t("built in, lossless"),
    detail: l10n.t(
      "Keeps every message in a store and shows the model a graph of summaries with the newest messages. Names you mention bring their lines back by themselves, and the model can search and expand. More, smaller model calls; somewhat larger prompts.",
    ),
  },
];

const fromExtension = (name: string): Choice => ({
  label: name,
  description: l10n.t("from an extension"),
  detail: l10n.t("Registered by another extension. If it fails, the built-in compressor takes over visibly."),
});

const fromFolder = ({ name, description }: { readonly name: string; readonly description: string }): Choice => ({
  label: name,
  description: l10n.t("from this workspace"),
  detail: `${description} ${l10n.t("Its code runs only after you allow it.")}`.trim(),
});

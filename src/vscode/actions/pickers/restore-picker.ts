import type { QuickInputButton, QuickPick, QuickPickItem } from "vscode";
import { l10n, QuickPickItemKind, ThemeIcon, window, workspace } from "vscode";
import type { PlannedRestore, RestoreTarget } from "../../../core/agent/session/restore";
import type { RestoreChoice, RestoreChoices, RestoreFile } from "../../../core/tools/checkpoints/restore-plan";
import { composeAgain, findRequest } from "../../attachments/send";
import { say } from "../../base/language";
import type { HostContext } from "../../host/host-context";

/** Shows every file with what Hermes and what others changed in it; nothing happens before the user confirms. */
export async function restore(host: HostContext, target: RestoreTarget): Promise<void> {
  await restorePlan(host, await host.hermes.agent.planRestore(target));
}

/** Without a question where nobody else's changes are concerned; there is nothing to decide then. */
export async function undoPlan(host: HostContext, plan: PlannedRestore): Promise<void> {
  const isClear = plan.uncovered.length === 0 && plan.files.every(({ choices }) => choices[0] !== "skip");
  if (isClear && plan.files.length > 0) await host.hermes.agent.restore(plan);
  else await restorePlan(host, plan);
}

async function restorePlan(host: HostContext, plan: PlannedRestore): Promise<void> {
  const { agent } = host.hermes;
  const { target } = plan;
  const choices = plan.files.length + plan.uncovered.length === 0 ? {} : await pickFiles(host, plan);
  if (choices === undefined) return;
  const onlyFiles = target.kind === "call" || (target.kind === "message" && target.what === "files");
  if (onlyFiles && plan.files.length === 0) {
    void window.showInformationMessage(l10n.t("There is nothing to restore: the files are as they were then."));
    return;
  }
  const request =
    target.kind === "message" && target.what !== "files" ? findRequest(host.hermes, target.id) : undefined;
  await agent.restore(plan, choices);
  if (request !== undefined) await composeAgain(host, request);
}

interface FileItem extends QuickPickItem {
  /** Absent for a file that cannot be restored. */
  readonly file?: RestoreFile;
  /** What happens to the file if its box is checked. */
  readonly choice?: RestoreChoice;
}

/** Undefined if the user cancels. */
function pickFiles(host: HostContext, plan: PlannedRestore): Promise<RestoreChoices | undefined> {
  return new Promise((resolve) => {
    const picker = window.createQuickPick<FileItem>();
    picker.title = l10n.t("Restore files");
    picker.placeholder = l10n.t("Check the files to restore");
    picker.canSelectMany = true;
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    const items = plan.files.map((file) => toItem(file, checkedChoice(file)));
    picker.items = [...items, ...toUncoveredItems(plan)];
    picker.selectedItems = items.filter(({ file }) => file?.choices[0] !== "skip");
    picker.onDidTriggerItemButton(({ item, button }) => {
      if (button === SHOW_DIFF) void showDiff(host, item);
      else switchChoice(picker, item);
    });
    picker.onDidAccept(() => {
      resolve(choicesOf(plan, picker.selectedItems));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

/** The suggestion, or what checking the box of a file means that stays as it is by default. */
const checkedChoice = ({ choices }: RestoreFile): RestoreChoice =>
  choices.find((choice) => choice !== "skip") ?? "skip";

function choicesOf(plan: PlannedRestore, selected: readonly FileItem[]): RestoreChoices {
  const chosen = new Map(selected.map(({ file, choice }) => [file?.path, choice]));
  return Object.fromEntries(plan.files.map(({ path }) => [path, chosen.get(path) ?? "skip"]));
}

const SHOW_DIFF: QuickInputButton = { iconPath: new ThemeIcon("diff"), tooltip: l10n.t("Show the difference") };

/** Merge and overwrite take turns on the button; the checked boxes stay as they are. */
function switchChoice(picker: QuickPick<FileItem>, { file }: FileItem): void {
  const selected = new Set(picker.selectedItems.map((item) => item.file?.path));
  const items = picker.items.map((item) =>
    item.file === undefined || item.file !== file
      ? item
      : toItem(item.file, item.choice === "merge" ? "overwrite" : "merge"),
  );
  picker.items = items;
  picker.selectedItems = items.filter((item) => item.file !== undefined && selected.has(item.file.path));
}

function toItem(file: RestoreFile, choice: RestoreChoice): FileItem {
  const other: QuickInputButton[] = file.choices.includes("merge")
    ? [
        choice === "merge"
          ? { iconPath: new ThemeIcon("replace-all"), tooltip: l10n.t("Overwrite my changes too") }
          : { iconPath: new ThemeIcon("git-merge"), tooltip: l10n.t("Keep my changes") },
      ]
    : [];
  return {
    file,
    choice,
    label: workspace.asRelativePath(file.path),
    description: [describeHermes(file), describeOthers(file)].filter((part) => part !== "").join(" · "),
    detail: describeChoice(file, choice),
    buttons: [...other, SHOW_DIFF],
  };
}

function toUncoveredItems({ uncovered }: PlannedRestore): readonly FileItem[] {
  if (uncovered.length === 0) return [];
  return [
    { label: l10n.t("Cannot be restored"), kind: QuickPickItemKind.Separator },
    ...uncovered.map(({ path, reason }) => ({ label: workspace.asRelativePath(path), description: say(reason) })),
  ];
}

function describeHermes({ byHermes }: RestoreFile): string {
  const words: Readonly<Record<RestoreFile["byHermes"], string>> = {
    created: l10n.t("created by Hermes"),
    changed: l10n.t("changed by Hermes"),
    deleted: l10n.t("deleted by Hermes"),
  };
  return words[byHermes];
}

function describeOthers({ byOthers }: RestoreFile): string {
  const words: Readonly<Record<RestoreFile["byOthers"], string>> = {
    nothing: "",
    changed: l10n.t("changed by you or another program"),
    deleted: l10n.t("deleted by you or another program"),
    recreated: l10n.t("created again by you or another program"),
    unsaved: l10n.t("unsaved changes in an editor"),
  };
  return words[byOthers];
}

function describeChoice(file: RestoreFile, choice: RestoreChoice): string {
  if (choice === "merge") return l10n.t("Takes back only what Hermes changed; your changes stay");
  const removes = file.changes[0]?.before.kind === "missing";
  if (choice === "restore") return removes ? l10n.t("Deletes the file") : l10n.t("Restores the file");
  const overwrites = removes ? l10n.t("Deletes the file with your changes") : l10n.t("Overwrites your changes");
  return file.conflicts === 0
    ? overwrites
    : `${overwrites} · ${l10n.t("you and Hermes changed the same lines ({count})", { count: file.conflicts })}`;
}

async function showDiff({ hermes, documents }: HostContext, { file, choice, label }: FileItem): Promise<void> {
  const texts = file && choice && (await hermes.agent.previewRestore(file, choice));
  if (!texts) {
    void window.showInformationMessage(
      l10n.t("{path} is not text, so there is no difference to show.", { path: label }),
    );
    return;
  }
  await documents.compare(
    l10n.t("{path}: now ↔ restored", { path: label }),
    { name: label, text: texts.now },
    { name: label, text: texts.then },
  );
}

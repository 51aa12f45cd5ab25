import { l10n, window } from "vscode";
import { describeSkill } from "../../../presenter/words/skill-words";
import { say } from "../../base/language";
import type { HostContext } from "../../host/host-context";

/** Shows the skills with their cost; the chosen one is asked for in the composer. */
export async function showSkills({ hermes, chat, chatPage }: HostContext): Promise<void> {
  const { skills, problems } = await hermes.skills.find();
  for (const problem of problems) void window.showWarningMessage(say(problem));
  if (skills.length === 0) {
    void window.showInformationMessage(
      l10n.t("There is no skill yet. Create `.hermes/skills/<name>/SKILL.md` with a name and a description."),
    );
    return;
  }
  const items = skills.map((skill) => ({
    label: skill.name,
    description: describeSkill(skill, say),
    detail: skill.description,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t("Skills"),
    placeHolder: l10n.t("Choose a skill to ask Hermes for it."),
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  await chat.reveal();
  chatPage.post({ type: "compose", text: l10n.t('Use the skill "{name}": ', { name: chosen.label }), how: "append" });
}

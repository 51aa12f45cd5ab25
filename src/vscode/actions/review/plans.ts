import { l10n, Uri, window, workspace } from "vscode";
import type { AgentControls } from "../../../core/agent/settings/control-choices";
import type { HostContext } from "../../host/host-context";

const PLAN_NAME = /\.hermes-plan\.md$/;

const NO_PLAN = () => new Error(l10n.t("There is no plan yet. Choose Plan mode and describe the task."));

export async function openPlan({ plans }: HostContext): Promise<void> {
  if (plans.newest === undefined) throw NO_PLAN();
  await window.showTextDocument(plans.newest, { preview: false });
}

/** Carries out the plan in the editor, or the newest one, exactly as it reads there now. */
export async function startPlan(host: HostContext, shown?: unknown): Promise<void> {
  const candidates = [shown, window.activeTextEditor?.document.uri, host.plans.newest];
  const uri = candidates.find((one): one is Uri => one instanceof Uri && PLAN_NAME.test(one.path));
  if (uri === undefined) throw NO_PLAN();
  const document = await workspace.openTextDocument(uri);
  const plan = document.getText().trim();
  if (plan === "") throw new Error(l10n.t("The plan is empty."));
  await document.save();
  const { agent } = host.hermes;
  agent.controls.change({ mode: "agent" });
  await host.chat.reveal();
  await agent.send({ text: `${l10n.t("Carry out this plan:")}\n\n${plan}`, images: [], keep: "pinned" });
}

export const setControls = ({ hermes }: HostContext, controls: Partial<AgentControls>): void =>
  hermes.agent.controls.change(controls);

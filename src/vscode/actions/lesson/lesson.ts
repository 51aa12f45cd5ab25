import { l10n } from "vscode";
import type { LessonAction, LessonPicture } from "../../../protocol/lesson";
import type { HostContext } from "../../host/host-context";
import { isSampleProject, resetSample } from "./sample-project";

/** Prints more than a context window should hold. */
const LOG_COMMAND = "npm run log";

/** Offers the lesson where it can be had: in the sample project, with the offline model. */
export async function offerLesson(host: HostContext): Promise<void> {
  const { hermes, views, workspaceFolder } = host;
  if (views.presenter.chat().lesson !== null) return;
  const { model } = await hermes.route();
  if (model.provider === "rehearsal" && (await isSampleProject(workspaceFolder))) show(host, { kind: "offered" });
}

export async function takeLesson(host: HostContext, action: LessonAction): Promise<void> {
  switch (action) {
    case "start":
      return startLesson(host);
    case "next":
      return takeNextStep(host);
    case "leave":
      return show(host, null);
  }
}

/** In a session of its own: the lesson compresses it. */
async function startLesson(host: HostContext): Promise<void> {
  await resetSample(host.workspaceFolder);
  await host.hermes.agent.newSession();
  show(host, { kind: "running", step: "tests" });
  await ask(host, l10n.t("One test fails. Find it, fix it, and run the tests again."));
}

/** Does what the button of the current step names. */
async function takeNextStep(host: HostContext): Promise<void> {
  const { lesson } = host.views.presenter.chat();
  switch (lesson?.kind === "running" ? lesson.step : undefined) {
    case "log":
      show(host, { kind: "running", step: "printing" });
      return ask(host, l10n.t("Run `{command}` and find the best day.", { command: LOG_COMMAND }));
    case "spill":
      host.inspector.reveal("context", "leave-focus");
      return show(host, { kind: "running", step: "compress" });
    case "compress":
      await host.hermes.agent.compress();
      return;
    case "verify":
      await host.hermes.agent.undoCompression("replay");
      return;
    case "undone":
      return show(host, { kind: "running", step: "done" });
    case "done":
      return show(host, null);
    default:
      return;
  }
}

const show = ({ views }: HostContext, lesson: LessonPicture | null): void => views.answer({ kind: "lesson", lesson });

async function ask({ hermes }: HostContext, text: string): Promise<void> {
  await hermes.agent.send({ text, images: [] });
}

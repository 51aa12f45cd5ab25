import { l10n } from "vscode";
import { SessionError, sessionId } from "../core/index";
import type { SessionId } from "../core/conversation/ids";
import type { Parts } from "./parts";
import { LAST_SESSION } from "./registry";

/** What a window shows before anybody said anything: the session it had, or at least who would answer. */
export function createGreeting({ hermes, stage, context }: Parts) {
  /** The session this window had, while another window has it. */
  let elsewhere: SessionId | undefined;

  const introduce = async () => {
    const { model, note } = await hermes.route();
    stage.take({ type: "model-changed", model, ...(note === undefined ? {} : { routeNote: note }) });
  };

  /** A fresh start is better than an error nobody asked for; a session that is only out of reach is worth a word. */
  const startFresh = async (last: SessionId, failure: unknown) => {
    await introduce();
    if (!(failure instanceof SessionError) || failure.kind !== "in-use") return;
    elsewhere = last;
    const { title } = await hermes.sessions.read(last);
    const text = l10n.t(
      '"{0}" is open in another window, so this one starts afresh. Close it there and open it here, or go on in a branch of it.',
      title,
    );
    stage.take({ type: "notice", level: "info", text, actions: ["open-last-session", "branch-last-session"] });
  };

  const greet = async () => {
    const last = context.workspaceState.get<string>(LAST_SESSION);
    if (last === undefined) return introduce();
    await hermes.agent.resume(sessionId(last)).catch((failure: unknown) => startFresh(sessionId(last), failure));
  };

  let greeting: Promise<void> | undefined;
  return {
    /** Asked twice it answers once. */
    greet: () => (greeting ??= greet()),
    sessionElsewhere(): SessionId {
      if (elsewhere === undefined) throw new Error(l10n.t("No session of this workspace was out of reach."));
      return elsewhere;
    },
  };
}

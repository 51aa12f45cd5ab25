import type { Disposable, StatusBarItem } from "vscode";
import { l10n, StatusBarAlignment, window } from "vscode";
import type { ForeignFile, ForeignSession } from "../../core/foreign/session";
import { followSession } from "../../core/host";
import { describeForeignMeter } from "../../presenter/foreign/meter-words";
import { say } from "../base/language";
import type { ForeignSessions } from "./foreign-sessions";

/** Beside our own meter. */
const PRIORITY = 99;
/** Often enough to see a turn grow; a look at an unchanged file is one question to the file system. */
const LOOK_MS = 2_000;

/** Shows how full the window of another agent's session is, while that agent works. */
export class ForeignMeter implements Disposable {
  private readonly sessions: ForeignSessions;
  private readonly windowOf: (session: ForeignSession) => number;
  private readonly item: StatusBarItem;
  private timer: NodeJS.Timeout | undefined;
  private stopped = new AbortController();

  constructor(sessions: ForeignSessions, windowOf: (session: ForeignSession) => number) {
    this.sessions = sessions;
    this.windowOf = windowOf;
    this.item = window.createStatusBarItem("hermes.foreignMeter", StatusBarAlignment.Right, PRIORITY);
    this.item.name = l10n.t("Hermes: Meter of Another Agent");
    this.item.command = "hermes.stopFollowing";
  }

  follow(file: ForeignFile): void {
    this.stop();
    this.stopped = new AbortController();
    const { signal } = this.stopped;
    const look = followSession(file);
    const again = async (): Promise<void> => {
      if (!this.sessions.agents.includes(file.agent)) return this.stop();
      // A file that cannot be read now may be readable at the next look.
      const session = await look(signal).catch(() => undefined);
      if (signal.aborted) return;
      if (session !== undefined) this.show(session);
      this.timer = setTimeout(() => void again(), LOOK_MS);
    };
    void again();
  }

  stop(): void {
    this.stopped.abort();
    clearTimeout(this.timer);
    this.item.hide();
  }

  dispose(): void {
    this.stop();
    this.item.dispose();
  }

  private show(session: ForeignSession): void {
    const words = describeForeignMeter(session, this.windowOf(session), say);
    this.item.text = `$(eye) ${words.text}`;
    this.item.tooltip = words.tooltip;
    this.item.accessibilityInformation = { label: words.text, role: "button" };
    this.item.show();
  }
}

import { EventEmitter, workspace } from "vscode";
import type { ConfigurationChangeEvent, Disposable, Event, LogOutputChannel } from "vscode";
import { readSettings } from "../core/agent/settings";
import type { HermesSettings } from "../core/agent/settings";
import { Lifetime } from "./lifetime";

/** The settings as they are now. Refused values are logged once per change, and their defaults hold. */
export class Settings implements Disposable {
  private readonly life = new Lifetime();
  private readonly changed = this.life.own(new EventEmitter<ConfigurationChangeEvent>());
  private readonly log: LogOutputChannel;
  private now: HermesSettings;

  readonly onDidChange: Event<ConfigurationChangeEvent> = this.changed.event;

  constructor(log: LogOutputChannel) {
    this.log = log;
    this.now = this.read();
    this.life.own(
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("hermes")) return;
        this.now = this.read();
        this.changed.fire(change);
      }),
    );
  }

  get current(): HermesSettings {
    return this.now;
  }

  dispose(): void {
    this.life.dispose();
  }

  private read(): HermesSettings {
    const configuration = workspace.getConfiguration();
    const { settings, problems } = readSettings((id) => configuration.get(id));
    for (const problem of problems) this.log.warn(problem);
    return settings;
  }
}

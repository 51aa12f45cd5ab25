import type { ConfigurationChangeEvent, Disposable, Event } from "vscode";
import { EventEmitter, workspace } from "vscode";
import type { HermesSettings, LayeredSettings } from "../../core/agent/settings/settings";
import { readLayers } from "../../core/agent/settings/settings";
import { Lifetime } from "../base/lifetime";
import type { Log } from "../base/log";

/** The current settings. Invalid values are logged once per change, and their defaults apply. */
export class Settings implements Disposable {
  private readonly life = new Lifetime();
  private readonly changed = this.life.own(new EventEmitter<ConfigurationChangeEvent>());
  private readonly log: Pick<Log, "warn">;
  private now: LayeredSettings;

  readonly onDidChange: Event<ConfigurationChangeEvent> = this.changed.event;

  constructor(log: Pick<Log, "warn">) {
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
    return this.now.settings;
  }

  /** MCP servers that the workspace would start; each needs the user's consent. */
  get offeredServers(): HermesSettings["mcpServers"] {
    return this.now.offered.mcpServers;
  }

  dispose(): void {
    this.life.dispose();
  }

  private read(): LayeredSettings {
    const configuration = workspace.getConfiguration();
    const read = readLayers({
      user(id) {
        const found = configuration.inspect(id);
        return found?.globalValue ?? found?.defaultValue;
      },
      workspace(id) {
        const found = configuration.inspect(id);
        return found?.workspaceFolderValue ?? found?.workspaceValue;
      },
    });
    for (const problem of read.problems) this.log.warn(problem);
    return read;
  }
}

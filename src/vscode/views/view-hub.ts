import { commands } from "vscode";
import type { AgentEvent } from "../../core/agent/events";
import type { Presenter, ShownChange, ViewUpdate } from "../../presenter/presenter";
import type { MeterPicture } from "../../protocol/status";
import type { Meter } from "./meter";
import type { ViewHost } from "./view-host";

/** Makes every event visible: in the presenter, on both pages and in the status bar. */
export class ViewHub {
  readonly presenter: Presenter;
  private readonly views: readonly ViewHost[];
  private readonly meter: Meter;
  private running = false;

  constructor(presenter: Presenter, views: readonly ViewHost[], meter: Meter) {
    this.presenter = presenter;
    this.views = views;
    this.meter = meter;
    meter.show(presenter.meter());
  }

  take(event: AgentEvent): void {
    this.show(this.presenter.take(event));
    this.updateRunningContext(this.presenter.meter().activity);
  }

  /** Shows a picture that answers a request of the user instead of following from an event. */
  answer(change: ShownChange): void {
    this.show(this.presenter.show(change));
  }

  private show(update: ViewUpdate): void {
    for (const view of this.views) view.show(update);
    this.meter.show(this.presenter.meter());
  }

  /** Keybindings such as stop depend on this context key. */
  private updateRunningContext(activity: MeterPicture["activity"]): void {
    const running = activity !== "idle";
    if (running === this.running) return;
    this.running = running;
    void commands.executeCommand("setContext", "hermes.running", running);
  }
}

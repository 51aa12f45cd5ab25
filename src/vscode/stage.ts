import { commands } from "vscode";
import type { AgentEvent } from "../core/agent/events";
import type { Presenter, Taken } from "../presenter/presenter";
import type { Change, MeterPicture } from "../protocol";
import type { Meter } from "./meter";
import type { ViewHost } from "./view-host";

/** Where everything that happens becomes visible: presenter, both pages, status bar. */
export class Stage {
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
    this.tellRunning(this.presenter.meter().activity);
  }

  /** Pictures that answer a question of the user instead of telling an event. */
  answer(change: Extract<Change, { readonly kind: "preview" | "usage" | "lcm" }>): void {
    this.show(this.presenter.show(change));
  }

  private show(taken: Taken): void {
    for (const view of this.views) view.show(taken);
    this.meter.show(this.presenter.meter());
  }

  /** Keybindings such as stop depend on it. */
  private tellRunning(activity: MeterPicture["activity"]): void {
    const running = activity !== "idle";
    if (running === this.running) return;
    this.running = running;
    void commands.executeCommand("setContext", "hermes.running", running);
  }
}

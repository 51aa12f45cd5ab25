import { commands } from "vscode";
import type { AgentEvent } from "../core/agent/events";
import { interpretEvent, interpretPreview } from "../presenter/interpret-event";
import type { Interpret } from "../presenter/interpreter";
import type { Presenter, Taken } from "../presenter/presenter";
import type { Change, MeterPicture } from "../protocol";
import type { Meter } from "./meter";
import type { ViewHost } from "./view-host";

/** Where everything that happens becomes visible: presenter, both pages, status bar. */
export class Stage {
  readonly presenter: Presenter;
  private readonly views: readonly ViewHost[];
  private readonly meter: Meter;
  private readonly interpret: Interpret;
  private running = false;

  constructor(presenter: Presenter, views: readonly ViewHost[], meter: Meter, interpret: Interpret) {
    this.presenter = presenter;
    this.views = views;
    this.meter = meter;
    this.interpret = interpret;
    meter.show(presenter.meter());
  }

  take(event: AgentEvent): void {
    this.show(this.presenter.take(interpretEvent(event, this.interpret)));
    this.tellRunning(this.presenter.meter().activity);
  }

  /** Pictures that answer a question of the user instead of telling an event. */
  answer(change: Extract<Change, { readonly kind: "preview" | "usage" | "lcm" }>): void {
    this.show(this.presenter.show(change.kind === "preview" ? interpretPreview(change, this.interpret) : change));
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

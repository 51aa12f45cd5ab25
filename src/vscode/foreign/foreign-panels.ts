import type { Disposable, Uri } from "vscode";
import { agentName } from "../../presenter/foreign/agent-names";
import type { ForeignView } from "../../presenter/foreign/events";
import { foreignEvents } from "../../presenter/foreign/events";
import type { ViewMessage, ViewName } from "../../protocol/messages";
import { ReadingPanels } from "../views/reading-panels";

/** Pages of foreign sessions. */
export class ForeignPanels implements Disposable {
  private readonly receive: (view: ForeignView, message: ViewMessage) => void;
  private readonly panels: ReadingPanels;

  constructor(extension: Uri, receive: (view: ForeignView, message: ViewMessage) => void) {
    this.panels = new ReadingPanels(extension);
    this.receive = receive;
  }

  open(view: ForeignView, page: ViewName): void {
    const { agent, id, title } = view.session;
    this.panels.open(
      {
        key: `${agent}:${id}`,
        title: `${agentName(agent)}: ${title}`,
        events: foreignEvents(view),
        receive: (message) => this.receive(view, message),
      },
      page,
    );
  }

  dispose(): void {
    this.panels.dispose();
  }
}

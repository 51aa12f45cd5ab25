import type { Disposable, Webview } from "vscode";
import { packChanges } from "../../presenter/pack-changes";
import type { Presenter, ViewUpdate } from "../../presenter/presenter";
import { changesFor } from "../../presenter/presenter";
import type { Change, HostMessage, Locale, ViewMessage, ViewName } from "../../protocol/messages";
import { Lifetime } from "../base/lifetime";

/** One frame of a screen. Changes within it are posted together, so that a fast model does not flood the page. */
const FRAME_MS = 16;

/**
 * One open page. Posts nothing before the page is ready, then one whole picture, then numbered changes;
 * a page that missed one asks for a resync and gets a whole picture again.
 */
export class Channel implements Disposable {
  private readonly life = new Lifetime();
  private readonly view: ViewName;
  private readonly webview: Page;
  private readonly presenter: Presenter;
  private readonly locale: Locale;
  private sequence = 0;
  private ready = false;
  private waiting: Change[] = [];
  /** Messages for a page that is still loading. */
  private held: HostMessage[] = [];
  private frame: NodeJS.Timeout | undefined;

  constructor(options: ChannelOptions) {
    this.view = options.view;
    this.webview = options.webview;
    this.presenter = options.presenter;
    this.locale = options.locale;
    this.life.own(
      options.webview.onDidReceiveMessage((message: ViewMessage) => this.receive(message, options.receive)),
    );
    this.life.own({ dispose: () => clearTimeout(this.frame) });
  }

  /** Posts the presenter's changes. */
  show(update: ViewUpdate): void {
    if (!this.ready) return;
    if (update.kind === "start-over") return this.postWhole();
    this.waiting.push(...changesFor(this.view, update.changes));
    if (this.waiting.length > 0) this.frame ??= setTimeout(() => this.postChanges(), FRAME_MS);
  }

  /** For messages that do not change the picture; a page that is still loading gets them after its first picture. */
  postUnnumbered(message: Exclude<HostMessage, { readonly sequence: number }>): void {
    if (!this.ready) {
      this.held.push(message);
      return;
    }
    this.postChanges();
    this.post(message);
  }

  dispose(): void {
    this.life.dispose();
  }

  private receive(message: ViewMessage, pass: (message: ViewMessage) => void): void {
    if (message.type === "ready" || message.type === "resync") {
      this.ready = true;
      this.postWhole();
      for (const held of this.held.splice(0)) this.post(held);
    } else if (message.type === "rows-before") {
      this.postUnnumbered({ type: "rows-page", ...this.presenter.rowsBefore(message.index) });
    }
    pass(message);
  }

  private postWhole(): void {
    this.drop();
    const sequence = ++this.sequence;
    if (this.view === "chat")
      this.post({ type: "chat", locale: this.locale, sequence, picture: this.presenter.chat() });
    else this.post({ type: "inspector", locale: this.locale, sequence, picture: this.presenter.inspector() });
  }

  private postChanges(): void {
    const messages = packChanges(this.waiting);
    this.drop();
    for (const changes of messages) this.post({ type: "changes", sequence: ++this.sequence, changes });
  }

  private drop(): void {
    clearTimeout(this.frame);
    this.frame = undefined;
    this.waiting = [];
  }

  /** Not awaited: a page that has closed gets nothing, and the next one starts with a whole picture. */
  private post(message: HostMessage): void {
    void this.webview.postMessage(message);
  }
}

/** The part of a webview that a channel uses. */
type Page = Pick<Webview, "postMessage" | "onDidReceiveMessage">;

export interface ChannelOptions {
  readonly view: ViewName;
  readonly webview: Page;
  readonly presenter: Presenter;
  readonly locale: Locale;
  /** Gets every message of the page, after the channel has answered those about pictures. */
  readonly receive: (message: ViewMessage) => void;
}

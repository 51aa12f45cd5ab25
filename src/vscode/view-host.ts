import { EventEmitter, env } from "vscode";
import type { Event, Uri, Webview } from "vscode";
import type { Presenter, Taken } from "../presenter/presenter";
import type { HostMessage, Locale, ViewMessage, ViewName } from "../protocol";
import { Channel } from "./channel";
import { pageFolder, renderPage } from "./page";

/** What chat and inspector have in common: one page that may be open or not. */
export class ViewHost {
  private readonly options: ViewHostOptions;
  private readonly received = new EventEmitter<ViewMessage>();
  private channel: Channel | undefined;

  readonly onDidReceive: Event<ViewMessage> = this.received.event;

  constructor(options: ViewHostOptions) {
    this.options = options;
  }

  open(webview: Webview): Channel {
    const { extension, view, presenter } = this.options;
    this.channel?.dispose();
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extension)] };
    const channel = new Channel({
      view,
      webview,
      presenter,
      locale: localeOf(env.language),
      receive: (message) => this.received.fire(message),
    });
    this.channel = channel;
    webview.html = renderPage(webview, extension, view);
    return channel;
  }

  close(): void {
    this.channel?.dispose();
    this.channel = undefined;
  }

  show(taken: Taken): void {
    this.channel?.show(taken);
  }

  say(message: Exclude<HostMessage, { readonly sequence: number }>): void {
    this.channel?.say(message);
  }
}

export interface ViewHostOptions {
  readonly extension: Uri;
  readonly view: ViewName;
  readonly presenter: Presenter;
}

const localeOf = (language: string): Locale => (language.toLowerCase().startsWith("zh") ? "zh-cn" : "en");

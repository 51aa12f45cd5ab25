import type { Uri, Webview } from "vscode";
import { env } from "vscode";
import { localeOf } from "../../presenter/locale";
import type { Presenter, ViewUpdate } from "../../presenter/presenter";
import type { HostMessage, ViewMessage, ViewName } from "../../protocol/messages";
import { Channel } from "./channel";
import { pageFolder, renderPage } from "./page";

/** The common part of chat and inspector: one page that may be open or not. */
export class ViewHost {
  private readonly options: ViewHostOptions;
  private channel: Channel | undefined;

  constructor(options: ViewHostOptions) {
    this.options = options;
  }

  open(webview: Webview): Channel {
    const { extension, view, presenter, receive } = this.options;
    this.channel?.dispose();
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extension)] };
    const channel = new Channel({ view, webview, presenter, locale: localeOf(env.language), receive });
    this.channel = channel;
    webview.html = renderPage(webview, extension, view, this.options.use);
    return channel;
  }

  close(): void {
    this.channel?.dispose();
    this.channel = undefined;
  }

  show(update: ViewUpdate): void {
    this.channel?.show(update);
  }

  post(message: Exclude<HostMessage, { readonly sequence: number }>): void {
    this.channel?.postUnnumbered(message);
  }
}

export interface ViewHostOptions {
  readonly extension: Uri;
  readonly view: ViewName;
  readonly presenter: Presenter;
  /** "reading": without the parts that write or act. */
  readonly use?: "reading";
  receive(message: ViewMessage): void;
}

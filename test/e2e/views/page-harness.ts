import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { ensureBrowser } from "../../../scripts/browser.mjs";
import { root } from "../../../scripts/places.mjs";
import type { AgentEvent } from "../../../src/core/agent/events";
import type { Presenter, ViewUpdate } from "../../../src/presenter/presenter";
import { changesFor, createPresenter } from "../../../src/presenter/presenter";
import type { ChatStart } from "../../../src/protocol/chat";
import type { HostMessage, Locale, ViewMessage, ViewName } from "../../../src/protocol/messages";
import type { ThemeName } from "./themes";
import { BODY_CLASS, themeCss } from "./themes";

const PAGES = join(root, "dist", "webview");
const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
];
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".html": "text/html; charset=utf-8",
};

/** A message is applied before the next frame, and drawn before the one after it. */
export const TWO_FRAMES = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

/** A real browser that opens the built pages under VS Code's content security policy; the presenter acts as host. */
export interface PageBrowser {
  open(options: PageOptions): Promise<PageHarness>;
  close(): Promise<void>;
}

interface PageOptions {
  readonly view: ViewName;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly locale?: Locale;
  readonly start?: ChatStart;
}

export interface PageHarness {
  readonly page: Page;
  readonly presenter: Presenter;
  /** Every message the view has posted to the host. */
  readonly posts: readonly ViewMessage[];
  /** The size of every message to the view in bytes, newest last. */
  readonly sizes: readonly number[];
  emit(...events: readonly AgentEvent[]): Promise<void>;
  post(message: HostMessage): Promise<void>;
  postChanges(update: ViewUpdate): Promise<void>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<PageBrowser> {
  if (!existsSync(join(PAGES, "chat.js")) || !existsSync(join(PAGES, "inspector.js")))
    execFileSync(process.execPath, ["esbuild.mjs"], { cwd: root });
  const server = await serve();
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  return {
    open: (options) => openPage(browser, port, options),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function openPage(
  browser: Browser,
  port: number,
  { view, theme = "dark", width = 400, height = 800, locale = "en", start = "ready" }: PageOptions,
): Promise<PageHarness> {
  const page = await browser.newPage({ viewport: { width, height } });
  const presenter = createPresenter(undefined, start);
  const posts: ViewMessage[] = [];
  const sizes: number[] = [];
  let sequence = 0;
  const post = async (message: HostMessage) => {
    sizes.push(Buffer.byteLength(JSON.stringify(message)));
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, "*")`);
  };
  const postPicture = () =>
    view === "chat"
      ? post({ type: "chat", locale, sequence: ++sequence, picture: presenter.chat() })
      : post({ type: "inspector", locale, sequence: ++sequence, picture: presenter.inspector() });
  const postChanges = async (update: ViewUpdate) => {
    if (update.kind === "start-over") return postPicture();
    for (const change of changesFor(view, update.changes))
      await post({ type: "changes", sequence: ++sequence, changes: [change] });
  };
  await page.exposeFunction("hermesPost", async (message: ViewMessage) => {
    posts.push(message);
    if (message.type === "ready" || message.type === "resync") await postPicture();
    if (message.type === "rows-before") await post({ type: "rows-page", ...presenter.rowsBefore(message.index) });
  });
  await page.goto(`http://127.0.0.1:${port}/${view}/${theme}`);
  await page.waitForSelector("[data-testid]", { state: "attached" });
  return {
    page,
    presenter,
    posts,
    sizes,
    post,
    postChanges,
    async emit(...events) {
      for (const event of events) await postChanges(presenter.take(event));
      await page.evaluate(TWO_FRAMES);
    },
    close: () => page.close(),
  };
}

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const [, view, theme] = /^\/(chat|inspector)\/([a-z-]+)$/.exec(path) ?? [];
    if (view !== undefined && theme !== undefined && isTheme(theme)) {
      response.setHeader("content-security-policy", POLICY).setHeader("content-type", TYPES[".html"] ?? "");
      return response.end(pageOf(view, theme));
    }
    const file = join(PAGES, path.replace(/\.\./g, "").replace(/\?.*$/, ""));
    if (!existsSync(file)) return response.writeHead(404).end();
    return response
      .setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream")
      .end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** As strict as the policy of the extension: a page that violates it fails here first. */
const POLICY =
  "default-src 'none'; script-src 'nonce-test'; style-src 'self' 'nonce-test'; font-src 'self'; img-src data:";

/** The part of VS Code's webview API that the pages use. */
const API = `let state;
window.acquireVsCodeApi = () => ({
  postMessage: (message) => window.hermesPost(message),
  getState: () => state,
  setState: (next) => { state = next; },
});`;

const pageOf = (view: string, theme: ThemeName): string => `<!doctype html>
<html lang="en">
<head>
<title>Hermes</title>
<style nonce="test">${themeCss(theme)}</style>
<link rel="stylesheet" href="/${view}.css">
<script nonce="test">${API}</script>
</head>
<body class="${BODY_CLASS[theme]}" data-vscode-theme-kind="${BODY_CLASS[theme]}">
<div id="root"><p class="starting" role="status">Starting Hermes…</p></div>
<script nonce="test" src="/${view}.js"></script>
</body>
</html>`;

const isTheme = (name: string): name is ThemeName => name in BODY_CLASS;
const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

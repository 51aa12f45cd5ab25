import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { findBrowser } from "../../../scripts/browser.mjs";
import { root } from "../../../scripts/places.mjs";
import type { AgentEvent } from "../../../src/core/agent/events";
import { changesFor, createPresenter } from "../../../src/presenter/presenter";
import type { Presenter, Taken } from "../../../src/presenter/presenter";
import type { HostMessage, Locale, ViewMessage, ViewName } from "../../../src/protocol";
import { BODY_CLASS, themeCss } from "./themes";
import type { ThemeName } from "./themes";

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

/** A real browser with the built pages, under the policy VS Code would give them, and a host played by the presenter. */
export interface Theater {
  open(options: StageOptions): Promise<Stage>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly view: ViewName;
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly locale?: Locale;
}

export interface Stage {
  readonly page: Page;
  readonly presenter: Presenter;
  /** Everything the view told the host so far. */
  readonly posts: readonly ViewMessage[];
  /** Bytes of every message to the view, newest last. */
  readonly sizes: readonly number[];
  play(...events: readonly AgentEvent[]): Promise<void>;
  say(message: HostMessage): Promise<void>;
  send(taken: Taken): Promise<void>;
  close(): Promise<void>;
}

export async function openTheater(): Promise<Theater> {
  if (!existsSync(join(PAGES, "chat.js")) || !existsSync(join(PAGES, "inspector.js")))
    execFileSync(process.execPath, ["esbuild.mjs"], { cwd: root });
  const server = await serve();
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no Chromium to look at the views with");
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  return {
    open: (options) => openStage(browser, port, options),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function openStage(
  browser: Browser,
  port: number,
  { view, theme = "dark", width = 400, height = 800, locale = "en" }: StageOptions,
): Promise<Stage> {
  const page = await browser.newPage({ viewport: { width, height } });
  const presenter = createPresenter();
  const posts: ViewMessage[] = [];
  const sizes: number[] = [];
  let sequence = 0;
  const say = async (message: HostMessage) => {
    sizes.push(Buffer.byteLength(JSON.stringify(message)));
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, "*")`);
  };
  const whole = () =>
    view === "chat"
      ? say({ type: "chat", locale, sequence: ++sequence, picture: presenter.chat() })
      : say({ type: "inspector", locale, sequence: ++sequence, picture: presenter.inspector() });
  const send = async (taken: Taken) => {
    if (taken.kind === "start-over") return whole();
    for (const change of changesFor(view, taken.changes))
      await say({ type: "changes", sequence: ++sequence, changes: [change] });
  };
  await page.exposeFunction("hermesPost", async (message: ViewMessage) => {
    posts.push(message);
    if (message.type === "ready" || message.type === "resync") await whole();
    if (message.type === "rows-before") await say({ type: "rows-page", ...presenter.rowsBefore(message.index) });
  });
  await page.goto(`http://127.0.0.1:${port}/${view}/${theme}`);
  await page.waitForSelector("[data-testid]", { state: "attached" });
  return {
    page,
    presenter,
    posts,
    sizes,
    say,
    send,
    async play(...events) {
      for (const event of events) await send(presenter.take(event));
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

/** As strict as the one the extension sends; a page that breaks it fails here first. */
const POLICY = "default-src 'none'; script-src 'nonce-stage'; style-src 'self' 'nonce-stage'; font-src 'self'";

const pageOf = (view: string, theme: ThemeName): string => `<!doctype html><html lang="en"><head><title>Hermes</title>
<style nonce="stage">${themeCss(theme)}</style><link rel="stylesheet" href="/${view}.css">
<script nonce="stage">let state; window.acquireVsCodeApi = () => ({ postMessage: (message) => window.hermesPost(message), getState: () => state, setState: (next) => { state = next; } });</script>
</head><body class="${BODY_CLASS[theme]}" data-vscode-theme-kind="${BODY_CLASS[theme]}"><div id="root"></div><script nonce="stage" src="/${view}.js"></script></body></html>`;

const isTheme = (name: string): name is ThemeName => name in BODY_CLASS;
const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

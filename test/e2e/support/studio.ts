import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/browser.mjs";
import { root, vsixPath } from "../../../scripts/places.mjs";
import { createProfile, installVsix, linkExtension, startWorkbench } from "../../../scripts/workbench.mjs";
import type { InHost } from "./bridge";
import { connectBridge } from "./bridge";
import { retried } from "./clicks";
import { webVariant } from "./web-variant";

const ARTIFACTS = join(root, "artifacts");
const VIEWPORT = { width: 1400, height: 900 };
/** Cold start of server, workbench, and extension host on a busy machine. */
export const APPEAR_MS = 60_000;

const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

/** A real VS Code with the packaged extension and a copy of the sample workspace, shown in a real browser. */
export interface Studio {
  readonly page: Page;
  readonly workspace: string;
  readonly inHost: InHost;
  /** Waits until the extension is active. */
  open(): Promise<void>;
  /** Closes and reopens the window, as a user would. */
  reload(): Promise<void>;
  /** Opens the chat with the wing in the activity bar. */
  openChat(): Promise<void>;
  /** Opens the chat in another window on the same workspace, in which `inHost` runs from then on. */
  openSecondChat(language?: "en" | "zh-cn"): Promise<FrameLocator>;
  runCommand(title: string): Promise<void>;
  /** The chat's document in the sidebar. */
  chat(): FrameLocator;
  inspector(): FrameLocator;
  statusItem(text: string | RegExp): Locator;
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface StudioOptions {
  /** "browser": the part of Hermes that runs where no program can. */
  readonly runsIn?: "node" | "browser";
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  /** Unpacked extensions to install in addition to Hermes. */
  readonly extensions?: readonly string[];
  /** Copied over the sample workspace. */
  readonly overlay?: string;
  /** "asked": VS Code trusts a folder only once the user says so. */
  readonly trust?: "everything" | "asked";
  /** Further folders of the workspace, by name, with their files. */
  readonly otherFolders?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Those of the running test file. */
export const openStudios = new Set<Studio>();

export async function openStudio(options: StudioOptions = {}): Promise<Studio> {
  const studio = await startStudio(options);
  openStudios.add(studio);
  return studio;
}

async function startStudio({
  runsIn = "node",
  settings = {},
  env = {},
  extensions = [],
  overlay,
  otherFolders = {},
  trust = "everything",
}: StudioOptions): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-e2e-"));
  const workspace = join(folder, "lemonade-stand");
  const socket = join(folder, "bridge.sock");
  // Its hooks would be asked about in every test; a test that wants a part of the folder brings its own.
  cpSync(join(root, "test", "fixtures", "sample-workspace"), workspace, {
    recursive: true,
    filter: (source) => !source.split(sep).includes(".hermes"),
  });
  if (overlay !== undefined) cpSync(overlay, workspace, { recursive: true });
  const profile = createProfile(folder, settings);
  if (runsIn === "node") installVsix(profile, vsixPath);
  else linkExtension(profile, webVariant(folder));
  for (const extension of [join(root, "test", "e2e", "bridge"), ...extensions]) linkExtension(profile, extension);
  const server = await startWorkbench(profile, { trust, env: { ...env, HERMES_TEST_BRIDGE: socket } });
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: VIEWPORT, permissions: ["clipboard-read", "clipboard-write"] });
  const address = `${server.url}/?${whatToOpen(folder, workspace, otherFolders)}`;
  const close = async (page: Page) => {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.close(); // Releases the lock on the workspace's storage; a browser that merely exits does not.
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return createStudio({
    page: await context.newPage(),
    context,
    address,
    ready: runsIn === "node" ? METER : EXPLORER,
    workspace,
    inHost: connectBridge(socket),
    close,
  });
}

/** One folder is opened as it is; several need a workspace file. */
function whatToOpen(folder: string, workspace: string, others: NonNullable<StudioOptions["otherFolders"]>): string {
  const names = Object.keys(others);
  if (names.length === 0) return `folder=${encodeURIComponent(workspace)}`;
  for (const [name, files] of Object.entries(others))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
  const file = join(folder, "several.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: ["lemonade-stand", ...names].map((path) => ({ path })) }));
  return `workspace=${encodeURIComponent(file)}`;
}

/** What is there once the extension is active, or in a browser, where it starts when it is needed, once files are. */
const METER = `[id="hermes-context.hermes-context.hermes.meter"]`;
const EXPLORER = ".explorer-folders-view .monaco-list-row";

interface Parts {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly address: string;
  readonly ready: string;
  readonly workspace: string;
  readonly inHost: InHost;
  close(page: Page): Promise<void>;
}

function createStudio({ page: firstPage, context, address, ready, workspace, inHost, close }: Parts): Studio {
  let page = firstPage;
  const open = () => openWindow(page, address, ready);
  return {
    get page() {
      return page;
    },
    workspace,
    inHost,
    open,
    async reload() {
      await page.close();
      page = await context.newPage();
      await open();
    },
    openChat: () => openChat(page),
    async openSecondChat(language = "en") {
      const second = await context.newPage();
      // The setting of a language pack; without one, the workbench itself stays English.
      if (language !== "en") await second.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = "${language}"`);
      await openWindow(second, address, ready);
      await openChat(second);
      return webviewOf(second, "view");
    },
    runCommand: (title) => runCommand(page, title),
    chat: () => webviewOf(page, "view"),
    inspector: () => webviewOf(page, "panel"),
    statusItem: (text) => page.locator(".statusbar-item", { hasText: text }),
    async screenshot(name) {
      mkdirSync(ARTIFACTS, { recursive: true });
      writeFileSync(join(ARTIFACTS, `${name}.png`), await page.screenshot());
    },
    close() {
      openStudios.delete(this);
      return close(page);
    },
  };
}

function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No browser was found; `npm run e2e` installs or names one.");
  return chromium.launch({ executablePath, headless: true, args: BROWSER_FLAGS });
}

async function openWindow(page: Page, address: string, ready: string): Promise<void> {
  await page.goto(address);
  await page.locator(".monaco-workbench").waitFor({ timeout: APPEAR_MS });
  await page.locator(ready).first().waitFor({ timeout: APPEAR_MS });
}

async function openChat(page: Page): Promise<void> {
  const composer = webviewOf(page, "view").getByTestId("composer");
  // A click on the icon of a sidebar that is open, but not drawn yet, would close it.
  const open = page.locator(".activitybar .action-item.checked", { has: page.locator('[aria-label*="Hermes"]') });
  if (!(await composer.isVisible()) && (await open.count()) === 0)
    await page.locator(".activitybar a[aria-label='Hermes']").click();
  await composer.waitFor();
}

/** Runs a command from the palette by its full title, "Category: Title"; opens it again where it lost the focus. */
async function runCommand(page: Page, title: string): Promise<void> {
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
  await retried(async (within) => {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input[type=text]").fill(`>${title}`, within);
    await row.click(within);
    await row.waitFor({ state: "hidden", ...within });
  });
}

/** The page itself is one frame further in. Views are named in the outer frame's URL, panels are not. */
function webviewOf(page: Page, kind: "view" | "panel"): FrameLocator {
  const outer = `iframe.webview[src*="extensionId=hermes-context.hermes-context"]`;
  return page
    .frameLocator(
      kind === "view" ? `${outer}[src*="purpose=webviewView"]` : `${outer}:not([src*="purpose=webviewView"])`,
    )
    .frameLocator("iframe#active-frame");
}

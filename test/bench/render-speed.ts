import { performance } from "node:perf_hooks";
import { openBrowser } from "../e2e/views/page-harness";
import { longTranscript } from "../e2e/views/scenario";
import { grew, opened } from "../support/agent-events";
import type { SpeedLine } from "./speed";

const ROWS = 10_000;
const TOKENS = 100;

/**
 * The chat page in a real browser, compared with a page that redraws every row, as a view without deltas and virtual
 * scrolling does.
 */
export async function measureRendering(): Promise<readonly SpeedLine[]> {
  const browser = await openBrowser();
  try {
    const harness = await browser.open({ view: "chat" });
    const openMs = await elapsed(async () => {
      await harness.emit(opened("resume", longTranscript(ROWS)));
      await harness.page.getByText(`answer ${ROWS / 2 - 1}`).waitFor();
    });
    const nodes = Number(await harness.page.evaluate("document.getElementsByTagName('*').length"));
    const tokenMs =
      (await elapsed(async () => {
        for (let token = 0; token < TOKENS; token++) await harness.emit(grew(`token ${token} `));
      })) / TOKENS;
    const wholeMs = Number(await harness.page.evaluate(DRAW_ALL_ROWS));
    return [
      {
        what: "open a chat of 10,000 rows in the browser",
        value: `${openMs.toFixed(0)} ms`,
        ratio:
          `${(openMs / wholeMs).toFixed(2)} × drawing all 10,000 rows (${wholeMs.toFixed(0)} ms); ` +
          `${nodes.toLocaleString("en-US")} elements on the page`,
      },
      {
        what: "one streamed token at 10,000 rows",
        value: `${tokenMs.toFixed(1)} ms`,
        ratio: `${(wholeMs / tokenMs).toFixed(0)} × faster than drawing all rows anew`,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function elapsed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Plain elements, laid out once: the minimum cost of a full render. */
const DRAW_ALL_ROWS = `(() => {
  const start = performance.now();
  const list = document.createElement("div");
  for (let row = 0; row < ${ROWS}; row++) {
    const item = list.appendChild(document.createElement("div"));
    const words = item.appendChild(document.createElement("p"));
    const number = Object.assign(document.createElement("strong"), { textContent: String(row) });
    const code = Object.assign(document.createElement("code"), { textContent: "code" });
    words.append("answer ", number, " with ", code);
  }
  document.body.append(list);
  void list.offsetHeight;
  list.remove();
  return performance.now() - start;
})()`;

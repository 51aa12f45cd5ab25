import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, grew, opened } from "../../support/agent-events";
import { says } from "../../support/conversation";
import { longTranscript } from "./scenario";
import { openTheater } from "./stage";
import type { Stage, Theater } from "./stage";

let theater: Theater;
beforeAll(async () => {
  theater = await openTheater();
});
afterAll(async () => theater.close());

/** A screen of rows with all their parts, several times over, and far below what 10,000 rows would need. */
const NODE_BOUND = 2_500;
const STEADY_LOOKS = 5;
const nodes = async (stage: Stage) => Number(await stage.page.evaluate("document.getElementsByTagName('*').length"));

describe("a session of 10,000 rows", () => {
  it("opens at its end and scrolls to its start with a bounded page", async () => {
    const stage = await theater.open({ view: "chat" });
    const messages = longTranscript(10_000);
    await stage.play(opened("resume", messages));
    await stage.page.getByText("answer 4999").waitFor();
    const counts = [await nodes(stage)];
    const start = stage.page.getByText("question 0", { exact: true });
    // A page that arrives keeps the reader's place, so the start may slip away once more after it was first seen.
    for (let step = 0, seen = 0; step < 4_000 && seen < STEADY_LOOKS; step++) {
      await stage.page.evaluate("document.querySelector('.rows').scrollTop = 0");
      await stage.page.waitForTimeout(20);
      seen = (await start.isVisible()) ? seen + 1 : 0;
      if (step % 20 === 0) counts.push(await nodes(stage));
    }
    await start.waitFor();
    counts.push(await nodes(stage));
    expect(Math.max(...counts)).toBeLessThan(NODE_BOUND);
    expect(stage.posts.filter(({ type }) => type === "rows-before")).toHaveLength(99);
    await stage.page.getByTestId("scroll-to-end").click();
    await stage.page.getByText("answer 4999").waitFor();
    await stage.close();
  });

  it("reveals a message far above by asking for the pages between", async () => {
    const stage = await theater.open({ view: "chat" });
    const messages = longTranscript(1_000);
    await stage.play(opened("resume", messages));
    const place = stage.presenter.findRow(messages[200]?.id ?? "");
    await stage.say({ type: "reveal", rowId: place?.rowId ?? "", index: place?.index ?? 0 });
    await stage.page.locator(".revealed").getByText("question 100").waitFor();
    await stage.close();
  });
});

describe("a streamed reply", () => {
  it("costs less than 4 KB a token and follows the end", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened("resume", longTranscript(400)));
    const before = stage.sizes.length;
    for (let line = 0; line < 120; line++)
      await stage.play(grew(`Line ${line} of the reply, long enough to wrap in a narrow sidebar.\n\n`));
    expect(Math.max(...stage.sizes.slice(before))).toBeLessThan(4_096);
    await stage.page.getByText("Line 119 of the reply").waitFor();
    expect(await stage.page.getByText("Line 119 of the reply").isVisible()).toBe(true);
    await stage.close();
  });

  it("stays in sight when a pane below the chat opens", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened("resume", longTranscript(400)));
    await stage.page.getByText("answer 199").waitFor();
    await stage.page.setViewportSize({ width: 400, height: 400 });
    await expect
      .poll(() =>
        stage.page.evaluate(
          "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.rows'))",
        ),
      )
      .toBeLessThan(2);
    await stage.close();
  });

  it("asks for a whole picture when a message is missing, and shows the reply complete", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), grew("one "));
    stage.presenter.take(grew("two "));
    await stage.say({ type: "changes", sequence: 1_000, changes: [] });
    await stage.page.getByText("one two").waitFor();
    expect(stage.posts.map(({ type }) => type)).toEqual(["ready", "resync"]);
    await stage.close();
  });

  it("is told to screen readers once, when it ends", async () => {
    const stage = await theater.open({ view: "chat" });
    await stage.play(opened(), grew("All "), grew("done."));
    expect(await stage.page.getByTestId("announcement").innerText()).toBe("");
    await stage.play(ended(says("All done.")));
    await stage.page.getByTestId("announcement").getByText("All done.").waitFor({ state: "attached" });
    await stage.close();
  });
});

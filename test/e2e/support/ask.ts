import { expect } from "vitest";
import type { Studio } from "./studio";

/** Cold start of a turn on a busy machine. */
const SLOW = { timeout: 60_000 };

/**
 * Sends a message and waits for the complete reply. A page that has not yet heard of the turn shows no "Stop" either,
 * so the end of the turn counts only once a new reply is in the page.
 */
export async function ask(studio: Studio, text: string): Promise<void> {
  const chat = studio.chat();
  const lastReply = () =>
    chat.locator('[id^="row-"]:has([data-testid="row-reply"])').evaluateAll((rows) => rows.at(-1)?.id);
  const before = await lastReply();
  await chat.getByTestId("composer").fill(text);
  await chat.getByTestId("composer").press("Enter");
  await expect.poll(lastReply, SLOW).not.toBe(before);
  await chat.getByTestId("stop").waitFor({ state: "detached", ...SLOW });
}

import { afterEach } from "vitest";
import { openStudios } from "./studio";

/** A failure that cannot be repeated is understood by what was on the screen. */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail" && !task.result?.errors?.length) return;
  for (const studio of openStudios) {
    await studio.screenshot(`failed-${task.name.replace(/\W+/g, "-").slice(0, 60)}`).catch(() => undefined);
    const text = await studio
      .chat()
      .locator("body")
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => `(no chat: ${error})`);
    console.error(`${task.name}: the chat showed\n${text}`);
  }
});

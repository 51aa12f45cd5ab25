import { expect, it } from "vitest";
import { runHermes } from "../support/hermes";

/** As the arena counts: four characters to a token. */
const CHARS_PER_TOKEN = 4;
/** System prompt and tool schemas ride in every request; a new tool or paragraph has to earn its place. */
const MOST_TOKENS = 1_400;

it("sends a system prompt and tools that stay small", async () => {
  const hermes = await runHermes();
  await hermes.say("hello");
  const { system, tools } = hermes.server.requests[0]!.body;
  expect((JSON.stringify(system).length + JSON.stringify(tools).length) / CHARS_PER_TOKEN).toBeLessThan(MOST_TOKENS);
});

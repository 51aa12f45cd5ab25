import { expect, it } from "vitest";
import { handOff, isSummaryCall } from "../support/hand-off";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const WINDOW_TOKENS = 32_000;
/** Rules, system prompt, and tools: about 14,000 tokens of every request. */
const RULES = Array.from({ length: 680 }, (_, index) => `- Rule ${index}: keep module ${index} free of side effects.`);
const STEPS = 18;
const AT_ONCE = 3;

const source = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `export const ${name}_${line} = compute(${line}, "${name}");`).join("\n");

const FILES = {
  "AGENTS.md": RULES.join("\n"),
  ...Object.fromEntries(
    Array.from({ length: STEPS * AT_ONCE }, (_, index) => [
      `src/a${index}.ts`,
      source(`a${index}`, 40 + (index % 6) * 90),
    ]),
  ),
};

/** Each step reads three files at once, up to 1,500 lines; every sixth writes a file that fills most of the room. */
function stepOf(index: number) {
  if (index % 6 === 5)
    return calls(toolCall("write_file", { path: `out/b${index}.ts`, content: source(`b${index}`, 700) }, `w${index}`));
  return calls(
    ...Array.from({ length: AT_ONCE }, (_, other) =>
      toolCall("read_file", { path: `src/a${index * AT_ONCE + other}.ts` }, `r${index}-${other}`),
    ),
  );
}

it.each([
  ["adaptive", { "hermes.compression.policy": "adaptive" }],
  ["hermes", { "hermes.compression.policy": "hermes" }],
  ["lcm", { "hermes.context.engine": "lcm" }],
])("sends no request that a 32K window refuses, beside 14K of rules and tools: %s", async (_, settings) => {
  let step = 0;
  const hermes = await runHermes({
    files: FILES,
    settings: {
      "hermes.contextLength": WINDOW_TOKENS,
      "hermes.maxOutputTokens": 1_000,
      "hermes.agent.maxSteps": STEPS + 10,
      ...settings,
    },
    server: {
      windowTokens: WINDOW_TOKENS,
      script: (request) => {
        if (isSummaryCall(request)) return says(handOff("read every module"));
        return step < STEPS ? stepOf(step++) : says("Done.");
      },
    },
  });
  expect(await hermes.say("read every module and write what is missing")).toEqual({ outcome: "answered" });
  expect(hermes.server.violations).toEqual([]);
  expect(hermes.seen("recovering")).toEqual([]);
  expect(hermes.seen("compressed").length).toBeGreaterThanOrEqual(2);
});

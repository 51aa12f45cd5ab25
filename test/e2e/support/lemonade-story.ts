import { isSummaryCall } from "../../support/hand-off";
import type { Reply, ReplyPart } from "../../support/model-server/reply";
import { calls, says, toolCall } from "../../support/model-server/reply";
import type { RecordedRequest } from "../../support/model-server/server";

export const MONTHS = ["april", "may", "june", "july", "august"] as const;

const said = (text: string): ReplyPart => ({ type: "text", text });

const ANSWER = `\
The discount was applied to itself: \`discount\` is already an amount, and the total multiplied it with the sum once \
more.

\`\`\`js
return Math.round(sum - discount);
\`\`\`

All **4 tests** pass now. Prices stay whole cents and nothing is rounded before the end, as \`AGENTS.md\` asks.`;

/** The model's replies about the failing test, in order. */
const REPAIR: readonly Reply[] = [
  calls(
    { type: "thinking", text: "The README says one test fails. See which one before touching code." },
    said("I run the tests first."),
    toolCall("terminal", { command: "npm test" }),
  ),
  calls(
    said("One test fails, about the discount of regular customers. I look at the cart."),
    toolCall("read_file", { path: "src/cart.js" }),
    toolCall("read_file", { path: "test/cart.test.js" }),
  ),
  calls(toolCall("patch", { path: "src/cart.js", find: "sum - sum * discount", replace: "sum - discount" })),
  calls(toolCall("terminal", { command: "npm test" })),
  says(ANSWER),
];

const HAND_OFF = `## Active Task
Summarize what sold best, month by month.

## Goal
A till for the lemonade stand whose totals are right, and an overview of the season.

## Constraints & Preferences
- No dependencies; prices are whole cents.

## Completed Actions
1. PATCH src/cart.js — discount subtracted once [tool: patch]
2. RUN npm test — exit 0, 4 tests pass [tool: terminal]
3. READ sales-april.csv to sales-june.csv — lemonade leads every month [tool: read_file]

## Active State
All tests pass; src/cart.js is changed and not committed.

## In Progress
The overview of the season.

## Blocked
None.

## Key Decisions
- Round only at the end, because AGENTS.md asks for it.

## Resolved Questions
None.

## Pending User Asks
None.

## Relevant Files
src/cart.js, test/cart.test.js, sales-april.csv, sales-may.csv, sales-june.csv

## Remaining Work
July and August.

## Critical Context
Regular customers get 10 % off.`;

/** The sales of one month, long enough to matter in the window. */
export const salesOf = (month: string): string =>
  [
    "day,item,cups,cents",
    ...Array.from(
      { length: 360 },
      (_, line) =>
        `${month} ${1 + Math.floor(line / 12)},${["lemonade", "cookie", "ice"][line % 3]},` +
        `${3 + ((line * 7) % 11)},${250 + ((line * 13) % 90)}`,
    ),
  ].join("\n");

/** Fixes the till on request, reads the months one by one, and writes a meaningful hand-off. */
export function createStoryteller(): (request: RecordedRequest) => Reply {
  let step = 0;
  return (request) => {
    if (isSummaryCall(request)) return says(HAND_OFF);
    if (step < REPAIR.length) return REPAIR[step++] ?? says("Done.");
    const { messages } = request.body;
    const newest = Array.isArray(messages) ? JSON.stringify(messages.at(-1)) : "";
    const month = MONTHS.find((name) => newest.includes(`sold best in ${name}`));
    if (newest.includes("tool_result") || month === undefined)
      return says("**Lemonade** again, by a wide margin; ice follows on hot days.");
    return calls(said(`I read the sales of ${month}.`), toolCall("read_file", { path: `sales-${month}.csv` }));
  };
}

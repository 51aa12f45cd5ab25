import type { Plans } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { textOf } from "../values";

const MAX_PLAN_CHARS = 60_000;

/** Always among the tools, whatever the mode: a list that changes would lose the prompt cache. */
export const writePlanTool = (plans: Plans): Tool => ({
  name: "write_plan",
  description: "Plan mode only: hand in the plan, then end the turn.",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string", minLength: 1, maxLength: 120 },
      plan: { type: "string", minLength: 1, maxLength: MAX_PLAN_CHARS },
    },
    required: ["title", "plan"],
    additionalProperties: false,
  },
  category: "internal",
  order: "alone",
  secrets: "keep",
  async run(args, { session }) {
    if (!plans.areWanted())
      return failedOutcome("Not written: the user did not ask for a plan. Do the work itself, or answer.");
    await plans.write(session, textOf(args, "title"), textOf(args, "plan"));
    return textOutcome(
      "The plan is open in the user's editor. The user may change it and will start it. End your turn now with one " +
        "sentence that says so.",
    );
  },
});

import type { Plans } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { textOf } from "../values";

const MAX_PLAN_CHARS = 60_000;

/** Always among the tools, whatever the mode: a list that changes would lose the prompt cache. */
export const writePlanTool = (plans: Plans): Tool => ({
  name: "write_plan",
  description:
    "In plan mode, hand in the finished plan. It opens as a document that the user edits and starts; end the turn " +
    "after this call.",
  parameters: {
    type: "object",
    properties: {
      title: { type: "string", minLength: 1, maxLength: 120, description: "What the plan achieves, in a few words." },
      plan: { type: "string", minLength: 1, maxLength: MAX_PLAN_CHARS, description: "The whole plan in Markdown." },
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

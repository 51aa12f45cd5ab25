import type { AgentEvent } from "../../core/agent/events";
import { sentence } from "../../core/base/sentence";
import { formatCount } from "../../format";
import type { NoticeRow } from "../../protocol/chat";
import { revealText } from "../words/reveal";
import type { Say } from "../words/say";

/** A plan waits for the user: its name, its price in every request to come, and what to do with it. */
export const presentPlanNotice = (
  { title, tokens }: Extract<AgentEvent, { type: "plan-written" }>,
  say: Say,
): Omit<NoticeRow, "kind" | "id"> => ({
  topic: "plain",
  level: "info",
  text: revealText(
    say(
      sentence(
        [
          "The plan is ready: {title} ({tokens} tokens, pinned once it starts).",
          "Edit it in the editor, then start it here or in the title of the editor.",
        ],
        { title, tokens: formatCount(tokens) },
      ),
    ),
    say,
  ),
  actions: ["start-plan", "open-plan"],
});

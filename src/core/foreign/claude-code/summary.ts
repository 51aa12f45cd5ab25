import { listOf, textOf } from "../../base/json";

/** What stands around a summary: an introduction before it, and instructions for the model after it. */
const INTRODUCTION = /^This session is being continued from a previous conversation[^\n]*\n+/;
const REMINDERS = /^(?:<system-reminder>[\s\S]*?<\/system-reminder>\s*)+/;
const INSTRUCTIONS =
  /\n+(?:If you need specific details from before|(?:Please c|C)ontinue the conversation from where)[\s\S]*$/;

/** The summary by itself, for checking, and the whole text that the model got. */
export function summaryIn(content: unknown): { readonly summary: string; readonly text: string } {
  const text =
    typeof content === "string"
      ? content
      : listOf(content)
          .map((block) => textOf(block["text"]))
          .join("\n");
  const summary = text.replace(INTRODUCTION, "").replace(REMINDERS, "").replace(INSTRUCTIONS, "").trim();
  return { summary, text };
}

import type { SummaryRequest } from "../../src/core/context/engine";
import { HEADINGS } from "../../src/core/context/summary/sections";

const CHARS_PER_TOKEN = 3;

/**
 * A summarizer without a model. It reads only the text that a model would read, and extracts like a mediocre one:
 * requests, actions, decisions, and then whatever else fits, in order of appearance.
 */
export async function extractiveSummary(request: Pick<SummaryRequest, "prompt" | "targetTokens">): Promise<string> {
  const notes = between(request.prompt, "<earlier-notes>", "</earlier-notes>")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("## ") && line !== "None.");
  const turns = between(request.prompt, "<turns>", "</turns>")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const asked = turns.filter((_, index) => turns[index - 1] === "[USER]").slice(-3);
  const done = turns.filter((_, index) => turns[index - 1]?.startsWith("[RESULT of") === true);
  const decided = turns.filter((line) => /\b(?:decid|decision|because)/i.test(line) && !line.startsWith("["));
  const budget = request.targetTokens * CHARS_PER_TOKEN;
  const bodies: Partial<Record<(typeof HEADINGS)[number], string>> = {
    Goal: asked[0]?.slice(0, 300) ?? "None.",
    "Completed Actions": fit(done.toReversed(), budget * 0.3)
      .map((line, index) => `${index + 1}. ${line.slice(0, 160)}`)
      .join("\n"),
    "Key Decisions": fit(decided, budget * 0.1)
      .map((line) => `- ${line.slice(0, 200)}`)
      .join("\n"),
    "Critical Context": fit(notes, budget * 0.4).join("\n"),
  };
  return HEADINGS.map((heading) => `## ${heading}\n${bodies[heading] || "None."}`).join("\n\n");
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  return from < 0 ? "" : text.slice(from + start.length, text.indexOf(end, from));
}

function fit(lines: readonly string[], chars: number): readonly string[] {
  let room = chars;
  return lines.filter((line) => {
    room -= Math.min(line.length, 200);
    return room >= 0;
  });
}

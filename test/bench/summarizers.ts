import type { SummaryRequest } from "../../src/core/context/engine";
import { HEADINGS } from "../../src/core/context/summary/sections";
import { mulberry32 } from "./bootstrap";

/**
 * Summarizers without a model, of several qualities. Each reads only the material that a model would read, whatever
 * block an engine puts it into; a conclusion counts only if it holds under all of them.
 */
export type Quality = "extractive" | "terse" | "random" | "empty";

export const QUALITIES: readonly Quality[] = ["extractive", "terse", "random", "empty"];

const CHARS_PER_TOKEN = 3;
const LINE_CHARS = 200;
/** A terse model uses this share of the room it is given. */
const TERSE_SHARE = 0.25;

export function writeSummary(
  request: Pick<SummaryRequest, "prompt" | "targetTokens">,
  quality: Quality,
  mostTokens: number,
): string {
  const chars = Math.min(request.targetTokens, mostTokens) * CHARS_PER_TOKEN;
  const notes = linesOf(blocksIn(request.prompt, ["earlier-notes"])).filter(isTelling);
  const turns = linesOf(blocksIn(request.prompt, ["turns", "record"]));
  switch (quality) {
    case "extractive":
      return extract(notes, turns, chars);
    case "terse":
      return extract(notes, turns, chars * TERSE_SHARE);
    case "random":
      return inSections({ "Critical Context": fit(shuffled([...notes, ...turns]), chars).join("\n") });
    case "empty":
      return inSections({});
  }
}

/** Requests, actions, decisions, and whatever else fits, in order of appearance: a mediocre model. */
function extract(notes: readonly string[], turns: readonly string[], chars: number): string {
  const after = (mark: RegExp) => turns.filter((_, index) => mark.test(turns[index - 1] ?? ""));
  const done = after(/^\[RESULT of/);
  const decided = turns.filter((line) => /\b(?:decid|decision|because)/i.test(line) && !line.startsWith("["));
  const carried = fit(notes.toReversed(), chars * 0.4).toReversed();
  const free = done.length > 0 ? [] : fit(turns.filter(isTelling), chars * 0.4);
  return inSections({
    Goal:
      after(/^\[USER\]/)
        .at(0)
        ?.slice(0, 300) ?? "None.",
    "Completed Actions": fit(done.toReversed(), chars * 0.3)
      .map((line, index) => `${index + 1}. ${line.slice(0, 160)}`)
      .join("\n"),
    "Key Decisions": fit(decided, chars * 0.1)
      .map((line) => `- ${line.slice(0, LINE_CHARS)}`)
      .join("\n"),
    "Critical Context": [...carried, ...free].join("\n"),
  });
}

const inSections = (bodies: Partial<Record<(typeof HEADINGS)[number], string>>): string =>
  HEADINGS.map((heading) => `## ${heading}\n${bodies[heading] || "None."}`).join("\n\n");

/** The contents of the blocks, whichever of the names an engine uses. */
function blocksIn(prompt: string, names: readonly string[]): string {
  return names
    .map((name) => {
      const start = prompt.indexOf(`<${name}>`);
      const end = prompt.lastIndexOf(`</${name}>`);
      return start < 0 || end < start ? "" : prompt.slice(start + name.length + 2, end);
    })
    .join("\n");
}

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line.trim() !== "");
const isTelling = (line: string): boolean => !line.startsWith("## ") && line.trim() !== "None.";

function fit(lines: readonly string[], chars: number): readonly string[] {
  let room = chars;
  return lines.flatMap((line) => {
    room -= Math.min(line.length, LINE_CHARS) + 1;
    return room >= 0 ? [line.slice(0, LINE_CHARS)] : [];
  });
}

const SEED = 7;

/** The same order for the same lines. */
function shuffled(lines: readonly string[]): readonly string[] {
  const random = mulberry32(SEED + lines.length);
  return lines
    .map((line) => ({ line, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
}

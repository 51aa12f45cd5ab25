import { estimateTextTokens } from "../../tokens/estimate";
import { scoreLine } from "./facts/key-lines";
import type { Heading, Sections } from "./sections";
import { addLines, bareItem, HEADINGS, isNone, parseSections, renderSections } from "./sections";

/** What a model wrote in answer to a request for changes; undefined where it wrote a whole hand-off instead. */
export function changesIn(answer: string): string | undefined {
  const start = answer.indexOf(OPENING);
  if (start < 0) return undefined;
  const end = answer.indexOf(CLOSING, start);
  return answer.slice(start + OPENING.length, end < 0 ? undefined : end).trim();
}

const OPENING = "<changes>";
const CLOSING = "</changes>";

/** Describe how things are now, so that new words take the place of old ones. */
const REPLACED: ReadonlySet<Heading> = new Set(["Active Task", "Goal", "Active State", "In Progress"]);
/** Where work stands that is not finished. */
const OPEN_WORK: readonly Heading[] = ["In Progress", "Blocked", "Pending User Asks", "Remaining Work"];
/** `- [done] words of the line => how it ended`, `- [drop] words of the line`. */
const MARKED = /^\[(done|drop)\]\s+(.{4,400}?)(?:\s+=>\s+(.{1,400}))?$/i;

/** The earlier hand-off with the changes in it: added, replaced, moved, or dropped, and no longer than it may be. */
export function mergeChanges(previous: string, changes: string, mostTokens: number): string {
  const delta = parseSections(changes).sections;
  let merged = parseSections(previous).sections;
  for (const heading of HEADINGS) {
    const lines = delta[heading].split("\n").filter((line) => line.trim() !== "" && !isNone(line));
    for (const line of lines) merged = applyMark(merged, bareItem(line));
    const added = lines.filter((line) => !MARKED.test(bareItem(line)));
    if (added.length > 0) merged = addTo(merged, heading, added);
  }
  return renderSections(trimToTokens(merged, mostTokens));
}

function addTo(sections: Sections, heading: Heading, lines: readonly string[]): Sections {
  if (REPLACED.has(heading)) return { ...sections, [heading]: lines.join("\n") };
  if (heading === "Completed Actions") return addActions(sections, lines.map(bareItem));
  const known = new Set(sections[heading].split("\n").map(bareItem));
  const fresh = lines.filter((line) => !known.has(bareItem(line)));
  return addLines(withoutReplaced(sections, heading, fresh), heading, fresh);
}

/** Numbered on from the last one, whatever numbers the model gave them. */
function addActions(sections: Sections, actions: readonly string[]): Sections {
  const last = Math.max(0, ...[...sections["Completed Actions"].matchAll(/^\s*(\d+)\./gm)].map(([, n]) => Number(n)));
  return addLines(
    sections,
    "Completed Actions",
    actions.map((action, index) => `${last + index + 1}. ${action}`),
  );
}

/** A file is listed once, with the newest words about it. */
function withoutReplaced(sections: Sections, heading: Heading, fresh: readonly string[]): Sections {
  if (heading !== "Relevant Files") return sections;
  const paths = new Set(fresh.map(pathOf));
  const lines = sections[heading].split("\n").filter((line) => !paths.has(pathOf(line)));
  return { ...sections, [heading]: lines.join("\n") };
}

const pathOf = (line: string): string =>
  bareItem(line)
    .split(/\s|:\s/, 1)[0]
    ?.replace(/[`*]/g, "") ?? line;

function applyMark(sections: Sections, line: string): Sections {
  const [, mark, words = "", outcome] = MARKED.exec(line) ?? [];
  if (mark === undefined) return sections;
  const places = mark.toLowerCase() === "done" ? OPEN_WORK : HEADINGS;
  const found = places.flatMap((heading) =>
    sections[heading]
      .split("\n")
      .filter((each) => isMeant(bareItem(each), words))
      .map((each) => ({ heading, each })),
  )[0];
  if (found === undefined) return sections;
  const left = sections[found.heading].split("\n").filter((each) => each !== found.each);
  const without = { ...sections, [found.heading]: left.join("\n") };
  if (mark.toLowerCase() === "drop") return without;
  const said = bareItem(found.each);
  return said.endsWith("?")
    ? addLines(without, "Resolved Questions", [`- ${said} ${outcome ?? "Answered."}`])
    : addActions(without, [outcome === undefined ? `${said} — done` : `${said} — ${outcome}`]);
}

/** A model quotes the beginning of a line, more or less. */
const isMeant = (line: string, words: string): boolean =>
  line !== "" && line.toLowerCase().startsWith(words.replace(/[.…]+$/, "").toLowerCase());

/** What goes first where the whole is too long: details before deeds, and of each the least telling and the oldest. */
const TRIMMED: readonly Heading[] = ["Critical Context", "Relevant Files", "Completed Actions", "Resolved Questions"];
/** Of a section at least this many lines stay. */
const LEAST_LINES = 3;

function trimToTokens(sections: Sections, mostTokens: number): Sections {
  let trimmed = sections;
  let over = estimateTextTokens(renderSections(sections)) - mostTokens;
  for (const heading of TRIMMED) {
    if (over <= 0) break;
    const lines = trimmed[heading].split("\n");
    const dispensable = lines
      .map((line, at) => ({ line, at, score: scoreLine(line, "words") }))
      .toSorted((a, b) => a.score - b.score || a.at - b.at)
      .slice(0, Math.max(0, lines.length - LEAST_LINES));
    const gone = new Set<number>();
    for (const { line, at } of dispensable) {
      if (over <= 0) break;
      over -= estimateTextTokens(line) + 1;
      gone.add(at);
    }
    trimmed = { ...trimmed, [heading]: lines.filter((_, at) => !gone.has(at)).join("\n") };
  }
  return trimmed;
}

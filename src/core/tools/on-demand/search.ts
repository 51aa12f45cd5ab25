import { takeStart } from "../../base/text";
import type { Tool } from "../tool";

const MOST_FOUND = 5;
const DESCRIPTION_CHARS = 1_000;
const SCHEMA_CHARS = 6_000;

/** The tools that fit a query best: by name first, then by the words of their descriptions. */
export function searchTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const wanted = wordsOf(query);
  const exact = query.trim().toLowerCase();
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted, exact) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ tool }) => tool);
}

const EXACT = 1_000;
const IN_NAME = 5;
const IN_DESCRIPTION = 1;

function scoreOf({ name, description }: Tool, wanted: ReadonlySet<string>, exact: string): number {
  if (name.toLowerCase() === exact) return EXACT;
  const inName = wordsOf(name);
  const inDescription = wordsOf(description);
  let score = exact !== "" && name.toLowerCase().includes(exact) ? IN_NAME : 0;
  for (const word of wanted) score += inName.has(word) ? IN_NAME : inDescription.has(word) ? IN_DESCRIPTION : 0;
  return score;
}

/** Names are split at their humps, hyphens, and underscores; a plural finds its singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1)
      .flatMap((word) => (word.length > 3 && word.endsWith("s") ? [word, word.slice(0, -1)] : [word])),
  );

/** A found tool, with everything a call needs. */
export function describeTool({ name, description, parameters }: Tool): string {
  const schema = takeStart(JSON.stringify(parameters), SCHEMA_CHARS);
  return `## ${name}\n${takeStart(description, DESCRIPTION_CHARS)}\nArguments: ${schema}`;
}

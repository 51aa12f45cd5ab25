import { identifiersIn } from "../../conversation/text/identifiers";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Evidence } from "./evidence";
import { NAMES_LEAD, withoutCodeLines } from "./facts/code-lines";
import type { FileFacts } from "./facts/file-facts";
import { nameStatedIn, renderFileFacts, shortForm } from "./facts/file-facts";
import { nameSizesOf } from "./facts/name-sizes";
import type { NameSet, RankedNames } from "./facts/ranked-names";
import type { Sections } from "./sections";
import { addLines, bareItem, withoutLines } from "./sections";

export interface AddedFacts {
  readonly files: readonly FileFacts[];
  readonly evidence: Evidence;
  /** Room for what files state. */
  readonly filesTokens: number;
  /** The summary with everything else that is added to it. */
  readonly mostTokens: number;
  /** Of the room that is left, for lines of evidence; names get the remainder. */
  readonly linesShare: number;
  readonly namesTokens: number;
}

/** Facts the summary does not already state, as far as there is room: what files state, telling lines, and names. */
export function addFacts(sections: Sections, facts: AddedFacts): Sections {
  const fileLines = renderFileFacts(facts.files, facts.filesTokens);
  const bare = withoutRepeated(withoutSuperseded(withoutEarlier(sections), facts.files), facts.files, fileLines);
  const roomTokens = Math.max(0, facts.mostTokens - sizeOf(bare));
  return addEvidence(addLines(bare, "Relevant Files", fileLines), facts, roomTokens);
}

const sizeOf = (sections: Sections): number => estimateTextTokens(Object.values(sections).join("\n"));

/** Without lines that give a name a value which the file no longer gives it. */
function withoutSuperseded(sections: Sections, files: readonly FileFacts[]): Sections {
  const written = writtenLines(sections).flatMap((line) => {
    const name = nameStatedIn(line);
    return name === undefined ? [] : [{ line, name }];
  });
  // Few lines of a summary state a value, and files state thousands: only names of the former are looked for.
  const wanted = new Set(written.map(({ name }) => name));
  const current = new Map<string, Set<string>>();
  for (const { lines } of wanted.size === 0 ? [] : files)
    for (const line of lines) {
      const name = nameStatedIn(line);
      if (name !== undefined && wanted.has(name)) current.set(name, (current.get(name) ?? new Set()).add(line));
    }
  const old = written.filter(({ line, name }) => current.get(name)?.has(line) === false);
  return withoutLines(sections, new Set(old.map(({ line }) => line)));
}

const writtenLines = (sections: Sections): readonly string[] =>
  Object.values(sections).flatMap((body) => body.split("\n").map(bareItem));

const withoutEarlier = (sections: Sections): Sections => ({
  ...sections,
  "Relevant Files": withoutCodeLines(sections["Relevant Files"]),
  "Critical Context": withoutCodeLines(sections["Critical Context"]),
});

/** Without lines that a file's own line repeats. */
function withoutRepeated(sections: Sections, files: readonly FileFacts[], fileLines: readonly string[]): Sections {
  const rendered = fileLines.join("\n");
  const written = new Set(writtenLines(sections));
  const repeated = files.flatMap(({ lines }) =>
    lines.filter((line) => written.has(line) && rendered.includes(shortForm(line))),
  );
  return withoutLines(sections, new Set(repeated));
}

/** A line whose names are all there adds nothing. */
function addEvidence(sections: Sections, facts: AddedFacts, roomTokens: number): Sections {
  const { evidence, linesShare, namesTokens } = facts;
  const text = Object.values(sections).join("\n");
  const known = evidence.keptNames.copy();
  for (const name of identifiersIn(text, 5_000)) known.add(name);
  const lines: string[] = [];
  let room = roomTokens * linesShare;
  for (const found of evidence.lines) {
    if (room < LEAST_LINE_TOKENS) break;
    const tokens = found.tokens + 2;
    if (tokens > room) continue;
    const { text: line } = found;
    const names = found.numbersIn(known.table);
    const stated = names.length > 0 ? known.hasNumbers(names) && text.includes(line.slice(0, 40)) : text.includes(line);
    if (stated) continue;
    room -= tokens;
    lines.push(`- ${line}`);
    known.addNumbers(names);
  }
  return addLines(
    addLines(sections, "Critical Context", lines),
    "Critical Context",
    namesLine(evidence.names, known, Math.min(namesTokens, room + roomTokens * (1 - linesShare))),
  );
}

/** Words, the mark of an item before them, and the line break. */
const LEAST_LINE_TOKENS = 3;
/** A name and the comma behind it. */
const LEAST_NAME_TOKENS = 2;

function namesLine(names: RankedNames, known: NameSet, roomTokens: number): readonly string[] {
  const sizes = nameSizesOf(names.table);
  let room = roomTokens - 8;
  const fitting: string[] = [];
  for (const number of names.without(known)) {
    if (room < LEAST_NAME_TOKENS) break;
    const tokens = (sizes[number] ?? 0) + 1;
    if (tokens > room) continue;
    room -= tokens;
    fitting.push(names.table.nameOf(number));
  }
  return fitting.length === 0 ? [] : [`${NAMES_LEAD}${fitting.join(", ")}`];
}

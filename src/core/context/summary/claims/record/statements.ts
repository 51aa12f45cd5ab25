import { rememberByText } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import { messageText } from "../../../../conversation/render";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { Deed } from "./deed";
import type { WorkRecord } from "./record";

/** A line or a clause of the record that states a number, with the time at which it did. */
export interface Statement {
  readonly text: string;
  /** Place in the record: a later statement may take an earlier one back. */
  readonly at: number;
  readonly messageId: MessageId;
  /** "said": by the assistant; "written": into a file; "shown": by an output. */
  readonly source: "user" | "said" | "written" | "shown";
  /** What called for it: the command, or the file. */
  readonly cause: string;
}

interface Statements {
  readonly list: readonly Statement[];
  /** Places in the list by what they speak of. */
  readonly byConcept: ReadonlyMap<string, readonly number[]>;
}

const known = new WeakMap<WorkRecord, Statements>();

function statementsOf(record: WorkRecord): Statements {
  const statements = known.get(record) ?? readStatements(record);
  known.set(record, statements);
  return statements;
}

export interface Aligned {
  readonly statement: Statement;
  /** How rare and how many the things are that both speak of. */
  readonly score: number;
  /** Share of the claim's own weight. */
  readonly share: number;
}

/** Statements that speak of the same things, the best first. */
export function alignedStatements(record: WorkRecord, claimed: Concepts): readonly Aligned[] {
  const { list, byConcept } = statementsOf(record);
  const scores = new Map<number, number>();
  let total = 0;
  for (const [concept, weight] of weighted(claimed)) {
    const places = byConcept.get(concept);
    if (places === undefined) continue;
    const rarity = weight * Math.log(1 + list.length / (1 + places.length));
    total += rarity;
    if (places.length > MOST_PLACES) continue;
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + rarity);
  }
  return [...scores]
    .flatMap(([place, score]) => {
      const statement = list[place];
      return statement === undefined ? [] : [{ statement, score, share: score / total }];
    })
    .toSorted((a, b) => b.score - a.score || b.statement.at - a.statement.at);
}

/** What stands on more lines tells nothing apart. */
const MOST_PLACES = 2_000;

function weighted({ names, words, pairs }: Concepts): readonly (readonly [string, number])[] {
  return [
    ...[...names].map((name) => [name, 2] as const),
    ...[...words].map((word) => [word, 1] as const),
    ...[...pairs].map((pair) => [pair, 0.5] as const),
  ];
}

function readStatements(record: WorkRecord): Statements {
  const deeds = new Map(record.deeds.map((deed) => [deed.messageId, deed]));
  const list = record.messages.flatMap((message, at): readonly Statement[] => {
    const told = { at: 2 * at, messageId: message.id };
    if (message.role === "tool") return ofResult(deeds.get(message.id), messageText(message), told);
    return clausesIn(messageText(message)).map((text) => ({
      ...told,
      text,
      source: message.role === "user" ? "user" : "said",
      cause: "",
    }));
  });
  const byConcept = new Map<string, number[]>();
  list.forEach(({ text, cause }, place) => {
    const concepts = [...weighted(conceptsOf(text)), ...weighted(conceptsOf(cause))].map(([concept]) => concept);
    for (const concept of new Set(concepts)) {
      const places = byConcept.get(concept);
      if (places === undefined) byConcept.set(concept, [place]);
      else places.push(place);
    }
  });
  return { list, byConcept };
}

/** A refused write states nothing; a successful one states what it wrote. */
function ofResult(
  deed: Deed | undefined,
  output: string,
  told: Pick<Statement, "at" | "messageId">,
): readonly Statement[] {
  const file = deed?.files[0]?.path ?? "";
  const writes = deed?.command === undefined && deed?.newText !== undefined;
  if (writes && deed.outcome === "failure") return [];
  const cause = (deed?.command ?? file).slice(0, CAUSE_CHARS);
  const written = numericLines(deed?.newText ?? "").map(
    (text): Statement => ({ ...told, text, source: "written", cause }),
  );
  const replaced = numericLines(deed?.oldText ?? "").map(
    (text): Statement => ({ ...told, at: told.at - 1, text, source: "shown", cause }),
  );
  const ran = numericLines(deed?.command ?? "").map(
    (text): Statement => ({ ...told, text, source: "written", cause: "" }),
  );
  const shown = numericLines(output).map(
    (text): Statement => ({ ...told, at: told.at + 1, text, source: "shown", cause }),
  );
  return [...replaced, ...written, ...ran, ...shown];
}

const CAUSE_CHARS = 200;
const LINE_CHARS = 400;
/** Of a long output the lines at both ends. */
const MOST_LINES = 120;
const NUMBERED = /^\s*\d+(?:\t|[|→])/;

const numericLines = rememberByText((text: string): readonly string[] => {
  const lines = text
    .split("\n")
    .filter((line) => line.length <= LINE_CHARS && /\d/.test(line.replace(NUMBERED, "")))
    .map((line) => line.replace(NUMBERED, "").trim());
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES / 2), ...lines.slice(-MOST_LINES / 2)];
});

/** Prose states one thing a clause, and numbers also in words. */
const clausesIn = rememberByText((text: string): readonly string[] =>
  withDigits(simplified(text))
    .split(/[.!?;,](?=\s|[^\w])|[。！？；，、\n]/)
    .filter((clause) => /\d/.test(clause))
    .map((clause) => clause.trim()),
);

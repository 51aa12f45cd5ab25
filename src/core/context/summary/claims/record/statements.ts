import { rememberByText } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import { KnownByMessage } from "../../../../conversation/known-by-message";
import type { Message } from "../../../../conversation/message";
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
  /** What it belongs to: the lines of code that it is indented under, or the rest of its sentence. */
  readonly frame: string;
}

interface Statements {
  readonly list: readonly Statement[];
  /** Places in the list by what they speak of, and by what that belongs to. */
  readonly byConcept: ReadonlyMap<string, readonly number[]>;
  readonly byFrame: ReadonlyMap<string, readonly number[]>;
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

/** Statements that speak of the same things, the best first, and no more than `most`. */
export function alignedStatements(record: WorkRecord, claimed: Concepts, most: number): readonly Aligned[] {
  const { list, byConcept, byFrame } = statementsOf(record);
  const scores = new Float64Array(list.length);
  const scored: number[] = [];
  let total = 0;
  for (const [concept, weight] of weighted(claimed)) {
    const own = byConcept.get(concept) ?? [];
    const framed = byFrame.get(concept) ?? [];
    const most = own.length + framed.length;
    if (most === 0) continue;
    const rarity = weight * Math.log(1 + list.length / (1 + most));
    total += rarity;
    if (most > MOST_PLACES) continue;
    for (const [places, part] of [
      [own, 1],
      [framed, FRAME_PART],
    ] as const)
      for (const place of places) {
        const before = scores[place] ?? 0;
        if (before === 0) scored.push(place);
        scores[place] = before + part * rarity;
      }
  }
  const least = scored.length <= most ? 0 : (scores.toSorted().at(-most) ?? 0);
  return scored
    .flatMap((place) => {
      const [statement, score = 0] = [list[place], scores[place]];
      return statement === undefined || score < least ? [] : [{ statement, score, share: score / total }];
    })
    .toSorted((a, b) => b.score - a.score || b.statement.at - a.statement.at)
    .slice(0, most);
}

/** What a clause speaks of; of a path only itself, for its parts only tell where. */
export function subjectOf(text: string): Concepts {
  const { names, words, pairs } = conceptsOf(text.replace(PATH, " "));
  return { names: new Set([...names, ...(text.toLowerCase().match(PATH) ?? [])]), words, pairs };
}

const PATH = /(?<![\w./-])(?:[\w.-]+\/)+[\w.-]*\w/g;

/** What stands on more lines tells nothing apart. */
const MOST_PLACES = 2_000;
/** What a line belongs to says less about it than its own words. */
const FRAME_PART = 0.7;

function weighted({ names, words, pairs }: Concepts): readonly (readonly [string, number])[] {
  return [
    // A path tells a place, and most of what is said of it has other places too.
    ...[...names].map((name) => [name, name.includes("/") ? 0.5 : 2] as const),
    ...[...words].map((word) => [word, 1] as const),
    ...[...pairs].map((pair) => [pair, 0.5] as const),
  ];
}

function readStatements(record: WorkRecord): Statements {
  const deeds = new Map(record.deeds.map((deed) => [deed.messageId, deed]));
  const list: Statement[] = [];
  const byConcept = new Map<string, number[]>();
  const byFrame = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, concepts: readonly string[], place: number) => {
    for (const concept of concepts) {
      const places = map.get(concept);
      if (places === undefined) map.set(concept, [place]);
      else places.push(place);
    }
  };
  record.messages.forEach((message, at) => {
    const { texts, concepts } = statedBy(message, deeds.get(message.id));
    texts.forEach((stated, index) => {
      const place = list.push({ ...stated, at: 2 * at + stated.at, messageId: message.id }) - 1;
      add(byConcept, concepts[index]?.own ?? [], place);
      add(byFrame, concepts[index]?.framed ?? [], place);
    });
  });
  return { list, byConcept, byFrame };
}

/** What a message states, counted from its own place in the record, and what each of it speaks of. */
interface Stated {
  readonly texts: readonly Omit<Statement, "messageId">[];
  readonly concepts: readonly { readonly own: readonly string[]; readonly framed: readonly string[] }[];
  /** For a result, what it is the result of. */
  readonly cause: string;
}

const statedByMessage = new KnownByMessage<Stated>();

function statedBy(message: Message, deed: Deed | undefined): Stated {
  const before = statedByMessage.get(message);
  const cause = causeOf(deed);
  if (before !== undefined && before.cause === cause) return before;
  const texts =
    message.role === "tool"
      ? ofResult(deed, messageText(message))
      : clausesIn(messageText(message)).map(
          (stated) => ({ ...stated, at: 0, source: message.role === "user" ? "user" : "said", cause: "" }) as const,
        );
  const concepts = texts.map(({ text, cause, frame }) => {
    const own = new Set(listed(conceptsOf(text)));
    const framed = new Set([...listed(conceptsOf(cause)), ...listed(conceptsOf(frame))].filter((one) => !own.has(one)));
    return { own: [...own], framed: [...framed] };
  });
  const stated = { texts, concepts, cause };
  statedByMessage.set(message, stated);
  return stated;
}

const listed = ({ names, words, pairs }: Concepts): readonly string[] => [...names, ...words, ...pairs];

const causeOf = (deed: Deed | undefined): string =>
  (deed?.command ?? (deed?.newText === undefined ? deed?.given : undefined) ?? deed?.files[0]?.path ?? "").slice(
    0,
    CAUSE_CHARS,
  );

/** A refused write states nothing; a successful one states what it wrote. */
function ofResult(deed: Deed | undefined, output: string): Stated["texts"] {
  const writes = deed?.command === undefined && deed?.newText !== undefined;
  if (writes && deed.outcome === "failure") return [];
  const cause = causeOf(deed);
  const lines = (text: string, at: number, source: Statement["source"]) =>
    numericLines(text).map((line) => ({ ...line, at, source, cause }));
  return [
    ...lines(deed?.oldText ?? "", -1, "shown"),
    ...lines(deed?.newText ?? "", 0, "written"),
    ...lines(deed?.command ?? "", 0, "written").map((ran) => ({ ...ran, cause: "" })),
    ...lines(output, 1, "shown"),
  ];
}

const CAUSE_CHARS = 200;
const LINE_CHARS = 400;
/** Of a long output the lines at both ends. */
const MOST_LINES = 120;
const NUMBERED = /^\s*\d+(?:\t|[|→])/;

/** How long a test took is no value of what it is named after, and how much of a file changed is none of the file. */
const TEST_TIME = /^(\s*--- (?:PASS|FAIL|SKIP): \S+) \([\d.]+s\)/;
const DIFF_STAT = /^\S+\s+\|\s+\d+ [+-]+$/;

interface Line {
  readonly text: string;
  readonly frame: string;
}

const numericLines = rememberByText((text: string): readonly Line[] => {
  const plain = text.split("\n").map((line) => line.replace(NUMBERED, "").replace(TEST_TIME, "$1"));
  const lines = framed(plain).filter(
    (line) => line.text.length <= LINE_CHARS && /\d/.test(line.text) && !DIFF_STAT.test(line.text),
  );
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES / 2), ...lines.slice(-MOST_LINES / 2)];
});

/** A line with those above it that are indented less, the nearest first. */
function framed(lines: readonly string[]): readonly Line[] {
  const open: { readonly indent: number; readonly text: string }[] = [];
  return lines.map((line) => {
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    while (text !== "" && (open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const frame = open
      .slice(-MOST_FRAMES)
      .map((head) => head.text)
      .join(" ");
    if (text !== "") open.push({ indent, text: text.slice(0, FRAME_CHARS) });
    return { text, frame };
  });
}

const MOST_FRAMES = 3;
const FRAME_CHARS = 100;

/** Prose states one thing a clause, and numbers also in words. */
const clausesIn = rememberByText((text: string): readonly Line[] =>
  withDigits(simplified(text))
    .split(/[.!?](?=\s|[^\w])|[。！？\n]/)
    .flatMap((whole) =>
      whole
        .split(/[;,](?=\s|[^\w])|[；，、]/)
        .filter((clause) => /\d/.test(clause))
        .map((clause) => ({ text: clause.trim(), frame: whole.slice(0, LINE_CHARS) })),
    ),
);

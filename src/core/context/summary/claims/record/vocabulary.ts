import { joinPattern, rememberByText } from "../../../../base/text";
import { KnownByMessage } from "../../../../conversation/known-by-message";
import type { ToolMessage } from "../../../../conversation/message";
import { messageText } from "../../../../conversation/render";
import { commandParts, doesChore } from "./commands";
import type { Deed } from "./deed";
import { definedTests } from "./defined-tests";
import type { WorkRecord } from "./record";
import { textOfResult } from "./record";

/** What a record can be spoken of by: the programs that ran, and the tests whose results were printed. */
export interface Vocabulary {
  /** Runs by the word that names their program: `cargo clippy` ran "clippy". */
  readonly programs: ReadonlyMap<string, readonly Deed[]>;
  readonly testNames: ReadonlySet<string>;
  /** Tests that have a sentence for a name: "saves the theme". */
  isTestTitle(title: string): boolean;
  /** How many tests each run had. */
  readonly testTotals: ReadonlySet<number>;
  /** Files and folders by the words that may stand for them: `PostingController`, `internal/broker/`. */
  readonly files: ReadonlyMap<string, string>;
  /** Short command lines as they were run, by their first words. */
  readonly commands: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<WorkRecord, Vocabulary>();

export function vocabularyOf(record: WorkRecord): Vocabulary {
  const vocabulary = known.get(record) ?? readVocabulary(record);
  known.set(record, vocabulary);
  return vocabulary;
}

/** Reads the texts of a record ahead; what is found in them stays known. */
export function readWords(record: WorkRecord): void {
  Object.values(vocabularyOf(record));
}

/** Each part is read when a claim asks for it: most summaries need few of them, and a long session has much to read. */
function readVocabulary(record: WorkRecord): Vocabulary {
  const programs = once(() => programsIn(record));
  const testOutputs = once(() => testOutputsIn(record));
  const testNames = once(() => new Set([...testOutputs().flatMap(testNamesOf), ...definedTests(record).names]));
  const testTitles = once(
    () => new Set([...testTexts().flatMap((text) => titlesIn(text)), ...definedTests(record).titles]),
  );
  const testTexts = once(() => testOutputs().map((message) => messageText(message).slice(-READ_CHARS)));
  const testTotals = once(
    () => new Set(record.deeds.flatMap(({ tests }) => (tests === undefined ? [] : [tests.passed + tests.failed]))),
  );
  const commands = once(() => commandsIn(record));
  const files = once(() => filesOf(record));
  return {
    get programs() {
      return programs();
    },
    get testNames() {
      return testNames();
    },
    // Runners print titles in many ways; what is quoted from a test run word for word is one.
    isTestTitle: (title) =>
      testTitles().has(title) || (IS_TITLE.test(title) && testTexts().some((text) => text.includes(title))),
    get testTotals() {
      return testTotals();
    },
    get commands() {
      return commands();
    },
    get files() {
      return files();
    },
  };
}

function once<Value extends NonNullable<unknown>>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= read());
}

function programsIn(record: WorkRecord): ReadonlyMap<string, readonly Deed[]> {
  const programs = new Map<string, Deed[]>();
  for (const deed of record.deeds)
    for (const word of new Set(deed.command === undefined ? [] : programsOf(deed.command))) {
      const runs = programs.get(word);
      if (runs === undefined) programs.set(word, [deed]);
      else runs.push(deed);
    }
  return programs;
}

function testOutputsIn(record: WorkRecord): readonly ToolMessage[] {
  const runs = new Set(
    record.deeds.flatMap(({ command, tests, messageId }) =>
      command !== undefined && (tests !== undefined || doesChore(command, "test")) ? [messageId] : [],
    ),
  );
  return record.messages.filter((message) => message.role === "tool").filter(({ id }) => runs.has(id));
}

function commandsIn(record: WorkRecord): ReadonlyMap<string, readonly string[]> {
  const commands = record.deeds.flatMap(({ command }) =>
    command !== undefined && command.length <= COMMAND_CHARS ? [command, command.replace(STARTER, "")] : [],
  );
  const byWord = new Map<string, string[]>();
  for (const command of new Set(commands)) {
    const word = command.split(/\s/, 1)[0] ?? "";
    byWord.set(word, [...(byWord.get(word) ?? []), command]);
  }
  return byWord;
}

/** The last part of `file > suite > title`, as runners print it; CTest and TAP number their titles. */
const titlesIn = rememberByText((text: string): readonly string[] =>
  [...text.matchAll(TITLE)].flatMap(([, listed, numbered]) => {
    const title = listed ?? numbered ?? "";
    return IS_TITLE.test(title) ? [title.trim()] : [];
  }),
);

const TITLE = joinPattern(
  [
    String.raw`(?:[›>»]|✓|✗|×|✕|●)\s+([^›>»\n─]{4,100}?)(?:\s*[─(]|\s+\d+\s?ms|$)|`,
    String.raw`(?:\bTest\s+#\d+:|^(?:not )?ok \d+(?: -)?)\s+([^\n]{4,100}?)(?:\s*\.{3}|\s+\d+\s?ms|$)`,
  ],
  "gm",
);
/** Several words, or words of a language that does not part them. */
const IS_TITLE = /^[\p{L}\d].*\s|^[\p{L}\d]*[一-鿿]{4}/u;

/** A file by its name without ending, where no word of prose is spelled so; a folder by its path. */
function filesOf(record: WorkRecord): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const paths = [
    ...record.deeds.flatMap((deed) => deed.files.map(({ path }) => path)),
    ...record.deeds.filter(({ tool }) => /list|search|glob|find/i.test(tool)).flatMap((deed) => listed(record, deed)),
  ];
  for (const path of new Set(paths)) {
    const parts = path
      .replaceAll("\\", "/")
      .split("/")
      .filter((part) => part !== "" && part !== ".");
    const stem = parts.at(-1)?.replace(/\.\w+$/, "") ?? "";
    if (stem.length >= LEAST_STEM_CHARS && /[a-z][A-Z]|_|-/.test(stem)) files.set(stem, path);
    // Ruby and Elixir keep `AvatarsController` in `avatars_controller`.
    if (/^[a-z]+(?:_[a-z]+)+\.(?:rb|ex)$/.test(parts.at(-1) ?? "")) files.set(pascal(stem), path);
    for (let depth = 2; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      files.set(folder, `${folder}/`);
    }
  }
  return files;
}

const pascal = (stem: string): string => stem.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const LEAST_STEM_CHARS = 6;
const MOST_LISTED = 300;

const listed = (record: WorkRecord, { messageId }: Deed): readonly string[] =>
  textOfResult(record, messageId)
    .split("\n")
    .slice(0, MOST_LISTED)
    .flatMap((line) => /^\s*((?:[\w@.-]+\/)+[\w@.-]+\.\w{1,8})(?=:|\s|$)/.exec(line)?.[1] ?? []);

/** What is left out when a command is told. */
const STARTER = /^(?:\w+=\S+ +)*(?:(?:sudo|npx|python3?|node|poetry run|uv run|bundle exec|pnpm exec|yarn) +(?=\S+ ))?/;

/** Programs that only start others: what they start is the next word. */
const STARTS_OTHERS = joinPattern([
  "^(?:npm|pnpm|yarn|bun|cargo|go|mvnw?|gradlew?|docker|podman|git|make|just|task|uv|poetry|bundle|python3?|dotnet|",
  "node|deno|kubectl|helm|terraform|php|composer|rake|nx|turbo|bash|sh|sudo|env|time|exec|mix|rails|pipenv|hatch)$",
]);
/** Words of English, and words that name no program by themselves; tests and chores have their own words. */
const COMMON = joinPattern([
  "^(?:run|exec|test|tests|build|check|install|add|get|up|down|start|stop|all|main|src|lib|app|ci|dev|prod|commit|",
  "push|",
  "pull|checkout|status|log|diff|show|clone|fetch|merge|rebase|branch|tag|stash|reset|restore|rm|mv|cp|ls|cat|head|",
  "tail|",
  "grep|rg|find|sed|awk|echo|cd|mkdir|touch|wc|sort|tree|which|kill|ps|compose|module|clean|package|lint|format|fmt|",
  "tool|compile|sync|update|init|new|create|generate|list|version|help|exit|set|export|source|true|false|for|if|",
  "while|do|",
  "release|deploy|serve|",
  "done|then|else|read|write|print|sleep|wait|xargs|tee|cut|tr|uniq|less|more|file|stat|date|env|type|test.*)$",
]);
const MOST_PROGRAMS = 6;
/** A longer one is not repeated in a sentence. */
const COMMAND_CHARS = 120;

const programsOf = rememberByText((command: string): readonly string[] =>
  commandParts(withoutTexts(command))
    .slice(0, MOST_PROGRAMS)
    .flatMap((words) => {
      const named = words.filter((word) => !word.startsWith("-"));
      const at = named.findIndex((word) => !STARTS_OTHERS.test(word));
      return named
        .slice(0, at < 0 ? 0 : at + 1)
        .slice(-1)
        .flatMap((word) => [word.split("/").at(-1) ?? word, ...word.split(/[:/]/)]);
    })
    .filter((word) => /^[a-z][a-z\d_-]{2,30}$/.test(word) && !COMMON.test(word)),
);

/** Messages of commits, scripts and documents that a command is given name no programs. */
const withoutTexts = (command: string): string =>
  command
    .slice(0, LOOKED_AT_CHARS)
    .replace(/<<[^]*$/, "")
    .replace(/"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)/g, "");

const LOOKED_AT_CHARS = 2_000;

const RESULT_LINE = joinPattern(
  [
    String.raw`\bfail(?:ed|ure)?s?\b|\bpass(?:ed)?\b|\bok\b|\bERROR\b|»|SEGFAULT|✓|✔|✗|✕|✖|×|❌|`,
    String.raw`✅|●|expected|panicked|AssertionError`,
  ],
  "i",
);
const NAME = /[A-Za-z][\w$]*(?:(?:::|\.|#)[A-Za-z][\w$]*)*/g;
/** A longer output is a log. */
const READ_CHARS = 60_000;
const MOST_NAMES = 400;

/** Cargo counts the tests of a file behind its path. */
const CARGO_FILE = /^\s*Running (tests\/\S+\.rs)\b/gm;

const namesByMessage = new KnownByMessage<readonly string[], ToolMessage>();

/** Names on lines that tell how a test went; only those that no sentence has by chance. */
function testNamesOf(message: ToolMessage): readonly string[] {
  const read = namesByMessage.get(message);
  if (read !== undefined) return read;
  const names = new Set([...messageText(message).slice(-READ_CHARS).matchAll(CARGO_FILE)].map(([, path = ""]) => path));
  for (const line of messageText(message).slice(-READ_CHARS).split("\n")) {
    if (line.length > 300 || !RESULT_LINE.test(line)) continue;
    for (const [name] of line.matchAll(NAME))
      for (const part of [name, ...name.split(/::|\.|#/)]) if (isTestName(part)) names.add(part);
    // CTest puts a number before the name and dots behind it.
    const listed = /\bTest\s+#\d+:\s+(\S{4,80})|^\s*\d+ - (\S{4,80}) \(/.exec(line);
    if (listed !== null) names.add(listed[1] ?? listed[2] ?? "");
    // Go tells of packages: the last two folders are enough to name one.
    for (const [path] of line.matchAll(/[\w.-]+(?:\/[\w.-]+)+(?=\s|$)/g))
      names.add(path.split("/").slice(-2).join("/"));
    if (names.size > MOST_NAMES) break;
  }
  const found = [...names];
  namesByMessage.set(message, found);
  return found;
}

const isTestName = (name: string): boolean =>
  name.length >= 6 && /[a-z]_[a-z]|[a-z][A-Z]|^Test[A-Z]|\w::\w/.test(name) && !/Error$|Exception$|^assert/i.test(name);

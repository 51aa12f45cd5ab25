import { joinPattern, rememberByText } from "../../../../base/text";
import { shellText } from "../../../../ledger/shell-text";
import type { Chore } from "../claim";

/** A longer command is a script; its beginning says what it is. */
const READ_CHARS = 4_000;

/** Words of each part of a command line, without directories changed into, variables and redirections. */
export const commandParts = (command: string): readonly (readonly string[])[] => partsOf(shellText(command).line);

function partsOf(line: string): readonly (readonly string[])[] {
  return (
    line
      .replace(/\d?>&\d|\d?>>?\s*\S+/g, " ")
      .split(/&&|\|\||[;|\n]/)
      // "(server &)": a part of its own, with the signs of the shell around it.
      .map((part) => wordsOf(part.replace(/^\s*\(+\s*|\s*&\s*\)*\s*$/g, "")))
      .filter((words) => words.length > 0 && words[0] !== "cd")
  );
}

/** Only passes on, or counts, what something else printed. */
const FILTERS = /^(?:tail|head|grep|egrep|rg|wc|sort|uniq|tee|cat|less|sed|awk|cut|tr|echo|printf|true|sleep|column)$/;

/** The parts that do the work: two commands are not alike because both end in `| tail`. */
export function workingParts(command: string): readonly (readonly string[])[] {
  const parts = commandParts(command);
  const working = parts.filter(([program = ""]) => !FILTERS.test(program));
  return working.length === 0 ? parts : working;
}

/** A command in the two forms it is compared in. */
interface ToldCommand {
  readonly bare: string;
  readonly parts: readonly (readonly string[])[];
  /** Of these only what the shell runs: a text that a program is given names commands that nobody ran. */
  readonly run: { readonly bare: string; readonly parts: readonly (readonly string[])[] };
}

/** A run is compared with every command that a summary names; it is taken apart once. */
const told = new WeakMap<object, ToldCommand>();

function toldOf(run: { readonly command?: string }): ToldCommand {
  const command = run.command ?? "";
  const known = told.get(run) ?? readTold(command);
  told.set(run, known);
  return known;
}

function readTold(command: string): ToldCommand {
  const { run } = shellText(command);
  return { bare: bare(command), parts: commandParts(command), run: { bare: bare(run), parts: partsOf(run) } };
}

/**
 * Runs of a command that a summary names: those with exactly these words where there are any; else those it may stand
 * for, cut or not, or by the same program with every word and option.
 */
export function runsOf<Run extends { readonly command?: string }>(named: string, runs: readonly Run[]): readonly Run[] {
  const claimed = named.replace(PLACEHOLDER, "…");
  const commands = runs.filter(({ command }) => command !== undefined);
  const words = bare(claimed);
  const told = commandParts(claimed).map((part) => part.join(" "));
  const exact = commands.filter(
    (run) =>
      toldOf(run).bare === words ||
      (told.length === 1 && toldOf(run).parts.some((part) => part.join(" ") === told[0] && part.length > 1)),
  );
  if (exact.length > 0) return exact;
  const shown = bare(claimed.replace(/(?:…| \.\.\.).*$/s, ""));
  const wanted = commandParts(claimed);
  if (shown === "") return [];
  return commands.filter((run) => {
    const ran = toldOf(run);
    if (ONLY_LOOKS.test(ran.bare) && !ONLY_LOOKS.test(shown)) return false;
    if (hasWords(ran.bare, shown) && ran.run.bare.includes(programIn(shown.split(" ")).join(" "))) return true;
    return (
      wanted.length > 0 &&
      wanted.every(
        (part) =>
          ran.parts.some((other) => isPartOf(part, other)) &&
          ran.run.parts.some((other) => isPartOf(programIn(part), other)),
      )
    );
  });
}

/** A program by itself is a whole word: `home-manager/default.nix` is no run of it. */
const hasWords = (ran: string, shown: string): boolean =>
  shown.includes(" ") || shown.length < LEAST_APART_CHARS
    ? ` ${ran}`.includes(` ${shown}`)
    : ran.split(/[\s;&|()]+/).some((word) => word === shown || word.endsWith(`/${shown}`));

const LEAST_APART_CHARS = 3;

/** What is run, and what it is to do. */
const programIn = (words: readonly string[]): readonly string[] =>
  words.slice(0, /^[\w./:@-]+$/.test(words[1] ?? "") ? 2 : 1);

/** What a summary leaves open: `git restore <files>`, `-m ...`, `pulls/{pr}/comments`. */
export const PLACEHOLDER = /<[^<>\s][^<>\n]{0,39}>|\$?\{[\w.-]{1,40}\}|(?<!\/)\.{3}(?![\w/])|…/g;

/** A run that changes nothing is not the command without this option. */
const ONLY_LOOKS = /\b(?:fmt|format|prettier|black|publish|isort|rustfmt)\b.* --?(?:check|dry-run|diff|n)\b/;

/** Quotes and white space get lost when a command is told. */
const bare = (command: string): string =>
  command
    .slice(0, READ_CHARS)
    .replace(/["'`\\]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

function isPartOf(claimed: readonly string[], ran: readonly string[]): boolean {
  const [program, ...rest] = claimed.filter((word) => !word.startsWith("-") && !word.includes("…"));
  if (program === undefined) return false;
  const at = ran.findIndex((word) => sameWord(word, program));
  if (at < 0) return false;
  const given = ran.slice(at);
  return (
    // What was only rehearsed was not done.
    (claimed.includes("--dry-run") || !given.includes("--dry-run")) &&
    rest.every((word) => given.some((other) => sameWord(other, word))) &&
    claimed.filter((word) => /^-[^…]*$/.test(word)).every((option) => given.some((other) => hasOption(other, option)))
  );
}

/** `-m` is part of `-am`, and `--grep` of `--grep=name`. */
function hasOption(given: string, option: string): boolean {
  const name = option.replace(/=.*$/, "");
  if (given.replace(/=.*$/, "") === name) return true;
  const isCluster = /^-\w+$/;
  return isCluster.test(given) && isCluster.test(name) && [...name.slice(1)].every((letter) => given.includes(letter));
}

const sameWord = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

function wordsOf(part: string): readonly string[] {
  const words = part
    .replace(/["'`]/g, "")
    .trim()
    .replace(/^[$%>#]\s+/, "")
    .split(/\s+/)
    .map((word) => word.replace(/^\.\//, "").toLowerCase())
    .filter((word) => word !== "" && word !== "--");
  const start = words.findIndex(
    (word) => !/^\w+=/.test(word) && !["sudo", "env", "time", "npx", "exec"].includes(word),
  );
  const bare = start < 0 ? [] : words.slice(start);
  // `npm t` and `npm run test` are `npm test`.
  const [program = "", next = "", ...rest] = bare;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program)) return bare;
  if (next === "run" || next === "run-script") return [program, ...rest];
  return next === "t" ? [program, "test", ...rest] : bare;
}

const CHORES: Readonly<Record<Chore, RegExp>> = {
  test: joinPattern(
    [
      String.raw`(?<!\w\.)\b(?:tests?|specs?|vitest|jest|mocha|ava|pytest|tox|nox|unittest|rspec|phpunit|ctest|`,
      String.raw`playwright|cypress|karma|tap|nextest|bats|pest|gotestsum|ginkgo|minitest|behave|cucumber)\b|`,
      String.raw`\b(?:test|connected|instrumented)(?:[A-Z]\w*)?(?:UnitTest|AndroidTest|Check)s?\b`,
    ],
    "i",
  ),
  build: joinPattern(
    [
      String.raw`\b(?:build|compile|tsc|webpack|rollup|vite|esbuild|make(?! (?:test|bench|lint|check|fmt|format))|`,
      "cmake(?=.*--build)|ninja|msbuild|",
      String.raw`(?:gradlew?|mvnw?)\b.*\b(?:install|verify|deploy|assemble)|bazel|gcc|g\+\+|clang|javac|rustc|`,
      String.raw`bundle|package)\b|\b(?:cargo|dotnet|go) (?:check|run|`,
      String.raw`publish|vet|install)\b|`,
      String.raw`\b(?:compile|assemble|bundle)(?:Debug|Release|Test|Java|Kotlin|Scala|Groovy)\w*`,
    ],
    "i",
  ),
  types: /\b(?:tsc|mypy|pyright|typecheck|type-check|check-types|check:types|types|flow check|vue-tsc|cargo check)\b/i,
  lint: joinPattern(
    [
      String.raw`\b(?:\w*lint\w*|biome|ruff|flake8|pylint|clippy|golangci-lint|rubocop|`,
      String.raw`shellcheck|stylelint|checkstyle|ktlint|vet)\b`,
    ],
    "i",
  ),
  format: /\b(?:prettier|format|fmt|gofmt|rustfmt|black|isort|biome|clang-format|dprint)\b/i,
  commit: /\bgit\b.{0,40}\bcommit\b/i,
  push: /\bgit\b.{0,40}\bpush\b|\bgh pr\b/i,
  install: /\b(?:install|add|ci|i|require|get|sync|setup|bootstrap)\b/i,
  deploy: joinPattern(
    [
      String.raw`\b(?:deploy\w*|apply|rollout|helm|kubectl|publish|release|push|ship|sync|flyctl|vercel|serverless|`,
      String.raw`netlify|heroku|ansible\S*|scp|rsync|systemctl|pm2|docker compose up|docker-compose up|sam|`,
      String.raw`cdk|pulumi)\b`,
    ],
    "i",
  ),
};
/** Programs and scripts that may do any of these, by what a file of theirs says. */
const ANYTHING = joinPattern(
  [
    String.raw`\b(?:make|just|task|invoke|rake|gradlew?|mvnw?|ant|bazel|docker|nix|earthly|tox|nox|precommit|`,
    String.raw`pre-commit|husky)\b|\b(?:npm|pnpm|yarn|bun) (?:run )?(?:[\w-]*:)?(?:check|ci|verify|validate|`,
    "all|prepare|",
    String.raw`qa|quality)[\w:-]*|(?:^|[;&|]\s*)(?:\.{1,2}\/\S+|(?:bash|sh|zsh|python3?|node|ruby|tsx|`,
    String.raw`deno run) \S+\.(?:sh|py|m?js|ts|rb))\b|<<|\beval\b`,
  ],
  "i",
);

export const doesChore = (command: string, chore: Chore): boolean =>
  CHORES[chore].test(CHORES_CHECKED.includes(chore) ? checkingPartOf(command) : shellText(command).run);

/** Keep books, list or print: `git add spec/a_spec.rb` and `rm ingest.test` run no tests, whatever they name. */
const BOOKKEEPING = joinPattern([
  "^(?:git|gh|glab|rm|cp|mv|ln|ls|cat|head|tail|less|grep|rg|find|mkdir|touch|echo|printf|cd|wc|sed|awk|diff|tree|",
  "chmod|kill|ps|which|stat|du|export|source)$",
]);

/** A command without the parts that only keep books, or only ask a program for its version. */
const checkingPartOf = rememberByText((command: string): string => {
  const parts = shellText(command).run.split(/(?:&&|\|\||[;|\n])/);
  return parts
    .filter((part) => !BOOKKEEPING.test(part.trim().split(/\s/, 1)[0] ?? "") && !/\s(?:--version|-V)\s*$/.test(part))
    .join(" ; ");
});

/** A command that may have done the chore without saying so. */
export const mayDoChore = (command: string, chore: Chore): boolean => {
  const { run } = shellText(command);
  return (
    doesChore(command, chore) ||
    (chore !== "commit" && chore !== "push" && ANYTHING.test(run)) ||
    /\.sh\b|\bmake\b/.test(run)
  );
};

/** Work that tells whether the code is in order. */
export const CHORES_CHECKED: readonly Chore[] = ["test", "build", "types", "lint"];

/** A run of everything: no file, folder or filter narrows it. */
export const isWide = (command: string): boolean =>
  !/\s\S*(?:[\w-]\/[\w-]|\.\/[\w-]|::|\.(?:test|spec)\.)|\s(?:-k|-t|-run|--grep|--filter|-p)\s|-Dtest=|-run\b/.test(
    command.replace(/^cd \S+ && /, "").replace(/\.\/\.\.\./g, ""),
  );

/** Whether a run checks at least what another did: the same command, or the same program without what narrows it. */
export function covers(later: string, earlier: string): boolean {
  const [wide, narrow] = [workingParts(later).map(beginning), workingParts(earlier).map(beginning)];
  if (later === earlier) return true;
  if (!narrow.some((part) => wide.includes(part))) return false;
  const targets = argumentsOf(later);
  return (
    isWide(later) ||
    (targets.length > 0 && argumentsOf(earlier).every((word) => targets.includes(word)) && !isWide(earlier))
  );
}

/** A program and what it is to do; behind an interpreter or a starter stands the program. */
export const beginning = (words: readonly string[]): string => {
  const plain = words.filter((word, at) => !word.startsWith("-") && !TAKES_VALUE.test(words[at - 1] ?? ""));
  const named = STARTERS.test(plain.slice(0, 2).join(" ")) && plain.length > 2 ? plain.slice(2) : plain;
  const isLonger = /\.(?:py|m?js|ts|rb|sh)$/.test(named[1] ?? "") || HAS_PARTS.test(named.slice(0, 2).join(" "));
  return named.slice(0, isLonger ? 3 : 2).join(" ");
};

/** Their second word names a part of the program, and only the third what is to be done. */
const HAS_PARTS = joinPattern([
  String.raw`^(?:docker (?:compose|image|container|volume|network|buildx)|kubectl (?:rollout|config)|aws \w+|`,
  String.raw`gcloud \w+|gh (?:pr|run|issue|repo))$`,
]);

/** Options between a program and what it is to do: `kubectl -n bi top`, `pnpm --filter ui test`, `git -C lib push`. */
const TAKES_VALUE =
  /^(?:-n|--namespace|--context|-C|--filter|--prefix|--cwd|--workspace|--project|--profile|--chdir)$/i;

/** They only start the program behind them. */
const STARTERS =
  /^(?:(?:uv|poetry|pipenv|hatch|pdm|rye|deno|dotnet tool) run|(?:bundle|pnpm|npm|yarn|docker-compose|mise) exec)$/;

const argumentsOf = (command: string): readonly string[] =>
  commandParts(command).flatMap((words) => words.filter((word) => /[/.:=]/.test(word) && !word.startsWith("--")));

/** What short commands do, in words. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])rm\s/, "remove delete purge"],
  [/(?<![\w-])mv\s/, "move rename"],
  [/(?<![\w-])cp\s/, "copy"],
  [/(?<![\w-])mkdir\s/, "create folder"],
];

export const meaningsOf = (command: string): readonly string[] =>
  MEANINGS.flatMap(([form, words]) => (form.test(command) ? [words] : []));

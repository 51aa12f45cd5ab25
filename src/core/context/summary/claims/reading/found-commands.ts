import { joinPattern, rememberByText } from "../../../../base/text";

/** A command line in a sentence, with its place. */
export interface FoundCommand {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** "plain": no quotes say where it ends, so that words of the sentence may be part of it. */
  readonly form: "quoted" | "plain";
}

const PROGRAMS = [
  "npm|pnpm|yarn|npx|bunx?|node|deno|tsx?|tsc|vitest|jest|mocha|ava|eslint|biome|prettier|",
  "webpack|vite|rollup|esbuild|playwright|cypress|turbo|nx|lerna|python3?|pytest|pip3?|uv|",
  "poetry|tox|nox|ruff|mypy|pyright|black|flake8|pylint|cargo|rustc|rustup|go|golangci-lint|",
  "gofmt|git|gh|make|cmake|ctest|ninja|gcc|clang|docker|docker-compose|podman|kubectl|helm|",
  "terraform|ansible|gradlew?|mvnw?|javac?|kotlinc|dotnet|msbuild|ruby|bundle|rake|rspec|",
  "rubocop|php|composer|phpunit|artisan|swift|xcodebuild|flutter|dart|mix|elixir|stack|cabal|",
  "ghc|perl|bash|sh|zsh|pwsh|curl|wget|psql|mysql|sqlite3|redis-cli|mongosh|ls|cat|grep|rg|",
  "find|sed|awk|head|tail|wc|diff|rm|mv|cp|mkdir|touch|chmod|tar|unzip|ssh|scp|rsync|systemctl|",
  "journalctl|ps|kill|lsof|du|df|echo|jq|bazel|just|task|pre-commit|ponyc|adb|xcrun|fastlane|sbt|rebar3|rails|",
  "ansible-playbook|ansible-lint|tflint|terragrunt|trivy|hadolint|shellcheck|ktlint|swiftlint|phpstan|alembic|",
  "flyway|liquibase|aws|gcloud|nginx|openssl|hyperfine|bats|promtool|k6|staticcheck|gosec|bandit|semgrep|wrangler",
].join("");
const QUOTED = /`([^`\n]{2,300})`|“([^”\n]{2,200})”|「([^」\n]{2,200})」/g;
const COMMAND_START = new RegExp(
  [
    `^(?:\\$ )?(?:\\w+=\\S+ )*(?:sudo )?(?:\\.{1,2}/[\\w./-]+|(?:[\\w.-]+/)*bin/[\\w.-]+|/[\\w./-]+\\.sh\\b|`,
    `/(?:usr|bin|opt)/[\\w./-]+ |(?:${PROGRAMS})(?![\\w./-])|`,
    `[\\w.-]+\\.sh(?= |$)|[\\w.-]+\\.(?:py|mjs|js|ts|rb)(?= )|`,
    `(?!(?:import|from|export|require|see|in|at|const|let|var|return|use|to|of|for)\\b)[a-z][\\w.-]* (?=\\.{0,2}/\\w)|`,
    `[a-z][\\w.-]* (?:-{1,2}\\w|(?:run|test|build|check|lint|migrate|push|deploy|exec)\\b))`,
  ].join(""),
);
/** Words of prose that end a command written without quotes. */
const PROSE = [
  "\\w+ly|and|then|to|with|which|that|passes|passed|passing|pass|fails|failed|failing|exits?|exited|",
  "exiting|returned|returns|returning|succeed(?:s|ed)?|success\\w*|was|is|were|are|again|now|",
  "for|in|on|at|after|before|but|so|because|shows?|showed|reports?|reported|gave|gives|still|",
  "completed|finished|ended|works?|worked|ran|green|clean(?:ly)?|ok|without|no|twice|once|from|",
  "as|by|via|using|first|locally|the|it|all|produced|printed|output|outputs|resulted|reported|",
  "while|when|of|errored|crashed|successfully|successful|broke|went|came|did|does|had|has",
].join("");
/** Programs that are nothing but programs: whoever says "with curl" ran it. */
const TOOLS = [
  "curl|wget|psql|mysql|sqlite3|redis-cli|httpie|wrk|k6|valgrind|gdb|strace|kubectl|pytest|vitest|jest|eslint|ruff|",
  "mypy|tsc",
].join("");
/** A program of the list, or any word before an option where a sentence breaks off to quote a command. */
const PROGRAM = joinPattern(
  [
    `(?<![\\w./@\`:-])(?:(?:${PROGRAMS})(?![\\w-]|\\.\\w|/\\w|:\\S)|(?:\\.{1,2}/|(?:[\\w.-]+/)*bin/)[\\w./-]*[\\w-])|`,
    `(?<=[（(：:$|]\\s?)(?!(?:for|with|and|or|the|like|use|via|by|pass|using|add|see|to|`,
    `no)\\b)[a-z][\\w.+-]*(?= -{1,2}[A-Za-z])|`,
    // Whatever a numbered action runs is a program, and so is what is given an option or a path.
    `(?<=^\\W*RUN )[a-z][\\w.+-]*|`,
    `(?<=\\b(?:ran|executed|invoked|tried) )[a-z][\\w.+-]*(?= (?:-{1,2}[A-Za-z]|\\.{0,2}/))|`,
    `(?<=\\b(?:with|via|using) |[用跑]\\s?)(?:${TOOLS})(?![\\w./-])`,
  ],
  "g",
);
/** Their first words are names of what they do. */
const SUBCOMMANDED = joinPattern([
  "^(?:npm|pnpm|yarn|npx|bunx?|cargo|go|git|gh|docker|docker-compose|podman|kubectl|helm|terraform|mvnw?|gradlew?|",
  "dotnet|",
  "make|just|task|rake|pip3?|uv|poetry|bundle|composer|mix|flutter|nx|turbo|lerna|systemctl|redis-cli|artisan|bazel)$",
]);
/** Whatever stands in quotes behind these words is a command. */
const SAID_TO_RUN =
  /(?:\b(?:ran|executed|running|invoked|launched)\s+(?:\w+\s+){0,2}|(?:跑|执行|运行)[了过完]?(?:一?[轮次遍下趟])?\s*)["'*]*$/i;
const AS_MEANS = /\b(?:with|via|using) $|[用跑]\s?$/;
const MOST_PLAIN_WORDS = 3;
/** `./docs/import.md` by itself is a file, not a program; a script is one where it is said to run. */
const DOCUMENT = /^\.{1,2}\/\S*\.(?!sh\b|bash\b|exe\b|bat\b|cmd\b|ps1\b|bin\b)[A-Za-z]\w{0,7}$/;
const ENDS_COMMAND = new RegExp(`^(?:${PROSE})$`);

/** How far a command goes that has no quotes: options, paths, and the words that its program or an option takes. */
function argumentsAfter(program: string, rest: string): string {
  const taken: string[] = [];
  const named = program.replace(/^\.{1,2}\//, "");
  let plain = 0;
  for (const [token, space = "", word = ""] of rest.matchAll(
    /([ ]+)("[^"]*"|'[^']*'|[^\s，。；：（）、|`一-鿿]+)|[^ ]/g,
  )) {
    // "(pnpm build) was fine": the sentence closes what it opened.
    const bare = (word.includes("(") ? word : word.replace(/\)[).,;:]*$/, "")).replace(/^([a-z][\w-]*):$/, "$1");
    if (space === "" || !isArgument(bare, taken.at(-1)?.trim(), { program: named, plain })) break;
    if (/^[a-z][a-z-]*$/.test(bare)) plain++;
    taken.push(token);
    if (/[,;:]$/.test(word) || bare !== word) break;
  }
  return taken
    .join("")
    .replace(/[\s,:;)]+$/, "")
    .replace(/(?<=\w)\.$/, "");
}

function isArgument(
  word: string,
  before: string | undefined,
  { program, plain }: { readonly program: string; readonly plain: number },
): boolean {
  if (/^\[/.test(word)) return false;
  if (/^-{1,2}[A-Za-z]/.test(word) || word === "--" || word === ".") return true;
  if (/^["']/.test(word)) return true;
  if (/^[a-z][\w-]*[,;]?$/i.test(word)) {
    if (SUBCOMMANDED.test(program) && plain === 0 && ARGUMENT.test(word)) return true;
    if (ENDS_COMMAND.test(word) || /^[a-z]{4,}ed$/.test(word)) return false;
    if (before?.startsWith("-") === true) return true;
    return SUBCOMMANDED.test(program)
      ? plain < MOST_PLAIN_WORDS && /^[a-z]/.test(word)
      : plain === 0 && ARGUMENT.test(word);
  }
  return (
    /\w|^\.{1,2}$|\*/.test(word) &&
    /^[\w@~.+*{}[\]$:=/\\-]*[/.*=:@][\w@~.+*{}[\]$:=/\\"'-]*[,;)]?$/.test(word) &&
    !/^[\w-]+:$|^rc=/.test(word)
  );
}

/** Programs that are also words of English: without quotes they need an argument that only a command has. */
const ALSO_WORDS = joinPattern([
  "^(?:make|go|find|node|task|just|head|tail|swift|dart|mix|stack|echo|black|touch|",
  "kill|sh|tsx?|tree|diff|bundle|python3?|ruby|git|docker|bash|java|php|perl|jest|vite|cat|ps|",
  "ls|ava|composer|poetry|cypress|rm|cp|mv|sed|awk|grep|rg|wc|jq|tar|curl|wget|ssh|mkdir|chmod|",
  "du|df|lsof|psql|mysql)$",
]);
const ARGUMENT = joinPattern([
  String.raw`^(?:-|[\w@~.*-]*[./\\][\w*./-]*|(?:test|build|run|install|commit|push|pull|checkout|clone|`,
  "status|diff|log|add|stash|merge|rebase|vet|fmt|check|compose|exec|up|lint|publish|release|",
  "clean|all|deploy|apply|plan|init|start|serve|generate|migrate|switch|tag|fetch|reset|revert|",
  "restore|mod|tool|ps|images|logs|down|stop|update|upgrade|remove|require|show|audit|dev|create|new|sync|lock|",
  "record|describe|rollout|scale|",
  "console|runner|outdated|validate|analyse|analyze|destroy|verify|delete|uninstall|restart|prune|rollback|bump|seed|",
  "tidy|eject|typecheck|bench|login|logout|inspect)$)",
]);

/** A command without the words at its end that its program may not know: "cargo build over" may be `cargo build`. */
export function shortenedCommands(command: string): readonly string[] {
  // Without a space behind its colon, a sentence runs into the command: "go test:broker is ok".
  const colon = /^(\S+ (?:test|build|run|lint|check|vet|fmt|start)):\S*$/.exec(command)?.[1];
  if (colon !== undefined) return [colon];
  const words = command.split(/\s+/);
  const shorter: string[] = [];
  for (let count = words.length - 1; count > 0; count--) {
    const dropped = words[count] ?? "";
    if (
      !/^[a-z]+$/.test(dropped) ||
      // "python -m pgstep": what an option takes is no word of the sentence.
      /^-[^=]*$/.test(words[count - 1] ?? "") ||
      (count <= MOST_STARTERS && /^(?:run|compose|rollout|submodule|remote|workspace)$/.test(words[count - 1] ?? "")) ||
      // A script takes such words as a program does: "python manage.py migrate".
      (ARGUMENT.test(dropped) && /\.\w+$/.test(words[count - 1] ?? "")) ||
      (count === 1 && isSubcommand(words[0] ?? "", dropped))
    )
      break;
    shorter.push(words.slice(0, count).join(" "));
  }
  return shorter;
}

/** `docker compose run`: of a later word the sentence says that it ran. */
const MOST_STARTERS = 3;

/** "the first ctest run" names a program that has no such command. */
const isSubcommand = (program: string, word: string): boolean => SUBCOMMANDED.test(program) && ARGUMENT.test(word);

const ACTION =
  /^(\W*(?:RUN|EXEC|TERMINAL|SHELL) )([./a-z][^`\n—–→]*?)(?=\s+(?:—|–|->|→|=>|- |\(|\[tool|[一-鿿])|[（：，；]|:\s|$)/;

/** Work that some command did, by its kind. */
const CHORE =
  /^(?:builds?|(?:unit |full )?tests?|lint|type-?check|format|migrations?|suite|script|compile|deploy|checks?)$/;

/** "RUN aws rds create-db-snapshot — taken": a numbered action names its command up to the dash, or up to prose. */
function actionIn(text: string): FoundCommand | undefined {
  const [, opening = "", told = ""] = ACTION.exec(text) ?? [];
  // What follows a comma or a plus is told, not typed.
  const words = told
    .trim()
    .replace(/(?:,| \+) .*$/, "")
    .split(" ");
  const end = words.findIndex((word, index) => index > 0 && ENDS_COMMAND.test(word) && !ARGUMENT.test(word));
  const command = words.slice(0, end < 0 ? words.length : end).join(" ");
  return command === "" || CHORE.test(command)
    ? undefined
    : { text: command, start: opening.length, end: opening.length + command.length, form: "plain" };
}

/** "pnpm 8.15", "vite v5.4.2", "rspec 20/20": a program with its version or its count, which is no argument. */
const VERSION_BEHIND = /^ (?:v\d|\d+[./]\d)[\d./]*(?![\w/-])/;

const isStep = (text: string, start: number, words: string): boolean =>
  /\b(?:the|an?|its|this|that)\s$/i.test(text.slice(0, start)) &&
  /\s(?:step|stage|layer|job|phase|hook)\b/.test(words + text.slice(start + words.length).slice(0, NOUN_CHARS));
const NOUN_CHARS = 8;

export const findCommands = rememberByText((text: string): readonly FoundCommand[] => {
  const codes = [...text.matchAll(QUOTED)].map((match) => ({
    inner: (match[1] ?? match[2] ?? match[3] ?? "").trim(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const quoted = codes
    .filter(
      ({ inner, start }) =>
        (COMMAND_START.test(inner) && (!DOCUMENT.test(inner) || SAID_TO_RUN.test(text.slice(0, start)))) ||
        (/^[a-z][\w.+-]*(?: \S+)+$/.test(inner) && SAID_TO_RUN.test(text.slice(0, start))),
    )
    .map(({ inner, start, end }): FoundCommand => ({ text: inner, start, end, form: "quoted" }));
  const plain = [...text.matchAll(PROGRAM)].flatMap((match): readonly FoundCommand[] => {
    const [program] = match;
    if (codes.some(({ start, end }) => match.index >= start && match.index < end)) return [];
    const given = argumentsAfter(program, text.slice(match.index + program.length));
    const words = program + given;
    if (CHORE.test(words) || VERSION_BEHIND.test(text.slice(match.index + program.length))) return [];
    if (DOCUMENT.test(words) && !SAID_TO_RUN.test(text.slice(0, match.index))) return [];
    const next = given.trim().split(/\s+/)[0] ?? "";
    const isTool = new RegExp(`^(?:${TOOLS})$`).test(program) && AS_MEANS.test(text.slice(0, match.index));
    // "the main bundle 412.36 kB" gives no program a number.
    const isGiven = ARGUMENT.test(next) && !/^[\d.,]+$/.test(next);
    // "brought the stack up": a noun, which no program is behind its article.
    const isNoun =
      ALSO_WORDS.test(program) && /\b(?:the|an?|this|that|our|its|each|every)\s$/i.test(text.slice(0, match.index));
    if (isNoun && !/^(?:-|\S*[/:=])/.test(next)) return [];
    // "the pip install step failed": a part of something larger.
    if (isStep(text, match.index, words)) return [];
    const isWord = !isTool && ALSO_WORDS.test(program) && !isGiven && !/ (?:-{1,2}\w|\S*[/:=]\S)/.test(given);
    return isWord ? [] : [{ text: words, start: match.index, end: match.index + words.length, form: "plain" }];
  });
  const action = actionIn(text);
  const found = action === undefined ? plain : [action, ...plain];
  const apart = found.filter((one, index) => !found.slice(0, index).some(({ end }) => one.start < end));
  return [...quoted, ...apart].toSorted((a, b) => a.start - b.start);
});

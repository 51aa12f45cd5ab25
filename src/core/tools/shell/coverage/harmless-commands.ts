import { CARRIER_OPTIONS } from "../reader/command-wrappers";
import type { OptionList } from "../reader/option-list";
import { parseOptionList } from "../reader/option-list";
import type { OperandCheck } from "./harmless-scripts";
import {
  checkAwk,
  checkCd,
  checkDate,
  checkFind,
  checkGo,
  checkMake,
  checkPrintf,
  checkScript,
  checkScriptFile,
  checkSed,
  checkTest,
  checkTimeout,
  checkXargs,
  needsOneOf,
  takesNoOperands,
  takesOneOperand,
} from "./harmless-scripts";

/** What is known about a command: which of its arguments add nothing to what its name says. */
export interface KnownCommand {
  /** "any": no option of the program runs or writes anything. "by-check": its words are no ordinary options. */
  readonly options: OptionList | "any" | "by-check";
  /** Options of the program that arguments behind `--` are for. */
  readonly inner?: OptionList;
  readonly until: "end" | "first-operand";
  readonly check: OperandCheck;
  /** "reads" looks at files and its input; "runs" executes code of the project. */
  readonly kind: "reads" | "runs";
}

/** The longest beginning of a command that something is known about. */
export function findKnown(
  words: readonly string[],
): { readonly known: KnownCommand; readonly length: number } | undefined {
  for (let length = Math.min(words.length, MAX_NAME_WORDS); length > 0; length--) {
    const known = KNOWN.get(words.slice(0, length).join(" "));
    if (known !== undefined) return { known, length };
  }
  return undefined;
}

/** `python3 -m pytest` */
const MAX_NAME_WORDS = 3;

/** Programs whose first argument names what they do; nothing is known of the others' by the program alone. */
export const hasSubcommands = (program: string): boolean => SUBCOMMAND_PROGRAMS.has(program);

const SUBCOMMAND_PROGRAMS: ReadonlySet<string> = new Set(
  "git npm npx pnpm yarn bun bunx cargo go uv poetry".split(" "),
);

const ANY = [
  "ls cat head wc nl tac rev cut tr paste comm cmp fold expand join column grep egrep fgrep zgrep jq stat du df seq",
  "pwd echo true false : sleep uname whoami id groups tty nproc arch uptime free ps cal which type basename dirname",
  "realpath readlink printenv od hexdump md5sum sha1sum sha256sum sha512sum cksum sum",
]
  .join(" ")
  .replaceAll(" ", ", ");

const DIFF_OPTIONS = [
  "-puwbzWasc -RM? -C? -B? -U: -S: -G: -l: --patch --no-patch --stat? --numstat --shortstat --summary --raw",
  "--cc --text --name-only --name-status --compact-summary --dirstat? --unified= --word-diff?",
  "--word-diff-regex= --color-words? --color? --no-color --color-moved? --diff-filter= --pickaxe-regex",
  "--pickaxe-all --find-renames? --find-copies? --no-renames --full-index --binary --abbrev? --minimal",
  "--patience --histogram --diff-algorithm= --check --exit-code --quiet --ignore-space-at-eol",
  "--ignore-space-change --ignore-all-space --ignore-blank-lines --function-context --inter-hunk-context=",
  "--relative? --no-relative --no-prefix --src-prefix= --dst-prefix= --no-ext-diff --no-textconv",
  "--indent-heuristic --submodule? --ignore-submodules? --stat-width= --stat-count= --no-indent-heuristic",
].join(" ");

const LOG_OPTIONS = [
  DIFF_OPTIONS,
  "-# -iEFPgmrt -n: -L: --oneline --graph --all --decorate? --no-decorate --no-merges --merges --first-parent",
  "--reverse",
  "--follow --author= --committer= --grep= --since= --after= --until= --before= --date= --format= --pretty?",
  "--abbrev-commit --no-abbrev-commit --max-count= --skip= --tags? --branches? --remotes? --glob= --exclude=",
  "--ignore-case",
  "--all-match --invert-grep --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --boundary",
  "--topo-order --date-order --author-date-order --full-history --simplify-merges --simplify-by-decoration --dense",
  "--sparse --source --relative-date --ancestry-path? --walk-reflogs --min-parents= --max-parents= --no-walk?",
  "--parents",
  "--children --count --objects --use-mailmap --mailmap --no-notes --notes? --encoding= --show-pulls --basic-regexp",
  "--extended-regexp --fixed-strings --perl-regexp",
].join(" ");

const SEARCH_OPTIONS = [
  "-nilcwvFPosSUNHIaLqux0 -e: -f: -g: -t: -T: -A: -B: -C: -m: -M: -r: -d: -j: -E: --files",
  "--files-with-matches --count --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --glob=",
  "--iglob= --type= --type-not= --line-number --no-line-number --no-heading --heading --no-filename",
  "--with-filename --only-matching --multiline --json --stats --multiline-dotall --sort= --sortr=",
  "--max-count= --max-depth= --max-columns= --max-filesize= --context= --after-context= --before-context=",
  "--ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --invert-match",
  "--pcre2 --regexp= --file= --color= --colors= --vimgrep --column --trim --null --text --follow --type-list",
  "--passthru --replace= --no-messages --no-config --unrestricted --count-matches --encoding=",
  "--files-without-match --quiet --threads= --version --help --no-follow --engine= --one-file-system",
  "--no-unicode",
].join(" ");

/** How checks are narrowed or made more talkative. Reporters, configurations and set-up files are programs. */
const TEST_OPTIONS = [
  "-vqxsi -k: -t: -g: -n: --run --verbose --silent --quiet --bail? --runInBand --no-coverage",
  "--passWithNoTests --ci --testNamePattern= --testPathPattern= --testPathPatterns= --grep= --filter=",
  "--maxfail= --tb= --lf --ff --co --collect-only --no-header --no-summary --durations= --watch=false",
  "--watchAll=false --no-watch --no-color --color --forbid-only --exitfirst --last-failed --failed-first",
  "--timeout= --no-file-parallelism --noEmit --pretty --list --allowOnly --changed --related --no-cache",
  "--strict --max-warnings= --ext= --check --test-timeout= --version --help",
].join(" ");

/** What test programs of Rust and lints take behind `--`. */
const HARNESS_OPTIONS = "--nocapture --test-threads= --ignored --include-ignored --exact --show-output -D: -W: -A:";

const GREP_OPTIONS = [
  "-nilLcwvEFPGhHoqrIWpaz -e: -f: -A: -B: -C: -m: --count --line-number --ignore-case --word-regexp",
  "--invert-match --name-only --files-with-matches --files-without-match --only-matching --null --heading",
  "--break --color? --no-color --and --or --not --all-match --untracked --no-index --cached --max-depth=",
  "--show-function --function-context --column --extended-regexp --fixed-strings --perl-regexp --quiet --text",
  "--full-name --max-count= --threads=",
].join(" ");

const CARGO_OPTIONS = [
  "-qvr -p: -F: -j: --release --all --workspace --lib --bins --bin= --tests --test= --examples --example=",
  "--benches --doc --all-targets --all-features --features= --no-default-features --package= --exclude=",
  "--quiet --verbose --no-run --no-fail-fast --offline --locked --frozen --jobs= --keep-going",
  "--message-format= --color=",
].join(" ");

type Entry = readonly [names: string, options: string | "any" | "by-check", check?: OperandCheck];

const READING: readonly Entry[] = [
  [ANY, "any"],
  ["find", "by-check", checkFind],
  ["test, [", "by-check", checkTest],
  ["printf", "by-check", checkPrintf],
  ["cd", "by-check", checkCd],
  ["tail", "-# -n: -c: -qvzr --lines= --bytes= --quiet --silent --verbose --zero-terminated"],
  [
    "sort",
    "-bdfghiMnRrVuszcCm -k: -t: -S: --reverse --numeric-sort --human-numeric-sort --unique --key= --version-sort",
  ],
  ["uniq", "-cdDui -f: -s: -w: --count --repeated --unique --ignore-case", takesOneOperand],
  ["xxd", "-bupeidC -l: -s: -c: -g: -o:", takesOneOperand],
  ["diff", "-urqNbwBiasycEZdpt -U: -C: -x: -W: -I: --brief --recursive --unified? --color? --exclude= --side-by-side"],
  [
    "tree",
    "-adfilshugpCDFJXrtvUn -L: -P: -I: --noreport --dirsfirst --prune --gitignore --filelimit= --du --si --inodes",
  ],
  ["file", "-biILhk0N --brief --mime --mime-type --mime-encoding --dereference --no-dereference --keep-going"],
  ["date", "-uRjn -I? -d: -r: --iso-8601? --utc --universal --rfc-3339= --date= --reference=", checkDate],
  ["hostname", "-fiIsd --fqdn --short --ip-address --all-ip-addresses", takesNoOperands],
  ["env", "", takesNoOperands],
  ["awk, gawk, mawk, nawk", "-F: -v: --field-separator= --assign= --version", checkAwk],
  ["sed", "-nErsuz --quiet --silent --regexp-extended --separate --unbuffered --version", checkSed],
  ["rg", SEARCH_OPTIONS],
  [
    "fd, fdfind",
    "-HIuagisLpF01 -e: -t: -d: -E: -S: --hidden --no-ignore --extension= --type= --max-depth= --exclude= --glob",
  ],
  ["command", "-vV", needsOneOf("-v", "-V")],
];

const GIT: readonly Entry[] = [
  [
    "rev-parse, ls-files, ls-tree, merge-base, describe, name-rev, show-ref, for-each-ref, count-objects, check-ignore",
    "any",
  ],
  [
    "status",
    "-sbvz -u? --short --branch --porcelain? --long --untracked-files? --ignored? --verbose --show-stash --renames",
  ],
  ["log, show, shortlog, rev-list, whatchanged", `${LOG_OPTIONS} -sne --numbered --email`],
  [
    "diff, diff-tree, diff-index, diff-files",
    `${DIFF_OPTIONS} -r -m --cached --staged --merge-base --no-index --no-commit-id --root`,
  ],
  [
    "blame, annotate",
    "-wesltfnpcb -L: -M? -C? -S: --porcelain --line-porcelain --date= --since= --abbrev= --root --show-name",
  ],
  ["grep", GREP_OPTIONS],
  [
    "branch",
    [
      "-arvil --all --remotes --verbose --show-current --list --contains= --no-contains= --merged?",
      "--no-merged? --sort= --format= --points-at= --column? --no-color --color? --ignore-case --abbrev?",
    ].join(" "),
    needsOneOf("-l", "--list", "--merged", "--no-merged"),
  ],
  [
    "tag",
    "-li -n? --list --sort= --format= --contains= --no-contains= --points-at= --merged? --no-merged? --column?",
    needsOneOf("-l", "--list"),
  ],
  ["remote", "-v --verbose", takesNoOperands],
  ["stash list, reflog", LOG_OPTIONS, takesNoOperands],
  ["stash show", LOG_OPTIONS],
  ["worktree list", "-vz --porcelain --verbose", takesNoOperands],
  ["cat-file", "-etsp --batch-check"],
  [
    "config",
    [
      "-lz --list --get --get-all --get-regexp --local --global --system --worktree --show-origin",
      "--show-scope --type= --bool --int --path --name-only --null --default= --includes",
    ].join(" "),
    needsOneOf("-l", "--list", "--get", "--get-all", "--get-regexp"),
  ],
];

/** Checks that come as a program of their own, and by what they are started in a project. */
const CHECKS: readonly Entry[] = [
  ["pytest, vitest, jest, mocha, ava, eslint, prettier, ruff, mypy, pyright, flake8, biome, knip", TEST_OPTIONS],
  ["tsc", `${TEST_OPTIONS} -p: --project= --skipLibCheck --listFiles`],
];
const STARTERS = ["npx", "bunx", "yarn", "pnpm exec", "uv run", "poetry run", "python -m", "python3 -m"];

const RUNNING: readonly Entry[] = [
  ["npm test, npm t, npm run, npm run-script", "-s --silent --if-present --workspaces -w: --workspace="],
  ["pnpm test, pnpm run, yarn test, yarn run, bun test, bun run", `${TEST_OPTIONS} --recursive`],
  ["npm ls, npm list, pnpm ls, pnpm list", "-agl --all --depth= --long --json --parseable --global", takesOneOperand],
  ["cargo test, cargo check, cargo build, cargo clippy, cargo bench, cargo fmt", `${CARGO_OPTIONS} --check`],
  ["go test, go vet, go build, go list", "by-check", checkGo],
  [
    "gh pr, gh issue, gh run, gh repo, gh release",
    "-R: -q: -L: -s: -S: -l: -B: -H: -A: --repo= --json= --jq= --limit= --state= --search= --label= --base= --head=",
  ],
  ["make, gmake", "-ksnBi -j? -l? --keep-going --silent --quiet --dry-run --jobs? --version", checkMake],
];

const INTERPRETER_OPTIONS = "-vV --version --help --test --check";

const INTERPRETERS: readonly Entry[] = [
  [
    "node, python, python2, python3, perl, ruby, php, sh, bash, zsh, dash, ksh, fish, osascript",
    INTERPRETER_OPTIONS,
    checkScript,
  ],
  ["deno, bun", INTERPRETER_OPTIONS, checkScriptFile],
];

/** Programs that run another command, which is judged by itself. */
const CARRIERS: readonly Entry[] = [
  ["xargs", CARRIER_OPTIONS.xargs, checkXargs],
  ["timeout", CARRIER_OPTIONS.timeout, checkTimeout],
];

type Traits = Pick<KnownCommand, "kind" | "until"> & { readonly inner?: string };

function knownFrom([names, options, check]: Entry, { inner, ...traits }: Traits): [string, KnownCommand][] {
  const known: KnownCommand = {
    options: options === "any" || options === "by-check" ? options : parseOptionList(options),
    ...(inner === undefined ? {} : { inner: parseOptionList(inner) }),
    check: check ?? (() => true),
    ...traits,
  };
  return names.split(", ").map((name) => [name, known]);
}

const prefixed = (prefix: string, [names, ...entry]: Entry): Entry => [
  names
    .split(", ")
    .map((name) => `${prefix} ${name}`)
    .join(", "),
  ...entry,
];

const KNOWN: ReadonlyMap<string, KnownCommand> = new Map([
  ...[...READING, ...GIT.map((entry) => prefixed("git", entry))].flatMap((entry) =>
    knownFrom(entry, { kind: "reads", until: "end" }),
  ),
  ...CARRIERS.flatMap((entry) => knownFrom(entry, { kind: "reads", until: "first-operand" })),
  ...INTERPRETERS.flatMap((entry) => knownFrom(entry, { kind: "runs", until: "first-operand" })),
  ...[...RUNNING, ...CHECKS, ...STARTERS.flatMap((start) => CHECKS.map((entry) => prefixed(start, entry)))].flatMap(
    (entry) => knownFrom(entry, { kind: "runs", until: "end", inner: `${TEST_OPTIONS} ${HARNESS_OPTIONS}` }),
  ),
]);

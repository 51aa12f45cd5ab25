import { joinPattern } from "../../../../base/text";
import type { Chore, CommandClaim, RunClaim } from "../claim";
import { isFinishedItem } from "./file-claims";
import type { SaidOutcome } from "./outcome-words";
import { exitCodesIn, outcomeWordsIn } from "./outcome-words";
import type { SummarySentence } from "./sentences";
import { isByOthers, isUnreal } from "./sentences";

/** Commands that a sentence says were run, with how it says they ended. */
export function readCommandClaims(sentence: SummarySentence): readonly CommandClaim[] {
  const { text } = sentence;
  const commands = findCommands(text);
  return commands.flatMap((command, index) => {
    const until = commands[index + 1]?.start ?? text.length;
    const ranFrom = findRun(sentence, command);
    const isRun = ranFrom !== undefined;
    const outcomes = outcomesAfter(text, command.end, { until, reach: isRun ? RUN_REACH : "next" });
    if (
      (!isRun && outcomes.length === 0) ||
      isUnreal(text, command.start) ||
      isByOthers(text, command.start, command.end)
    )
      return [];
    const isMeasured = outcomes.some(({ outcome }) => typeof outcome === "number");
    if (!isRun && !isMeasured && isAdvice(text, command)) return [];
    const base = { kind: "command" as const, command: command.text, tense: tenseOf(sentence) };
    const start = sentence.start + (ranFrom ?? command.start);
    const place = { line: sentence.line, start, end: sentence.start + command.end };
    return outcomes.length === 0
      ? [{ ...base, place }]
      : outcomes.map(({ outcome, end }) => ({ ...base, outcome, place: { ...place, end: sentence.start + end } }));
  });
}

const NOW = /\b(?:now|currently|still|latest|last run|most recent)\b|现在|現在|目前|当前|當前|最近一次|最新/i;
const THEN =
  /\b(?:initially|originally|previously|at first|first|before|earlier|once)\b|起初|最初|之前|原先|先前|第一次/i;

/** A sentence that tells of two times is about the past, whatever it says about the present. */
const tenseOf = ({ section, text }: SummarySentence): "past" | "present" =>
  (section === "state" || NOW.test(text)) && !THEN.test(text) ? "present" : "past";

interface FoundCommand {
  readonly text: string;
  readonly start: number;
  readonly end: number;
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
  "journalctl|ps|kill|lsof|du|df|echo|env|which|tree|jq|bazel|just|task|pre-commit|ponyc",
].join("");
const QUOTED = /`([^`\n]{2,300})`|“([^”\n]{2,200})”|「([^」\n]{2,200})」/g;
const COMMAND_START = new RegExp(
  [
    `^(?:\\$ )?(?:\\w+=\\S+ )*(?:sudo )?(?:\\.{0,2}/[\\w./-]+|(?:${PROGRAMS})(?![\\w./-])|`,
    `[\\w.-]+\\.(?:sh|py|mjs|js|ts|rb)(?= |$)|[a-z][\\w.-]* (?:-{1,2}\\w|run\\b|test\\b|build\\b))`,
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
const UNQUOTED = new RegExp(
  [
    `(?<![\\w./@\`-])(?:${PROGRAMS})(?![\\w-]|\\.\\w|`,
    `/\\w)(?:[ ]+(?!(?:${PROSE})(?![\\w./:=-]))(?![—–→=(（-]>?(?:\\s|`,
    `$))[\\w./:@=+*~\\[\\]{}'"\\\\-]*[\\w/*'"\\]}.](?<![.])){0,8}`,
  ].join(""),
  "g",
);
/** Programs that are also words of English: without quotes they need an argument that only a command has. */
const ALSO_WORDS = joinPattern([
  "^(?:make|go|find|node|task|just|which|head|tail|swift|dart|mix|stack|env|echo|black|touch|",
  "kill|sh|tsx?|tree|diff|bundle|python3?|ruby|git|docker|bash|java|php|perl|jest|vite|cat|ps|",
  "ls|ava|composer|poetry|cypress|rm|cp|mv|sed|awk|grep|rg|wc|jq|tar|curl|wget|ssh|mkdir|chmod|",
  "du|df|lsof|psql|mysql)$",
]);
const ARGUMENT = joinPattern([
  String.raw`^(?:-|[\w@~]*[./\\][\w*]|(?:test|tests|build|run|install|commit|push|pull|checkout|clone|`,
  "status|diff|log|add|stash|merge|rebase|vet|fmt|check|compose|exec|up|lint|publish|release|",
  "clean|all|deploy|apply|plan|init|start|serve|generate|migrate|switch|tag|fetch|reset|revert|",
  "restore|mod|tool|ps|images|logs|down|stop)$)",
]);

function findCommands(text: string): readonly FoundCommand[] {
  const quoted = [...text.matchAll(QUOTED)].flatMap((match): readonly FoundCommand[] => {
    const inner = (match[1] ?? match[2] ?? match[3] ?? "").trim();
    return COMMAND_START.test(inner) ? [{ text: inner, start: match.index, end: match.index + match[0].length }] : [];
  });
  const codes = [...text.matchAll(QUOTED)].map((match) => [match.index, match.index + match[0].length] as const);
  const plain = [...text.matchAll(UNQUOTED)].flatMap((match): readonly FoundCommand[] => {
    const words = match[0].replace(/[\s.,:;'"]+$/, "");
    const inside = codes.some(([start, end]) => match.index >= start && match.index < end);
    const [program = "", next = ""] = words.split(/\s+/);
    const isWord = next === "" ? ALSO_WORDS.test(program) : ALSO_WORDS.test(program) && !ARGUMENT.test(next);
    return inside || isWord ? [] : [{ text: words, start: match.index, end: match.index + words.length }];
  });
  return [...quoted, ...plain].toSorted((a, b) => a.start - b.start);
}

const RUN_VERB = joinPattern(
  [
    String.raw`(?:\b(?:re-?)?(?:ran|run|executed|invoked|launched|started|issued|called|used|tried|`,
    String.raw`kicked off|fired off)\b|运行|執行|执行|跑|调用|呼叫|啟動|启动|使用)(?:\s|了|过|過|:|：|\*|the command|command|命令|`,
    "指令|完)*(?:\\w+\\s){0,2}?[\"'`*(「“]*$",
  ],
  "i",
);
/** "Published with `cargo publish`": something was done, and this is how. */
const DONE_WITH = joinPattern(
  [
    String.raw`(?:\b(?:\w{3,}ed|did|built|got|saw|found|made|set up|went)\b[^.;,]{0,60}?\b(?:with|via|`,
    "using|through|by running|by)|(?:用|通过|透過|使用|借助)\\s*)\\s*[\"'`*(「“]*$",
  ],
  "i",
);

/** Where a sentence begins to say that it ran: at a verb before it, or at the beginning of an item of finished work. */
function findRun(sentence: SummarySentence, command: FoundCommand): number | undefined {
  const before = sentence.text.slice(0, command.start);
  const verb = RUN_VERB.exec(before) ?? DONE_WITH.exec(before);
  if (verb !== null) {
    const isBare = /^\W*(?:run|execute|use|call|issue)\b/i.test(verb[0]);
    return (!isBare || isFinishedItem(sentence)) && !isUnreal(sentence.text, verb.index) ? verb.index : undefined;
  }
  const isItem =
    isFinishedItem(sentence) &&
    /^[\s*_[]*(?:(?:RUN|EXEC(?:UTE)?|TEST|TERMINAL|SHELL|BASH|COMMAND|BUILD|LINT)\b[\]*:\s]*)?[`*"']*$/i.test(before);
  return isItem ? 0 : undefined;
}

/** "use `npm test` to check that it passes": how to do something, not what was done. */
const isAdvice = (text: string, command: FoundCommand): boolean =>
  joinPattern(
    [
      "(?:\\b(?:use|run|via|with|through|try|call|type|by running|command(?: is|:)?)\\s*[`*\"']*|",
      String.raw`(?:使用|用|通过|透過|請|请)\s*)$`,
    ],
    "i",
  ).test(text.slice(0, command.start)) || /^\W*(?:to|for|before|是|用于|用於|来|來)\s/i.test(text.slice(command.end));

/** Behind a verb the outcome may be some words away; a bare command must be followed by it. */
const RUN_REACH = 60;

function outcomesAfter(
  text: string,
  from: number,
  { until, reach }: { readonly until: number; readonly reach: number | "next" },
): readonly SaidOutcome[] {
  const rest = text.slice(from, until);
  const codes = exitCodesIn(rest);
  const arrow = /^[`*\s]*(?:→|->|=>|：|:|\()\s*(-?\d{1,3})(?=\s*(?:$|[),;.，。]))/.exec(rest);
  const found =
    codes.length > 0
      ? codes
      : arrow !== null
        ? [{ outcome: Number(arrow[1]), start: arrow.index, end: arrow[0].length }]
        : verdictOf(rest, reach);
  return found
    .filter((one) => !isUnreal(rest, one.start) || codes.includes(one))
    .map((one) => ({ ...one, start: from + one.start, end: from + one.end }));
}

const FILLER = joinPattern(
  [
    "^[`*.\\s]*(?:(?:now|still|also|again|is|was|were|has|have|been|all|both|run|runs|ran|which|",
    "that|it|and|then|completed?s?|finish(?:ed|es)|ended|c[ao]mes?|back|went|goes|through|turned|",
    "out|looks?|looked|reports?|reported|exits?|exited|with|the command|的|结果|結果|已经|已經|已|也|均|都|后|",
    String.raw`後|，|,|:|：|\(|（|—|–|->|→|=>|-)[\s:]*)*$`,
  ],
  "i",
);

/** The first word about the outcome, where it is close enough to be about the command. */
function verdictOf(rest: string, reach: number | "next"): readonly SaidOutcome[] {
  const first = outcomeWordsIn(rest)[0];
  if (first === undefined) return [];
  const before = rest.slice(0, first.start);
  const isClose = reach === "next" ? FILLER.test(before) : first.start <= reach;
  return isClose && !/\b(?:tests?|files?|specs?)\s*$|\d\s*$/.test(before) ? [first] : [];
}

const CHORE_RUNS: readonly (readonly [Chore, RegExp])[] = [
  [
    "test",
    joinPattern(
      [
        String.raw`\b(?:re-?)?(?:ran|executed)\s+(?:(?:the|all|full|entire|whole|complete|our|its|unit|`,
        String.raw`integration|e2e|existing|regression|test)\s+)*(?:tests?|test[- ]suite|suite|specs?)\b|(?:运行|`,
        "執行|执行|跑)(?:了|过|過)?(?:完整|全部|所有|整个|整個|单元|單元|回归|迴歸|一遍)*的?(?:测试|測試|单测)",
      ],
      "gi",
    ),
  ],
  [
    "lint",
    joinPattern(
      [
        String.raw`\b(?:re-?)?(?:ran|executed)\s+(?:the\s+|a\s+)?(?:full\s+)?(?:linters?|lint(?: check)?|`,
        String.raw`linting)\b|\blinted\b|(?:运行|執行|执行|跑)(?:了|过|過)?\s*(?:lint|代码检查|程式碼檢查)`,
      ],
      "gi",
    ),
  ],
  [
    "build",
    joinPattern(
      [
        String.raw`\b(?:re-?)?(?:ran|executed|did)\s+(?:the\s+|a\s+)?(?:full\s+|clean\s+|production\s+|`,
        String.raw`release\s+)*(?:build|compilation)\b|\b(?:rebuilt|built|compiled) the (?:project|app|code|`,
        String.raw`package|extension|bundle)\b|(?:运行|執行|执行|跑)(?:了|过|過)?(?:构建|構建|建置|编译|編譯)`,
      ],
      "gi",
    ),
  ],
  [
    "types",
    joinPattern(
      [
        String.raw`\b(?:re-?)?(?:ran|executed)\s+(?:the\s+|a\s+)?(?:full\s+)?type[- ]?check(?:er|ing|s)?\b|`,
        String.raw`\btype-?checked\b|(?:运行|執行|执行|跑|做)(?:了|过|過)?(?:类型检查|型別檢查|類型檢查)`,
      ],
      "gi",
    ),
  ],
  [
    "format",
    /\b(?:re-?)?(?:ran|executed|applied)\s+(?:the\s+)?(?:code\s+)?formatter\b|(?:运行|執行|执行|跑|做)(?:了)?格式化/gi,
  ],
  [
    "commit",
    joinPattern(
      [
        String.raw`\bcommitted\s+(?:(?:all|the|these|those|my|its|everything)\s*)*(?:changes?|work|fix|files?|`,
        String.raw`edits|to|as|in|with|everything|it)\b|\b(?:made|created)\s+(?:a|the|an?\s+\w+)\s+commit\b|`,
        "(?:提交了|已提交)(?!给|給)",
      ],
      "gi",
    ),
  ],
  [
    "push",
    joinPattern(
      [
        String.raw`\bpushed\s+(?:(?:the|all|these|my|it|branch|changes?|commits?|`,
        String.raw`everything)\s+)*(?:to\s+(?:origin|remote|github|gitlab|main|master|upstream)|branch|changes|`,
        String.raw`commits?)\b|\bopened (?:a|the) (?:PR|pull request)\b|推送(?:了|到)|已推送`,
      ],
      "gi",
    ),
  ],
];
/** "the build succeeds", "type check: clean", "lint 通过". Tests are read by their own rules. */
const CHORE_NAMES: readonly (readonly [Chore, string])[] = [
  ["types", "type[- ]?check(?:s|ing|er)?|tsc|mypy|pyright|类型检查|類型檢查|型別檢查"],
  ["lint", "lint(?:er|ing|s)?|eslint|biome|ruff|clippy|flake8|代码检查|程式碼檢查"],
  ["build", "builds?|compil(?:ation|er|e|es|ing)|project|typescript|构建|構建|建置|编译|編譯"],
];
const GAP = [
  "(?:[\\s:：=—–>→|()`*-]+(?:(?:is|are|was|were|has|have|been|now|also|still|again|both|all|run|",
  "runs|check|checks|status|state|step|result|results|currently|completes?|completed|",
  "finish(?:es|ed)|comes?|came|back|with|reports?|reported|shows?|showed|fully|entirely|",
  "the)[\\s:：=→|-]+)*|(?:已经|已經|已|也|均|都|全部|完全|仍然|仍|依然|目前|现在|現在|结果|結果|为|為|是|[:：\\s])*)",
].join("");
const VERDICT = [
  "(?<pass>pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?|successful(?:ly)?|success|green|",
  "clean(?:ly)?|ok|fine|compiles|builds|without errors?|no (?:\\w+ )?errors|0 errors|",
  "zero errors|error-free|✅|✓|通过|通過|成功|没有错误|沒有錯誤|无错误|無錯誤|正常)|(?<fail>fail(?:s|ed|ing|ures?)?|",
  "broken|red|❌|失败|失敗|报错|報錯|出错|出錯)",
].join("");
const chorePatterns = CHORE_NAMES.map(([chore, names]) => ({
  chore,
  pattern: new RegExp(`(?<![\\w./\`-])(?:${names})(?![\\w./]\\w)${GAP}(?:${VERDICT})(?![\\w-])`, "giu"),
}));

/** Chores that a sentence says were done, or how it says they stand. */
export function readRunClaims(sentence: SummarySentence): readonly RunClaim[] {
  const { text, line, start } = sentence;
  const at = (from: number, length: number) => ({ line, start: start + from, end: start + from + length });
  const isReal = (from: number, length: number) => !isUnreal(text, from) && !isByOthers(text, from, from + length);
  const ran = CHORE_RUNS.flatMap(([chore, pattern]) =>
    [...text.matchAll(pattern)]
      .filter((match) => isReal(match.index, match[0].length))
      .map((match): RunClaim => ({ kind: "run", chore, tense: "past", place: at(match.index, match[0].length) })),
  );
  const stand = chorePatterns.flatMap(({ chore, pattern }) =>
    [...text.matchAll(pattern)]
      .filter((match) => isReal(match.index, match[0].length))
      .map(
        (match): RunClaim => ({
          kind: "run",
          chore,
          outcome: match.groups?.["pass"] === undefined ? "failure" : "success",
          tense: sentence.section === "history" || /\b(?:was|were|had)\b/.test(match[0]) ? "past" : "present",
          place: at(match.index, match[0].length),
        }),
      ),
  );
  return [...ran, ...stand];
}

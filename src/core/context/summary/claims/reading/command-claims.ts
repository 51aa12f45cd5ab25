import { joinPattern } from "../../../../base/text";
import type { CommandClaim } from "../claim";
import { isFinishedItem } from "./file-claims";
import { findFileVerbs } from "./file-verbs";
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
    const nth = ordinalAt(text, command);
    const base = {
      kind: "command" as const,
      command: command.text,
      tense: tenseOf(sentence),
      ...(nth === undefined ? {} : { nth }),
    };
    const start = sentence.start + (ranFrom ?? command.start);
    const place = { line: sentence.line, start, end: sentence.start + command.end };
    return outcomes.length === 0
      ? [{ ...base, place }]
      : outcomes.map(({ outcome, end }) => ({ ...base, outcome, place: { ...place, end: sentence.start + end } }));
  });
}

const NOW =
  /\b(?:now|currently|still|latest|last run|most recent)\b|现在|現在|目前|当前|當前|最近一次|最新|仍|依旧|依舊|依然/i;
const THEN =
  /\b(?:initially|originally|previously|at first|first|before|earlier|once)\b|起初|最初|之前|原先|先前|第一次/i;

/** A sentence that tells of two times is about the past, whatever it says about the present. */
const tenseOf = ({ section, text }: SummarySentence): "past" | "present" =>
  (section === "state" || section === "blocked" || NOW.test(text)) && !THEN.test(text) ? "present" : "past";

const ORDINALS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:first|1st|initial)\b|第一次|首次/i, 0],
  [/\b(?:second|2nd)\b|第二次/i, 1],
  [/\b(?:third|3rd)\b|第三次/i, 2],
  [/\b(?:last|final|latest)\b|最后一次|最後一次|最近一次/i, -1],
];

/** Which of several runs is meant: "the second `npm test`", "npm test (second run)". */
function ordinalAt(text: string, { start, end }: FoundCommand): number | undefined {
  const before = /(?:\S+\s+){0,2}[`"'“「]?$/.exec(text.slice(0, start))?.[0] ?? "";
  const after = /^[`"'”」]?\s*[（(]([^()（）]{0,30})[)）]/.exec(text.slice(end))?.[1] ?? "";
  return ORDINALS.find(
    ([word]) => word.test(before) || (word.test(after) && /\b(?:run|try|time|attempt)\b|次/.test(after)),
  )?.[1];
}

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

export function findCommands(text: string): readonly FoundCommand[] {
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
    "using|through|by running|by|:|—|–|\\()|(?:用|通过|透過|使用|借助|以)\\s*)\\s*[\"'`*(「“]*$",
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
  return isFinishedItem(sentence) && !isOnlyMentioned(sentence, command) ? 0 : undefined;
}

/** Finished work may be about a command without running it: it was written into a file, explained or suggested. */
function isOnlyMentioned({ text }: SummarySentence, command: FoundCommand): boolean {
  const before = text.slice(0, command.start);
  return (
    findFileVerbs(before, "finished-item").some(({ change }) => change !== "read") ||
    joinPattern(
      [
        String.raw`\b(?:explain|describ|document|mention|suggest|recommend|propos|ask|instruct|configur|discuss|not|`,
        "scripts?|how to|instead of|like|such as|called|named|from|of|for|if|whether|when|until|so that|allow|",
        String.raw`block|den)\w*\b|`,
        "说明|說明|解释|解釋|建议|建議|文档|文件|脚本|腳本|配置|如何|询问|詢問",
      ],
      "i",
    ).test(before) ||
    isAdvice(text, command)
  );
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
    "out|looks?|looked|reports?|reported|exits?|exited|with|the command|keeps?|kept|still|continues? to|的|结果|結果|",
    "已经|已經|已|也|均|都|后|依旧|依舊|依然|仍旧|仍舊|仍然|仍|还是|還是|还在|還在|还|還|一直|始终|始終|继续|繼續|又|再次|却|卻|最终|最終|最后|",
    String.raw`最後|执行|執行|运行|運行|时|時|会|會|现在|現在|目前|後|\)|）|，|,|:|：|\(|（|—|–|->|→|=>|-)[\s:]*)*$`,
  ],
  "i",
);

/** The first word about the outcome, where it is close enough to be about the command. */
function verdictOf(rest: string, reach: number | "next"): readonly SaidOutcome[] {
  const first = outcomeWordsIn(rest)[0];
  if (first === undefined) return [];
  const before = rest.slice(0, first.start);
  const isClose = reach === "next" ? FILLER.test(before) : first.start <= reach;
  return isClose && !/\b(?:tests?|files?|specs?)\s*$|\d\s*(?:个|個|项|項|次|条|條)?\s*$/.test(before) ? [first] : [];
}

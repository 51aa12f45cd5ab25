import { joinPattern } from "../../../../base/text";
import type { Chore, RunClaim } from "../claim";
import type { SummarySentence } from "./sentences";
import { isByOthers, isUnreal } from "./sentences";

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
  "(?:\\s*(?:\\([^()]{1,60}\\)|（[^（）]{1,60}）))?",
  "(?:[\\s:：=—–>→|()`*-]+(?:(?:is|are|was|were|has|have|been|now|also|still|again|both|all|run|",
  "runs|check|checks|status|state|step|result|results|currently|completes?|completed|",
  "finish(?:es|ed)|comes?|came|back|with|reports?|reported|shows?|showed|fully|entirely|",
  "the)[\\s:：=→|-]+)*|(?:已经|已經|已|也|均|都|全部|完全|检查|檢查|校验|校驗|扫描|掃描|仍然|仍|依然|目前|现在|現在|结果|結果|为|為|是|[:：\\s])*)",
].join("");
const VERDICT = [
  "(?<denied>(?:does|do|did|is|are|was|were|has|have)(?: not|n't)\\s+(?:yet\\s+)?|not (?:yet )?|no longer |cannot |",
  "没有|沒有|没|沒|未能|未|不再|无法|無法|不)?",
  "(?<pass>pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?|successful(?:ly)?|success|green|",
  "clean(?:ly)?|ok|fine|compiles|builds|works?|worked|working|without errors?|no (?:\\w+ )?errors|0 errors|",
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
          outcome:
            (match.groups?.["pass"] === undefined) === (match.groups?.["denied"] === undefined) ? "failure" : "success",
          tense: sentence.section === "history" || /\b(?:was|were|had)\b/.test(match[0]) ? "past" : "present",
          place: at(match.index, match[0].length),
        }),
      ),
  );
  return [...ran, ...stand];
}

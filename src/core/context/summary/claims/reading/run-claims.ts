import { joinPattern } from "../../../../base/text";
import type { Chore, RunClaim } from "../claim";
import { isByOthers, isUnreal } from "../language/modality";
import { clausesOf } from "./clauses";
import type { SummarySentence } from "./sentences";

const RAN = [
  "(?:\\b(?:re-?)?(?:ran|executed|did|performed|applied|made|created)\\s+(?:(?:the|all|a|an|full|entire|whole|clean|",
  "our|its|unit|existing|code|final)\\s+)*|(?:运行|执行|跑|做)(?:了|过|完)?(?:一次|一遍|完整|全部|所有|整个|的)*)",
].join("");
/** Kinds of work that are said to have been done, without a word on how they ended. */
const DONE: readonly (readonly [Chore, RegExp])[] = [
  ["test", joinPattern([RAN, "(?:tests?|test[- ]suite|suite|specs?|测试|单测|单元测试|回归测试)(?![\\w-])"], "i")],
  ["lint", joinPattern([RAN, "(?:linters?|lint|linting|代码检查)(?![\\w-])|\\blinted\\b"], "i")],
  [
    "build",
    joinPattern(
      [
        RAN,
        "(?:build|compilation|构建|编译)(?![\\w-])|\\b(?:rebuilt|built|compiled) the (?:project|app|code|package|",
        "bundle)\\b",
      ],
      "i",
    ),
  ],
  ["types", joinPattern([RAN, "(?:type[- ]?check(?:er|ing|s)?|类型检查|型别检查)(?![\\w-])|\\btype-?checked\\b"], "i")],
  ["format", joinPattern([RAN, "(?:formatter|格式化)(?![\\w-])"], "i")],
  [
    "commit",
    joinPattern(
      [
        String.raw`\bcommitted\s+(?:(?:all|the|these|those|my|its|everything)\s*)*(?:changes?|work|fix|files|`,
        String.raw`edits|as|everything|it)\b|\b(?:made|created)\s+(?:a|the|an?\s+\w+)\s+commit\b|`,
        "(?:提交了|已提交)(?!给)",
      ],
      "i",
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
      "i",
    ),
  ],
];

export function readRunClaims(sentence: SummarySentence): readonly RunClaim[] {
  return clausesOf(sentence).flatMap(({ text, line, start, end }) =>
    DONE.flatMap(([work, form]): readonly RunClaim[] => {
      const match = form.exec(text);
      if (match === null || isUnreal(text, match.index)) return [];
      if (isByOthers(text, match.index, match.index + match[0].length)) return [];
      return [{ kind: "run", work, tense: "past", place: { line, start, end } }];
    }),
  );
}

import { joinPattern } from "../../../../base/text";
/** How a sentence says that something ended. */
export interface SaidOutcome {
  readonly outcome: number | "success" | "failure";
  readonly start: number;
  readonly end: number;
}

const EXIT_CODE = joinPattern(
  [
    String.raw`(?:\bexit(?:ed|s|ing)?(?:\s+(?:with|an?|the|status|code|value|of|was|is))*|`,
    String.raw`\b(?:return|error)\s+(?:code|value)`,
    String.raw`(?:\s+(?:of|was|is))?|\breturn(?:ed|s|ing)(?:\s+(?:with|an?|the|exit|code|status))*|\brc|`,
    String.raw`\b(?:code|status)(?:\s+(?:code|of|was|is))*|`,
    String.raw`\b(?:terminated|ended|finished|died|quit|stopped|aborted|completed|failed|came back)\s+with`,
    String.raw`(?:\s+(?:an?|the|exit|error|status|code|of|non-?zero))*|`,
    String.raw`以(?=\s*\d+\s*(?:退出|结束|結束))|(?:退出|结束|結束|返回|状态|狀態)(?:状态|狀態)?(?:值|码|碼|代码|代碼)?了?)`,
    "[\"'`*(（]?\\s{0,2}(?:为|為|是|：|:|=|→)?\\s{0,2}[\"'`*]{0,2}(-?\\d{1,3})(?!\\d|[.,]\\d|%|\\s*(?:\\w+\\s+)?(?:tests?|",
    "errors?|files?|lines?|rows?|items?|failures?|failed|failing|passed|passing|warnings?|problems?|issues?|findings?|",
    "matches|results?|个|個|条|條|项|項|处|處|行))",
  ],
  "gi",
);
const NO_FAILURE = joinPattern(
  [
    String.raw`\b(?:no|zero|0|without(?: any)?|free of)\s+(?:\w+\s+){0,2}?(?:errors?|failures?|failing|`,
    "failed|issues|problems|warnings|complaints|findings|remarks|offen[sc]es|",
    String.raw`violations)\b|\b(?:no longer|never|`,
    String.raw`not|n't|didn't|doesn't|don't)\s+(?:fail\w*|break\w*|crash\w*|error\w*)|(?:没有|沒有|无|無|零|0\s*个|`,
    String.raw`0\s*個)\s*(?:任何)?\s*(?:测试|測試|类型|類型|编译|編譯)?(?:错误|錯誤|失败|失敗|问题|問題|警告|报错|報錯)|不再(?:失败|失敗|报错|報錯)`,
  ],
  "gi",
);
const NO_SUCCESS = joinPattern(
  [
    String.raw`\b(?:not|n't|never|cannot|can't|no longer|doesn't|don't|didn't|isn't|aren't|wasn't|`,
    String.raw`weren't)\s+(?:yet\s+|all\s+|fully\s+|even\s+)?(?:pass\w*|succeed\w*|green|compile\w*|`,
    String.raw`build\w*|work\w*|clean|successful)\b|(?:未|没有|沒有|没|沒|不|未能|无法|無法)\s*(?:全部|完全)?\s*(?:通过|通過|成功|`,
    "编译|編譯)",
  ],
  "gi",
);
const SUCCESS = joinPattern(
  [
    String.raw`\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?|success(?:ful|fully)?|green|clean(?:ly)?|ok|`,
    String.raw`okay|compiles?|compiled|works?|worked|completed|finished|fine|builds|built)\b|✅|✓|✔|通过|通過|`,
    "成功|全绿|全綠|正常|无误|無誤",
  ],
  "gi",
);
const FAILURE = joinPattern(
  [
    String.raw`\b(?:fail(?:s|ed|ing|ures?)?|broke(?:n)?|breaks|red|errored|errors? out|crash(?:es|ed|ing)?|`,
    String.raw`non-?zero|unsuccessful(?:ly)?)\b|❌|✗|✘|失败|失敗|报错|報錯|出错|出錯|崩溃|崩潰|未过`,
  ],
  "gi",
);

/** Exit codes, which leave nothing to interpret. */
export const exitCodesIn = (text: string): readonly SaidOutcome[] =>
  [...text.matchAll(EXIT_CODE)]
    .map((match) => ({ outcome: Number(match[1]), start: match.index, end: match.index + match[0].length }))
    .filter(({ outcome, start, end }) => outcome < HTTP_STATUS || isExitNamed(text.slice(start, end), outcome));

/** "returned 200" tells of a web server; an exit code this large is called one. */
const HTTP_STATUS = 200;
const LARGEST_EXIT_CODE = 255;
const isExitNamed = (words: string, outcome: number): boolean =>
  outcome <= LARGEST_EXIT_CODE && /exit|退出|结束|結束/i.test(words);

/** Words for success and failure in their order, denials taken for what they mean. */
export function outcomeWordsIn(text: string): readonly SaidOutcome[] {
  const found: SaidOutcome[] = [];
  const take = (pattern: RegExp, outcome: "success" | "failure") => {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (!found.some((known) => start < known.end && known.start < end)) found.push({ outcome, start, end });
    }
  };
  take(NO_FAILURE, "success");
  take(NO_SUCCESS, "failure");
  take(FAILURE, "failure");
  take(SUCCESS, "success");
  return found.toSorted((a, b) => a.start - b.start);
}

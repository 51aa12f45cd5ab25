import { joinPattern, rememberByText } from "../../../../base/text";
import { simplified } from "./plain-words";

/** What a sentence says was put into a file, taken out of it, and put in the place of something else. */
export interface ContentChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Names that an import is said to bring. */
  readonly imported: readonly string[];
  /** Settings that are said to have been given a value. */
  readonly assigned: readonly string[];
  readonly replaced: readonly { readonly from: string; readonly to: string }[];
  /** The same of names that are spelled as code. */
  readonly codeReplaced: readonly { readonly from: string; readonly to: string }[];
}

/** Something as it stands in a file: in quotes, or spelled as no language spells its words. */
const QUOTED = "[`\"“「']([^`\"”」'\\n]{2,60})[`\"”」']";
const SPELLED = [
  "@?[A-Za-z][\\w$]*(?:[_$][\\w$]+)+|@[A-Za-z]\\w+|[a-z]+[A-Z]\\w*|[A-Z][a-z\\d]+[A-Z]\\w*|--?[A-Za-z][\\w-]+|",
  "[A-Z][A-Z\\d]+_[A-Z\\d_]+|",
  // Among Chinese words a name with a hyphen is one of code.
  "(?<=[一-鿿]\\s?)[a-z]+(?:-[a-z]+)+(?=\\s?[一-鿿])",
].join("");
const NAMED = `(?:${QUOTED}|(?<![\\w./@-])(${SPELLED})(?![\\w/(]|\\.\\w))`;
/** A plain word is one where the noun behind it says that it is a name. */
const NOUNS = "dependenc(?:y|ies)|package|library|crate|gem|annotation|decorator|plugin|依赖|注解|插件";
const NOT_NAMES = joinPattern(
  [
    String.raw`^(?:the|a|an|new|old|unused|missing|extra|some|any|all|this|that|its|dev|direct|`,
    String.raw`peer|runtime|test|build|optional|required|explicit|unneeded|redundant|stale|`,
    String.raw`duplicate|another|second|third|two|three|external|internal|relative|absolute|`,
    String.raw`default|type|python|npm|go|rust|java|maven|gradle|node)$`,
  ],
  "i",
);
const DETERMINERS =
  "(?:(?:the|a|an|new|unused|missing|extra|explicit|一个|一条|一行|对|了|上|进|入|下|个|未使用的|多余的)\\s*){0,4}";
const ADDED = [
  "(?<![\\w-])(?:[Aa]dded|[Ii]ntroduced|[Ii]nserted|[Ii]mported|[Dd]eclared|[Rr]egistered|[Aa]ddition of)(?![\\w-])|",
  "添加|新增|加入|引入|加上|加了|补上|补了",
].join("");
const REMOVED = [
  "(?<![\\w-])(?:[Rr]emoved|[Dd]ropped|[Dd]eleted|[Ss]tripped|[Rr]emoval of|[Dd]eletion of)(?![\\w-])|",
  "删除|移除|去掉|删掉|删了|删去",
].join("");

const forms = (verb: string) => ({
  object: joinPattern([`(?:${verb})\\s*${DETERMINERS}(?:${NAMED}|([A-Za-z][\\w-]{2,30})(?=\\s*(?:${NOUNS})))`], "g"),
  subject: joinPattern(
    [
      `(?:${NAMED}|([A-Za-z][\\w-]{2,30})(?=\\s*(?:${NOUNS})))\\s*(?:(?:${NOUNS})\\s*)?`,
      `(?:(?:was|were|is|are|has|have|been|now|got|已经|已|被|也)\\s*){1,3}(?:${verb})`,
    ],
    "g",
  ),
});
const ADDS = forms(ADDED);
const REMOVES = forms(REMOVED);

/** "added the missing math import", "imported `render_csv`", "导入 csvout 的 render_csv". */
const IMPORTS = joinPattern(
  [
    `(?:${ADDED}|补充)了?\\s*${DETERMINERS}["\`']?([A-Za-z_][\\w./-]*)["\`']?\\s*(?:包的?)?(?:imports?\\b|导入|引入)|`,
    `(?:\\b[Ii]mported|导入了?|引入了?)\\s*(?:[A-Za-z_][\\w.]* ?的 ?)?["\`']?([A-Za-z_][\\w.]*)["\`']?`,
  ],
  "g",
);
/** "`deletion_protection` set to false", "set MAX_RETRIES to 5". */
const ASSIGNS = joinPattern(
  [
    `${NAMED}["\`']?\\s+(?:was |is |has been |now )?`,
    "(?:set|changed|bumped|raised|lowered|switched|increased|reduced|flipped) to\\b|",
    `(?<![\\w-])(?:[Ss]et|[Cc]hanged|[Bb]umped|[Rr]aised|[Ll]owered|[Ss]witched) (?:the )?${NAMED}["\`']? (?:to\\b|=)|`,
    `(?:设置|设定|指定|设)了?\\s?${NAMED}["\`']?\\s?(?:=|为|成)`,
  ],
  "g",
);

const VALUE = "[`\"“「']?([A-Za-z_@$][\\w$@.:-]{1,40}?)[`\"”」']?";
/** "from error to warning", "把 `warn` 换成 `error`". */
const REPLACES = joinPattern(
  [
    `\\b(?:from)\\s+${VALUE}\\s+(?:to|into)\\s+${VALUE}(?=\\s*(?:$|[.,;()，。；（]))|`,
    `(?:从|由)\\s*${VALUE}\\s*(?:改|换|调|变|切)[^\\w，。；]{0,3}\\s*${VALUE}(?=\\s*(?:$|[.,;()，。；（]))`,
  ],
  "gi",
);
/** "changed to `x`", "换成 `x`", "改成 with 语句": what stands there now. */
const BECOMES = joinPattern(
  [
    "\\b(?:changed|switched|set|bumped|renamed|converted|turned|rewritten|moved|upgraded|pinned|loosened|tightened)",
    `(?: [\\w-]+){0,4} (?:to|into) \`([^\`\\n]{2,60})\`|`,
    `\\b(?:replaced|swapped|substituted)(?: \\S+){1,5} (?:with|by|for) \`([^\`\\n]{2,60})\`|`,
    "[改换调变升降提设写](?:成|为|到|至)了?\\s*(?:`([^`\\n]{2,60})`|([a-z][\\w-]*(?:[.:_/][\\w-]+)+)|",
    "([a-z][\\w-]{2,})(?=\\s*(?:语句|关键字|函数|方法|类型|注解)))",
  ],
  "g",
);
/** "instead of X", "rather than X": what was not done. */
const REJECTED = /\b(?:instead of|rather than|not|without|no)\s+(?:the\s+)?[`"']?$|(?:而不是|而非|没有?|未)\s*$/i;

const CODE = "[`\"“「']?((?:[A-Za-z_@$]|\\d+\\.)[\\w$@.:/-]*)[`\"”」']?";
/** Spelled as code: with a digit, a dot, an underscore or a capital inside. */
const isCode = (name: string): boolean => /[\d_]|\w\.\w|[a-z][A-Z]/.test(name);
const CODE_STEPS = joinPattern(
  [
    `\\bfrom\\s+${CODE}\\s+(?:to|into)\\s+${CODE}(?![\\w/])|`,
    `\\b(?:[Rr]enamed|[Rr]eplaced|[Ss]wapped|[Ss]witched|[Cc]hanged)\\s+${CODE}`,
    `\\s+(?:to|into|with|by|for)\\s+${CODE}(?![\\w/])|`,
    `[从由把将的]\\s?${CODE}\\s?(?:重命名|改名|改|换|调|升级?|降级?)[成为到至作]?了?\\s?${CODE}(?![\\w/])`,
  ],
  "g",
);
/** "took 3.10 out of the matrix", "dropped 1.2 from the list". */
const VERSION_OUT = joinPattern(
  [
    String.raw`\b(?:took|taken|removed|dropped|deleted|struck|`,
    String.raw`pulled)\s+(?:[A-Z]\w+ )?["'\x60]?(\d+(?:\.\d+)+)["'\x60]?`,
    String.raw`(?=\s+(?:out|from|in)\b)|[删移去]\S{0,2}了?\s?(?:[A-Z]\w+ )?["'\x60]?(\d+(?:\.\d+)+)`,
  ],
  "gi",
);

export const contentChangesIn = rememberByText((told: string): ContentChanges => {
  const text = simplified(told);
  const named = ({ object, subject }: typeof ADDS): readonly string[] =>
    [object, subject].flatMap((form) =>
      [...text.matchAll(form)]
        .filter(({ index }) => !REJECTED.test(text.slice(0, index)))
        .map(([, quoted, spelled, plain]) => quoted ?? spelled ?? plain ?? "")
        .filter((name) => !NOT_NAMES.test(name) && !/[\s/]|\.\w{1,5}$/.test(name)),
    );
  return {
    added: [...named(ADDS), ...annotationsIn(text), ...becomes(text)],
    removed: [...named(REMOVES), ...captured(text, VERSION_OUT)],
    imported: captured(text, IMPORTS).filter((name) => !NOT_NAMES.test(name)),
    assigned: captured(text, ASSIGNS),
    replaced: [...text.matchAll(REPLACES)].map(([, from, to, chineseFrom, chineseTo]) => ({
      from: from ?? chineseFrom ?? "",
      to: to ?? chineseTo ?? "",
    })),
    codeReplaced: [...text.matchAll(CODE_STEPS)]
      .map((match) => match.slice(1).flatMap((one) => one?.replace(/[.:/-]+$/, "") ?? []))
      .map(([from = "", to = ""]) => ({ from, to }))
      .filter(({ from, to }) => isCode(from) && isCode(to)),
  };
});

/** "annotated with @Service": an annotation by its name. */
const annotationsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:annotated|decorated|marked) (?:with|as) [`"']?(@?[A-Z]\w+)/g)].map(([, name = ""]) => name);

const becomes = (text: string): readonly string[] => captured(text, BECOMES);

const captured = (text: string, form: RegExp): readonly string[] =>
  [...text.matchAll(form)]
    .filter(({ index }) => !REJECTED.test(text.slice(0, index)))
    .map((match) => match.slice(1).find((one) => one !== undefined) ?? "");

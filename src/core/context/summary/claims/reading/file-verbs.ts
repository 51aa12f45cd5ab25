import { joinPattern } from "../../../../base/text";
import type { FileChange } from "../claim";

/** A verb that says what was done to a file, with its place in the sentence. */
export interface FileVerb {
  readonly change: Exclude<FileChange, "named">;
  readonly start: number;
  readonly end: number;
  /** "weak" ones also describe code ("is registered in"), so they count only where somebody is said to have done it; so
   * do "guessed" ones, of which only the form is known. */
  readonly force: "strong" | "weak" | "guessed";
}

const PAST: readonly (readonly [FileVerb["change"], FileVerb["force"], string])[] = [
  [
    "created",
    "strong",
    [
      "created|recreated|wrote|rewrote|written|rewritten|authored|scaffolded|drafted|",
      "brand[- ]new file|new files?|added|introduced",
    ].join(""),
  ],
  [
    "edited",
    "strong",
    [
      "edited|modified|updated|changed|patched|refactored|fixed|corrected|repaired|adjusted|",
      "tweaked|extended|replaced|inserted|appended|prepended|extracted|split|converted|migrated|",
      "reworked|revised|amended|altered|hardened|simplified|cleaned up|tidied|improved|rewired|",
      "bumped|swapped|overwrote|overwritten|reformatted|restructured|reorgani[sz]ed|reverted|",
      "restored|touched|touched up|expanded|trimmed|deduplicated|inlined|ported|moderni[sz]ed|",
      "optimi[sz]ed|edits? (?:to|in|of)|changes? (?:to|in)|modifications? (?:to|in|of)|",
      "updates? (?:to|in)|patch(?:es)? (?:to|for|applied)|now (?:exports?|contains?|uses?|handles?|",
      "validates?|returns?|has|have|includes?|checks?|throws?|supports?|imports?|calls?|logs?|",
      "rejects?|accepts?|retries|reads?|holds?)|dirty|uncommitted|untracked|carry changes|overhaul|rework|refactoring|",
      "rewrite of|redesign|conversion of|",
      "(?:is|are) now [a-z]+ed (?:to|into|from|through|in|as|with)|",
      "now (?!pass|fail|green|red\\b|work|is\\b|are\\b|at\\b|in\\b|on\\b|clean|compil|ok\\b|all\\b|the\\b|",
      "that\\b)[a-z]{3,}(?<!ing)",
    ].join(""),
  ],
  [
    "edited",
    "weak",
    [
      "implemented|registered|exported|exposed|configured|set|put|placed|wired(?: up)?|",
      "hooked(?: up)?|applied|wrapped|stubbed|mocked|typed|annotated|documented|injected|generated|",
      "built|made|saved|stored|switched|merged|commented out|uncommented|landed|finished|",
      "finali[sz]ed|completed|plugged|guarded|renumbered|instrumented|moved|taught|gave|given|brought|cut|sped up|",
      "rebuilt|redid|redone|undid|undone|gained|received|grew|grown|shrank|beefed up|tucked|slipped|knocked together|",
      "slapped|dropped in|threw in|thrown in|snuck|lifted|pulled out|taken out|spun off|carved out|",
      "got (?:a|an|its|the|new|`[\\w-]+`|[a-z]+_[a-z]+)(?! error\\b(?! \\w))",
    ].join(""),
  ],
  ["deleted", "strong", "deleted|removed|erased|dropped|got rid of|unlinked"],
  ["renamed", "strong", "renamed|relocated"],
  [
    "read",
    "strong",
    [
      "viewed|inspected|examined|reviewed|looked (?:at|into|through|over)|studied|skimmed|",
      "went through|walked through|analy[sz]ed|read through|re-?read|opened",
    ].join(""),
  ],
  ["read", "weak", "read|checked|scanned|searched|grepped|investigated|explored|browsed|loaded|listed|printed"],
];
/** Any other past form says that something was done to the file, unless it says how the code is or what was found. */
const OTHER_PAST = joinPattern(
  [
    "(?<![\\w./`-])(?!(?:looked|answered|used|based|located|found|called|named|defined|imported|needed|related|",
    "expected|failed|passed|provided|happened|occurred|caused|noticed|observed|confirmed|verified|tested|",
    "discussed|identified|discovered|determined|concluded|suspected|decided|asked|wanted|started|",
    "stopped|tried|attempted|compared|traced|debugged|reproduced|considered|planned|proposed|",
    "suggested|mentioned|described|shared|matched|returned|exited|launched|logged|showed|",
    "displayed|reported|referenced|required|supported|contained|included|involved|remained|",
    "stayed|skipped|ignored|committed|pushed|resolved|solved|executed|missed|rejected|refused|",
    "denied|limited|unchanged|untouched|unused|unresolved|undefined|supposed|affected|triggered|",
    "raised|crashed|timed|closed|followed|indeed|need|speed|feed|seed|embed|exceed|proceed|",
    "succeed|shared|mixed|nested|typed|signed|hundred|red|bed|led|fed|shed|covered|localized|",
    "pinpointed|consulted|mapped|counted|measured|profiled|benchmarked|validated|compiled|linted|",
    "deployed|published|released|installed|downloaded|fetched|cloned|learned|realized|hoped|",
    String.raw`liked|owned|reused)\b)[a-z]{3,}ed\b(?![\w/]|\.\w|-\w)`,
  ],
  "gi",
);
const PLAIN: readonly (readonly [FileVerb["change"], string])[] = [
  ["created", "create|write|add|new|rewrite|scaffold"],
  [
    "edited",
    [
      "edit|patch|update|modify|change|fix|refactor|replace|insert|append|extend|extract|implement|",
      "convert|migrate|adjust|tweak|correct|apply|str_replace|apply_patch|write_file|edit_file|",
      "replace_in_file|multi_?edit",
    ].join(""),
  ],
  ["deleted", "delete|remove|drop|rm"],
  ["renamed", "rename|move|mv"],
  ["read", "read|view|open|inspect|examine|review|look at|read_file|cat|analy[sz]e|check"],
];
/** The sentence is in Simplified characters when these are looked for. */
const CHINESE: readonly (readonly [FileVerb["change"], FileVerb["force"], string])[] = [
  ["created", "strong", "创建|新建|新增|添加|加入|增加|写入|编写|撰写|写了|创立|建了|建立|新文件|新档案|加了"],
  [
    "edited",
    "strong",
    [
      "动了[刀手]?|动刀|添了|塞了|塞进|加上|挪了|放开了|开了|补了|删了|写了|换了|收紧|放宽|抬到|调到|提到|",
      "修改|编辑|更新|更改|改动|改写|重写|重构|修复|修正|修好|修补|调整|优化|替换|扩展|扩充|补充|拆分|改了|改成|改为|变更|",
      "最佳化|打补丁|套用|改好|重整|更动|已改|有改|改过|动过|改(?=\\s*(?:\\||$|[，。；）)]))|[改换]用|",
      // Any verb that is marked as done right before a file, unless it is one of looking or running.
      "(?![看读查搜析览检定发确了运执测提跑])[一-鿿]{2}了(?=\\s*[`\"'“「]?[\\w./@-]+\\.\\w)|",
      // A verb of one character with what it leads to: 改成, 接入, 抽到, 加进.
      "(?:^|[^检修整])[改加补抽提调换接切迁拆落放写挪搬填装升降收并串]\\S{0,1}(?:了|到|成|进|入|在|上|为|齐|好|完|至|作)",
    ].join(""),
  ],
  ["edited", "weak", "实现|实作|注册|导出|汇出|配置|设置|设定|应用|保存|完成"],
  ["deleted", "strong", "删除|移除|清除|[删去拿移剔扔砍撤](?:掉|走|了|下)|已删"],
  ["renamed", "strong", "重命名|改名|重新命名|移动|搬到"],
  ["read", "strong", "阅读|查看|浏览|审查|看了|检视|翻看|通读|读了|查阅"],
  ["read", "weak", "读取|分析|检查|搜索|搜寻"],
];

const pastForms = PAST.map(([change, force, words]) => ({
  change,
  force,
  pattern: new RegExp(`(?<![\\w./-])(?:re-)?(?:${words})(?![\\w/]|\\.\\w|-\\w)`, "gi"),
}));
const chineseForms = CHINESE.map(([change, force, words]) => ({ change, force, pattern: new RegExp(words, "g") }));
const plainForms = PLAIN.map(([change, words]) => ({
  change,
  pattern: new RegExp(`^[\\s*_\`[]*(?:${words})(?![\\w]|[./-]\\w)`, "i"),
}));

/**
 * Verbs in their order. Bare forms ("EDIT src/a.ts") count only at the beginning of an item that tells of finished
 * work.
 */
export function findFileVerbs(sentence: string, opening: "finished-item" | "other"): readonly FileVerb[] {
  const found: FileVerb[] = [];
  const forms = [...pastForms, ...chineseForms, { change: "edited", force: "guessed", pattern: OTHER_PAST } as const];
  for (const { change, force, pattern } of forms)
    for (const match of sentence.matchAll(pattern))
      found.push({ change, force, start: match.index, end: match.index + match[0].length });
  if (opening === "finished-item")
    for (const { change, pattern } of plainForms) {
      const match = pattern.exec(sentence);
      if (match !== null) found.push({ change, force: "strong", start: 0, end: match[0].length });
    }
  return withoutOverlaps(found);
}

/** Of verbs in the same place the longest; a name in code quotes is no verb. */
function withoutOverlaps(found: readonly FileVerb[]): readonly FileVerb[] {
  const ordered = found.toSorted((a, b) => a.start - b.start || b.end - a.end || (a.force === "strong" ? -1 : 1));
  const kept: FileVerb[] = [];
  for (const verb of ordered) if (verb.start >= (kept.at(-1)?.end ?? 0)) kept.push(verb);
  return kept;
}

const OPENS = joinPattern(
  [
    "^[\\s*_`\"'([]*(?:(?:then|also|and|finally|first|next|afterwards|later|successfully|already|",
    String.raw`just|further|again|subsequently|has|have|had|was|were|been)[\s,:]+)*$`,
  ],
  "i",
);

const FOLLOWS_SUBJECT = joinPattern(
  [
    String.raw`(?:^|[\s,;:—-])(?:I|we|it|agent|assistant|and|then|also|successfully)(?:['’]ve|\s+(?:has|`,
    String.raw`have|had|then|also|successfully))*\s+$`,
  ],
  "i",
);

/** "src/a.ts — the limit raised": a line that begins with a file tells what was done to it. */
const HEADED = /^[\s|*_`"'(]*[\w@./\\-]+[/.][\w./-]*\w[`"'*]*\s*(?:\([^)]{0,60}\)\s*)?[|:：—–-]\s?/;

/**
 * Somebody is said to have done it: the verb opens the sentence, follows its subject, or stands in the passive voice
 * with a time.
 */
export function isDeed(sentence: string, verb: FileVerb): boolean {
  if (verb.force === "strong") return true;
  const before = sentence.slice(0, verb.start);
  return (
    OPENS.test(before) ||
    FOLLOWS_SUBJECT.test(before) ||
    /\b(?:ha(?:s|ve|d) been|was|were)\s+(?:\w+ly\s+)?$/i.test(before) ||
    /\w\.\w{1,12}[`"'*]*\s+$/.test(before) ||
    HEADED.test(before) ||
    (/(?:已经|已|了|并|随后|然后|接着|又|还|^|[，、：:\s])\s*$/.test(before) &&
      /[一-鿿]/.test(sentence.slice(verb.start, verb.end)))
  );
}

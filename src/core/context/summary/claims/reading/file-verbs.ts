import { joinPattern } from "../../../../base/text";
import type { FileChange } from "../claim";

/** A verb that says what was done to a file, with its place in the sentence. */
export interface FileVerb {
  readonly change: Exclude<FileChange, "named">;
  readonly start: number;
  readonly end: number;
  /** "weak" ones also describe code ("is registered in"), so they count only where somebody is said to have done it. */
  readonly force: "strong" | "weak";
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
      "rejects?|accepts?|retries|reads?|holds?)",
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
      "rebuilt|redid|redone|undid|undone|gained|received|got (?:a|an|its|the|new)(?! error\\b(?! \\w))",
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
  ["read", "weak", "read|checked|scanned|searched|investigated|explored|browsed|loaded|listed|printed"],
];
/** Any other past form says that something was done to the file, unless it says how the code is or what was found. */
const OTHER_PAST = joinPattern(
  [
    "(?<![\\w./`-])(?!(?:used|based|located|found|called|named|defined|imported|needed|related|",
    "expected|failed|passed|happened|occurred|caused|noticed|observed|confirmed|verified|tested|",
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
const CHINESE: readonly (readonly [FileVerb["change"], FileVerb["force"], string])[] = [
  [
    "created",
    "strong",
    "创建|新建|新增|添加|加入|增加|写入|編寫|编写|撰写|撰寫|写了|寫了|创立|建了|創建|建立|寫入|新文件|新檔案|加了",
  ],
  [
    "edited",
    "strong",
    [
      "修改|编辑|更新|更改|改动|改動|改写|重写|重构|修复|修正|修好|修补|調整|调整|优化|替换|扩展|补充|拆分|改了|改成|改为|改為|編輯|變更|变更|改寫|重寫|重構|",
      "修復|修補|優化|最佳化|替換|擴充|擴展|補充|打补丁|套用|改好|重整|更動|更动",
    ].join(""),
  ],
  ["edited", "weak", "实现|實作|實現|注册|註冊|导出|匯出|配置|设置|設定|應用|应用|保存|完成"],
  ["deleted", "strong", "删除|移除|去掉|删掉|刪除|刪掉|清除"],
  ["renamed", "strong", "重命名|改名|重新命名|移动|移動|搬到"],
  ["read", "strong", "阅读|查看|浏览|审查|看了|閱讀|檢視|瀏覽|審查|翻看|通读|讀了|读了|打开|打開|查閱|查阅"],
  ["read", "weak", "读取|分析|检查|讀取|檢查|搜索|搜尋"],
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
  const forms = [...pastForms, ...chineseForms, { change: "edited", force: "weak", pattern: OTHER_PAST } as const];
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

/**
 * Somebody is said to have done it: the verb opens the sentence, follows its subject, or stands in the passive voice
 * with a time.
 */
export function isDeed(sentence: string, verb: FileVerb): boolean {
  if (verb.force === "strong") return true;
  const before = sentence.slice(0, verb.start);
  return (
    joinPattern(
      [
        "^[\\s*_`\"'([]*(?:(?:then|also|and|finally|first|next|afterwards|later|successfully|already|",
        String.raw`just|further|again|subsequently|has|have|had|was|were|been)[\s,:]+)*$`,
      ],
      "i",
    ).test(before) ||
    joinPattern(
      [
        String.raw`(?:^|[\s,;:—-])(?:I|we|it|agent|assistant|and|then|also|successfully)(?:['’]ve|\s+(?:has|`,
        String.raw`have|had|then|also|successfully))*\s+$`,
      ],
      "i",
    ).test(before) ||
    /\b(?:ha(?:s|ve|d) been|was|were)\s+(?:\w+ly\s+)?$/i.test(before) ||
    (/(?:已经|已經|已|了|并|並|随后|隨後|然后|然後|接着|接著|又|还|還|^|[，、：:\s])\s*$/.test(before) &&
      /[一-鿿]/.test(sentence.slice(verb.start, verb.end)))
  );
}

import { joinPattern } from "../../../../base/text";
import type { DecisionClaim } from "../claim";
import type { SummarySentence } from "./sentences";

/** The one person of the session: "users" are mostly those of the program, and `user.name` is code. */
const USER = "(?<![\\w/.`$-])(?:the )?user(?:['’]s)?(?![\\w/.(`-])|用户|用戶|使用者|客户|客戶";
const ADVERBS =
  "(?:\\s+(?:has|have|had|also|then|already|later|now|again|who|once|just|only|and|strictly|\\w+ly)){0,3}\\s+";
const ADVERBS_CHINESE =
  "(?:明确|明確|已经|已經|已|也|还|還|又|再次|随后|隨後|最后|最後|最终|最終|曾|后来|後來|直接|特别|特別|强烈|強烈|\\s)*";
const DECIDES_ENGLISH = [
  "decid(?:ed|es)|chose|chosen|picked|selected|opted|prefers?|preferred|confirm(?:ed|s)|",
  "approv(?:ed|es)|agreed|agrees|accepted|accepts|reject(?:ed|s)|declined|ruled out|",
  "insist(?:ed|s)|instructed|requir(?:ed|es)|request(?:ed|s)|asked|asks|want(?:ed|s)|wishes|",
  "said|says|told|stated|specified|clarified|signed off|authori[sz]ed|granted|permitted|",
  "allowed|forbade|forbids|demanded|mandated|settled on|set|gave|explained|noted|mentioned|",
  "pointed out|reported|expects|likes|dislikes|edited|changed|modified|created|deleted|okayed|",
  "vetoed|switched|favou?rs|dropped|went with",
].join("");
const NOUNS = [
  "decisions?|choices?|preferences?|approval|requests?|requirements?|wish(?:es)?|instructions?|",
  "feedback|confirmation|go-ahead|call|answers?|rules?|orders?|idea",
].join("");
const DECIDES_CHINESE = [
  "决定|決定|选择|選擇|选定|選定|选了|選了|要求|确认|確認|同意|批准|拒绝|拒絕|希望|偏好|倾向|傾向|指示|指定|规定|規定|说|說|表示|坚持|堅持|提出|认可|認可|",
  "授权|授權|允许|允許|禁止|想要|明确|明確|想|改用|让|讓|叫|拍板|认为|認為",
].join("");
const DECIDES = `${DECIDES_ENGLISH}|${NOUNS}|${DECIDES_CHINESE}`;
const ATTRIBUTED = new RegExp(
  [
    [
      `(?<![\\w/.\`$-])(?:the )?user${ADVERBS}(?:${DECIDES_ENGLISH}|(?:is|was) (?:fine|happy|ok|`,
      `okay) with|does(?: not|n't) want|did(?: not|n't) want)`,
    ].join(""),
    `(?<![\\w/.\`$-])(?:the )?user['’]s\\s+(?:\\w+\\s+){0,2}(?:${NOUNS})`,
    `(?:${DECIDES_ENGLISH}|${NOUNS})[^.;。；]{0,24}?\\b(?:by|from|of|per) (?:the )?user\\b`,
    `\\b(?:agreed|settled|decided|arranged|cleared|discussed) with (?:the )?user\\b`,
    `\\b(?:per|following|at|on|due to|because of|based on|as) (?:the )?user(?:['’]s)?(?: (?:${NOUNS}))?(?![\\w/.])`,
    `\\b(?:it (?:was|is|has been) (?:agreed|settled)|(?:we|both sides|all) agreed)\\b`,
    `\\b(?:agreed (?:to|that|on)|by agreement)\\b`,
    `商定|商量好|约定好?|約定|说好|說好|谈妥|談妥|说定|說定|双方|雙方`,
    `\\buser-(?:approved|requested|confirmed|mandated|specified)\\b`,
    `(?:用户|用戶|使用者|客户|客戶)${ADVERBS_CHINESE}(?:${DECIDES_CHINESE}|不想|不希望)`,
    `(?:按照?|根据|根據|依照?|应|應)(?:用户|用戶|使用者)的?(?:要求|决定|決定|意见|意見|选择|選擇|指示|偏好)?`,
  ].join("|"),
  "iu",
);
/** Where decisions are listed, whatever is said of the user is theirs. */
const SPOKEN_OF = joinPattern(
  [
    String.raw`^[\s*_"'-]*(?:the )?user\b(?![\w/.(\x60-]|\s+(?:will|may|can|has|was)\b)[:,]?(?=\s)|`,
    String.raw`^[\s*_-]*(?:用户|用戶|使用者)(?!名|表|数据|資料|端|界面|自己)`,
  ],
  "iu",
);
const DECIDED = joinPattern(
  [
    String.raw`\b(?:decided|decision|chose|agreed|settled on|opted|we(?:'ll| will) use|going with|`,
    String.raw`picked)\b|决定|決定|选择|選擇|选定|選定|采用|採用`,
  ],
  "i",
);
/** What is left open is no decision. */
const LEFT_OPEN = joinPattern(
  [
    String.raw`\b(?:is|are|stays?|remains?|still|left) (?:open|undecided)\b(?!-| source)|\bundecided\b|`,
    String.raw`\b(?:not|n['’]t|yet to|still (?:has|have|needs?|wants?) to|will|to be) (?:yet )?(?:be )?`,
    String.raw`(?:decided?|pick(?:ed)?|choos(?:e|ing)|chosen)\b|`,
    String.raw`\bdecides (?:later|after|when|once)\b|待定|未定|还没定|尚未决定|还没决定|没想好|再决定`,
  ],
  "i",
);
const UNDECIDED =
  /\b(?:not|never|yet|whether|if|should|may|might|could|will|would|until)\b|n't\b|未|没有|沒有|尚|是否/i;
/** Where decisions are listed, a sentence that names the user tells what they want. */
const NAMED = joinPattern(
  [
    String.raw`(?<![\w/.\x60$-])(?:the )?(?:user|boss|`,
    String.raw`client)(?:['’]s)?(?![\w/.(\x60-])(?!s?\s+(?:table|data|name|id|list|model|`,
    String.raw`input)\b)|用户|用戶|使用者|客户`,
  ],
  "i",
);
const CONDITION = /\b(?:if|unless|until|once|whether|when|in case)\s+(?:the\s+)?$|(?:如果|若|一旦|是否|等)\s*$/i;
/** Asked and not decided. */
const OPEN_QUESTION =
  /\b(?:asked|asks|asking|wonder\w*) (?:about |if |whether )|询问|问(?:了|是否|能不能|要不要)|要不要|是否/i;
/** A section that is empty says so. */
const NOTHING = /^[^\w一-鿿]*(?:none|nothing|n\/a|no (?:pending|open|outstanding)|无|没有|暂无|尚无)/i;
/** How far a wish has come is not part of it. */
const NOT_DONE = joinPattern(
  [
    String.raw`\b(?:not|never|nothing)(?: yet| been)? (?:started|done|begun|implemented|addressed|`,
    String.raw`touched|written)\b(?: yet)?|`,
    String.raw`\b(?:still )?(?:open|pending|outstanding|to do)\b(?=\W*$)|(?:尚未|还没有?|仍未|还未|未)(?:开始|实现|完成|处理|动手|做|写|修)`,
  ],
  "gi",
);
/** What was done about a wish, and how things are now, is told beside it. */
const TOLD_BESIDE = joinPattern(
  [
    String.raw`[;,—–]\s*(?:done|implemented|applied|fixed|now in|realized)\b[^;]*|[，；]\s*(?:因此|所以|于是|已在)[^，；。]*|`,
    String.raw`,\s*which\b[^,;]*\b(?:now|already)\b[^,;]*|`,
    String.raw`[;,—–]\s*(?:still|currently|so far|actual(?:ly)?|measured)\b[^;]*|[，；]\s*(?:实测|目前|仍|还没|尚未|现在仍)[^，；。]*`,
  ],
  "gi",
);
/** Less says too little to be looked for. */
const LEAST_CHARS = 6;
const LEAST_CHINESE_CHARS = 3;

/** Decisions and wishes that a sentence puts into somebody's mouth. */
export function readDecisionClaims(sentence: SummarySentence): readonly DecisionClaim[] {
  const { text, section, line, start } = sentence;
  if (text.length < LEAST_CHARS || [NOTHING, OPEN_QUESTION, LEFT_OPEN].some((open) => open.test(text))) return [];
  const place = { line, start, end: start + text.trimEnd().length };
  const isTold = section === "decisions" || section === "wishes" || section === "asks";
  const attributed = ATTRIBUTED.exec(text) ?? (isTold ? (SPOKEN_OF.exec(text) ?? NAMED.exec(text)) : null);
  if (attributed !== null && (UNDECIDED.test(attributed[0]) || CONDITION.test(text.slice(0, attributed.index))))
    return [];
  if (attributed !== null) {
    // In passing, only the clause that names the user is theirs.
    const clause = isTold
      ? text
      : (text.split(/[;；—，。]|,(?!\d)/).find((part) => part.includes(attributed[0])) ?? text);
    const content = withoutAttribution(clause);
    const remark = isTold ? remarkIn(text, attributed[0]) : undefined;
    return isTooShort(content)
      ? []
      : [
          {
            kind: "decision",
            maker: "user",
            content,
            ...(remark === undefined ? {} : { remark }),
            manner: isTold ? "told" : "passing",
            tense: "past",
            place,
          },
        ];
  }
  if (section === "asks") {
    const content = text.replace(TOLD_BESIDE, "").replace(NOT_DONE, " ").trim();
    return content.length < LEAST_CHARS && !/[一-鿿]{3}/.test(content)
      ? []
      : [{ kind: "decision", maker: "user", content, manner: "told", tense: "past", place }];
  }
  if (section !== "decisions" && section !== "wishes" && !DECIDED.test(text)) return [];
  return [{ kind: "decision", maker: "anyone", content: text, manner: "told", tense: "past", place }];
}

const isTooShort = (content: string): boolean =>
  content.length < (/[一-鿿]/.test(content) ? LEAST_CHINESE_CHARS : LEAST_CHARS) && !/[A-Z]\w|\d/.test(content);

/** "No modal library (the user ruled out new dependencies)": a remark that says itself what the user wants. */
function remarkIn(text: string, attributed: string): string | undefined {
  const remark = [...text.matchAll(REMARK)].map(([part]) => part).find((part) => part.includes(attributed));
  if (remark === undefined || remark === text) return undefined;
  const words = withoutAttribution(remark).replace(FILLERS, " ");
  return (words.match(/\w{4,}/g)?.length ?? 0) >= 2 || /[一-鿿]{4}/.test(words)
    ? withoutAttribution(remark)
    : undefined;
}

const REMARK = /[（(][^()（）]+[)）]|(?<=[;；])[^;；]+$/g;
const FILLERS = joinPattern(
  [
    String.raw`\b(?:this|that|with|from|fine|explicit\w*|change[ds]?|mind|midway|later|first|again|because|since)\b|`,
    "这样|这么|明确|中途|主意|指出|按",
  ],
  "gi",
);

const WORDS = new RegExp(`${USER}|\\b(?:by|per|it was|settled)\\b|商定|约定好?|約定|说好|說好|双方|雙方`, "giu");
/** "preferred a table to a counter" */
const PREFERRED = /(\bprefer(?:s|red)\s[^.;,]*?)\sto\s(?=(?:an?|the|any|another)\s|\w+ing\b)/i;
/** Refusals stay: they say which way the decision went. */
const VERBS = new RegExp(`(?<![\\w])(?!reject|declin|ruled|forb|delet|dropp|禁止|拒)(?:${DECIDES})(?![\\w])`, "giu");

/** What is left is what somebody must have said. */
const withoutAttribution = (text: string): string =>
  text.replace(TOLD_BESIDE, "").replace(PREFERRED, "$1 rather than ").replace(WORDS, " ").replace(VERBS, " ").trim();

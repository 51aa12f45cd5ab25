import { joinPattern, rememberByText } from "../../../../base/text";
import { simplified } from "../language/plain-words";

/**
 * Which way a wish goes. "plain": it names what is wanted, without a word for change or rest; undefined where its words
 * go both ways.
 */
export type Direction = "plain" | "change" | "remove" | "keep" | "refuse" | undefined;

/** Words that look like denials and deny nothing. */
export const IDIOMS = joinPattern(
  [
    String.raw`\b(?:no problem|no worries|not only|no later than|not just|why not|no matter|if not|or not|`,
    String.raw`can['’]t wait|don['’]t (?:mind|worry|forget|care)|won['’]t hurt|not sure|`,
    String.raw`no longer(?! (?:need|want|us|requir)\w*)|no idea|`,
    String.raw`doesn['’]t (?:work|exist|matter)|isn['’]t (?:\w+ )?(?:working|there|what)|didn['’]t (?:work|know|`,
    String.raw`see))\b|`,
    String.raw`\b(?:never|not|no) (?:more|less|fewer|later|earlier|longer|older|lower|higher) than\b|`,
    "不[超多少低高大小早晚]于|不超过|没关[系係]|没问题|没事|不错|不仅|不只|不但|无论|不同|不断|不过|差不多|不妨|要不要|是不是|能不能|",
    "好不好|不好意思|不然|不得不|",
    "不够|不足|不对|不行|不了|不到|不准确|不存在|没有?(?:看到|找到)|别的|别人|特别|分别|区别|类别|级别|免费|拒绝率",
  ],
  "gi",
);
export const KEEPS = joinPattern(
  [
    String.raw`\b(?:keep\w*|kept|leav(?:e|es|ing)|left|preserv\w*|retain\w*|stay\w*|stick\w*|remain\w*|unchanged|`,
    String.raw`still us(?:e|es|ing)|untouched|frozen|as (?:it )?is|as little as|alone|read-only)\b|`,
    String.raw`保持|保留|维持|继续使?用|仍[然旧]?使?用|不变|原样|照旧|`,
    String.raw`沿用|留[着到在下]|(?<=[不别都要])留(?![空给意言待])|只读|少动`,
  ],
  "gi",
);
/** Not to come in. */
const KEPT_OUT = /\b(?:stay|keep|kept|leave|left|leaving)(?:s|ing)? (?:\w+ ){0,2}out\b(?! of)/i;
/** Not to be kept. */
const UNKEPT = joinPattern(
  [
    String.raw`\b(?:not|never|no need to|n['’]t) (?:be )?(?:keep|kept|preserve|retain|leave)\w*\b|`,
    "(?:不要?|别|不必|无需)(?:再|继续)?(?:保留|留(?![空给意言待]))",
  ],
  "i",
);
export const DENIES = joinPattern(
  [
    String.raw`\b(?:(?:not|never|no)(?!-)|nope|nah|none|cannot|without|avoid\w*|neither|nor|declin\w*|`,
    String.raw`retract\w*|withdr[ae]w\w*|shelv\w+|(?:postpon|defer)(?:e?s|ing)?|(?<!as )skip\w*|`,
    String.raw`^\\W*reject(?:s|ed)?|(?<=was |were |been |got |user |and )(?:reject|skipp|`,
    String.raw`postpon|deferr)ed|`,
    String.raw`(?:reject|skipp)ed(?= (?:the|an?|this|that|it|by|\w+ing)\b)|`,
    String.raw`rul\w+ out|forb\w+|prohibit\w*|hands off|no-go|off[- ]limits|out of (?:scope|bounds|the question)|`,
    String.raw`park(?:ed)?|(?<=(?:decid\w+|is|was|am|are|be|and|or|voted|strongly) )against|^\W*against|`,
    String.raw`dislikes?|put\w* (?:\w+ ){0,3}off|on hold|before (?:touch|chang|do)ing|rather than|`,
    String.raw`instead of|(?:to|will|['’]ll) (?:decide|pick)|`,
    String.raw`refus\w+|veto\w*|turn\w* down|den(?:y|ied)|postpone|hold off)\b|`,
    String.raw`n['’]t\b|不|没|勿|别|禁|拒|避免|无需|否决|反对|叫停|推迟|暂缓|延后|算了|以后再|回头再|放到`,
  ],
  "gi",
);
const LATER = joinPattern(
  [
    String.raw`\b(?:next (?:week|sprint|month|iteration|release|time)|later(?=\W*$)|`,
    String.raw`tomorrow|`,
    String.raw`(?:another|separate|different|follow-up) (?:day|time|pr|change|ticket|issue|task|commit|`,
    String.raw`branch)|follow-up)\b|`,
    "下(?:个|一个)?(?:周|次|月|迭代|版本|期|星期)|明天|以后|回头|改天|稍后|等[^，。；,;]*再",
  ],
  "i",
);
const REMOVES = joinPattern(
  [
    String.raw`\b(?:drop\w*|remov\w*|delet\w*|ditch\w*|discard\w*|abandon\w*|disabl\w*|get rid|rid of|strip\w*|`,
    String.raw`rip\w*|`,
    String.raw`uninstall\w*|cancel\w*|(?<!hands )off(?![- ]limits)|tak\w+ out|eliminat\w*|`,
    String.raw`giv\w+ up|kill\w*|evict\w*|retir\w+|out with)\b|删|移除|去掉|去除|拿掉|撤掉|关闭|关掉|停掉|停用|`,
    String.raw`禁用|弃用|放弃|取消|卸载|清除|砍`,
  ],
  "i",
);
const CHANGES = joinPattern(
  [
    String.raw`\b(?:chang(?!eset|elog)\w*|modif\w*|replac\w*|switch\w*|rewrit\w*|renam\w*|bump\w*|upgrad\w*|`,
    String.raw`migrat\w*|`,
    String.raw`mov(?:e|es|ed|ing)|rais\w+|lower\w*|convert\w*|swap\w*|go(?:es)? to)\b|改|换(?!行)|升|迁|调(?!用|试|度)`,
  ],
  "i",
);
export const REMOVES_ALL = new RegExp(REMOVES, "gi");
const CHANGES_ALL = new RegExp(CHANGES, "gi");
/** A tag "不带签名的" is a kind of tag, and no refusal. */
const ATTRIBUTIVE = /[不没未无](?=[^，。；,;]{1,8}(?<![新旧老有来别他何余前])的\s?[\w一-鿿])/g;
/** `deleted_at` deletes nothing. */
const CODE = /`[^`]*`|[\w-]+(?:[_./:][\w-]+)+|--[\w-]+/g;
/** What something is preferred to. */
const CONTRAST =
  /(?:,\s*not|\band not|\binstead of|\brather than)\s(?:[^,;.()]|\.(?=\w))*|(?:而不是|而非)[^，；。（）]*/gi;

/** When it is to happen is no part of what is to happen. */
/** "Lines that do not parse": which ones, and not what is to be done. */
const RELATIVE =
  /\b(?:that|which|who|where|when|if|while) (?:\w+ ){0,2}?(?:do|does|is|are|can|has|have)(?:n['’]t| not)(?= [\w-]+)/g;
const CONDITION = /[^，。；,;推迟延缓]{2,14}时(?=[^间区长钟候效刻段差，。；,;]{2})/g;

export const directionOf = rememberByText((told: string): Direction => {
  const text = [CONDITION, RELATIVE, CONTRAST, IDIOMS, ATTRIBUTIVE, CODE].reduce(
    (rest, words) => rest.replace(words, " "),
    simplified(told.toLowerCase()),
  );
  const keeps = KEEPS.test(text);
  KEEPS.lastIndex = 0;
  const spoken = text.replace(KEEPS, " ").match(DENIES)?.length ?? 0;
  // What is for another time is not for now.
  const denials = spoken === 0 && LATER.test(text) ? 1 : spoken;
  if (denials > 1) return undefined;
  if (UNKEPT.test(text)) return "remove";
  if (KEPT_OUT.test(text)) return "refuse";
  if (keeps) return denials === 1 ? undefined : "keep";
  if (REMOVES.test(text)) return denials === 1 ? "keep" : "remove";
  if (denials === 1) return "refuse";
  return CHANGES.test(text) ? "change" : "plain";
});

/** Put off and not refused. */
export const isForLater = (text: string): boolean => LATER.test(text) && simplified(text).match(DENIES) === null;

/** Work of any kind on whatever was spoken of before. */
const ANY_WORK = joinPattern(
  [
    String.raw`\b(?:fix|touch|do|does|use|run|bother|worry|now|yet|here|this|that|it|them|please|pls|just|for|so)\b|`,
    "[本这此]次|需要|必要|[管动做碰修用弄理先就都也再吧了请]",
  ],
  "gi",
);

/** How something is, as against how it is to be. */
const DESCRIBES = joinPattern(
  [
    String.raw`\b(?:does|is|did|was|has|have|are|were|had)(?:n['’]t| not)\b`,
    String.raw`(?! (?:to|allowed|needed|necessary|wanted|worth|required|permitted)\b)|正在|在[改做写用弄]`,
  ],
  "i",
);

/** Which way the words of a user go; a description wishes nothing. */
export const wishIn = (told: string): Direction => (DESCRIBES.test(told) ? "plain" : directionOf(told));

/** What is left of a wish without the words for its direction: nothing where it goes on about something before it. */
export const objectOf = (told: string): string =>
  [IDIOMS, KEEPS, DENIES, REMOVES_ALL, CHANGES_ALL, ANY_WORK].reduce(
    (rest, words) => rest.replace(words, " "),
    simplified(told.toLowerCase()),
  );

/** How many things are told by what they lack. */
export const kindsIn = (text: string): number => simplified(text).match(ATTRIBUTIVE)?.length ?? 0;

/** What a no to it comes to. */
export function refused(direction: Direction): Direction {
  switch (direction) {
    case "plain":
    case "change":
      return "refuse";
    case "remove":
      return "keep";
    case "keep":
    case "refuse":
    case undefined:
      return undefined;
  }
}

/** Both are about the same thing and cannot both be so; a word of its own must say so on the side of the user. */
export function isAgainst(claimed: Direction, spoken: Direction): boolean {
  switch (spoken) {
    case "refuse":
      return claimed === "plain" || claimed === "change";
    case "keep":
      return claimed === "change" || claimed === "remove" || claimed === "plain";
    case "remove":
      return claimed === "keep";
    case "change":
      return claimed === "keep" || claimed === "refuse";
    case "plain":
    case undefined:
      return false;
  }
}

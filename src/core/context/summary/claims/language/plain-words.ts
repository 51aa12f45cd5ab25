import { joinPattern } from "../../../../base/text";

/**
 * Brings what models write differently to one form before it is read: Traditional Chinese characters of the words we
 * look for, full-width signs, and numbers spelled in words.
 */

const TRADITIONAL =
  "過綠敗報錯紅構編譯測試單個處項條檔創寫刪動調優換擴補檢閱讀現還沒無將應該請讓準備計劃畫後續執運啟啓結態碼異潰絕決選擇與並對類違規復" +
  "問題顯時間總數當嘗兩關為從別終載連線錄紀據級開發門見機壓產認證驗簽內號長轉變點齊緒順達標刪掛斷進錄誤畢乾淨實裡註冊匯設搬遷鏡" +
  "權須擬預稍們會這場來隨經達誰戶環歷飛餘東軟體訊務傳輸圖種類屬難頭體庫馬網頁";
const SIMPLIFIED =
  "过绿败报错红构编译测试单个处项条档创写删动调优换扩补检阅读现还没无将应该请让准备计划划后续执运启启结态码异溃绝决选择与并对类违规复" +
  "问题显时间总数当尝两关为从别终载连线录纪据级开发门见机压产认证验签内号长转变点齐绪顺达标删挂断进录误毕干净实里注册汇设搬迁镜" +
  "权须拟预稍们会这场来随经达谁户环历飞余东软体讯务传输图种类属难头体库马网页";
const characters = new Map(
  [...TRADITIONAL].map((character, index) => [character, [...SIMPLIFIED][index] ?? character]),
);
const traditional = new RegExp(`[${TRADITIONAL}]`, "gu");

/** The same text in Simplified characters; every place in it stays what it was. */
export const simplified = (text: string): string =>
  text.replace(traditional, (character) => characters.get(character) ?? character);

const UNITS = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ",
  "eighteen nineteen",
]
  .join("")
  .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ENGLISH = new RegExp(
  `(?<![\\w-])(?:(${TENS.join("|")})(?:[- ](${UNITS.slice(1, 10).join("|")}))?|(${UNITS.join("|")}))(?![\\w]|-[a-z])`,
  "gi",
);
/** "one" and a lone Chinese 一 are mostly no numbers; a measure word, or a bigger number, says that they are. */
const CHINESE = joinPattern(
  [
    String.raw`(?<![一-鿿])[零一二两三四五六七八九十百]+(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`(?<=[共有为是了剩达到出现：])[零一二两三四五六七八九十百]+(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`[二两三四五六七八九]?[百十][零一二三四五六七八九十]*(?=\s*(?:个|处|项|条|次|例|秒|分钟|行|份|台|种|名|位|$|[，。；,;]))|`,
    String.raw`(?<![另每同某第这那哪之])[一二两三四五六七八九](?=\s*(?:个|处|项|条|例))`,
  ],
  "g",
);
const DIGITS = "零一二三四五六七八九";

const SINGLE = joinPattern(
  [
    String.raw`\b(?:a|the) (?:single|lone|solitary|sole)(?=\s+(?:\w+\s+)?(?:failure|failing|`,
    String.raw`test|error|pass|warning|spec|case)s?\b)`,
  ],
  "gi",
);

/** Numbers in words become digits. Places move, so this is for one clause at a time. */
export const withDigits = (text: string): string =>
  text
    .replace(SINGLE, "1")
    .replace(ENGLISH, (_, tens?: string, ones?: string, unit?: string) =>
      unit === undefined
        ? String(
            (TENS.indexOf((tens ?? "").toLowerCase()) + 2) * 10 +
              Math.max(0, UNITS.indexOf((ones ?? "").toLowerCase())),
          )
        : String(UNITS.indexOf(unit.toLowerCase())),
    )
    .replace(CHINESE, (word) => String(chineseNumber(word)));

function chineseNumber(word: string): number {
  let total = 0;
  let digit = 0;
  for (const character of word.replaceAll("两", "二")) {
    const value = DIGITS.indexOf(character);
    if (value >= 0) digit = value;
    else {
      total += (digit === 0 ? 1 : digit) * (character === "百" ? 100 : 10);
      digit = 0;
    }
  }
  return total + digit;
}

import { joinPattern } from "../../../../base/text";

/** A verb that says what was done, and how surely it is one: of a "guessed" one only the form is known. */
interface Verb {
  readonly start: number;
  readonly end: number;
  readonly force: "strong" | "weak" | "guessed";
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly subject: "test" | "file";
}

export const BEFORE_VERB = joinPattern(
  [
    "^(?::\\d+(?:-\\d+)?)?[\\s`*_\"'”’)\\]|:：—–\\-,（(]*(?:(?:was|were|is|are|has|have|had|been|now|",
    "also|successfully|newly|just|got|file|files|both|all|since|since then|文件|檔案|已经|已經|已|被|均|都|也|",
    "现已|現已|又|中|里|裡|的|进行了?|進行了?|做了)[\\s`*|]*)*[（(—:：|-]*\\s*$",
  ],
  "i",
);
export const AFTER_VERB = joinPattern(
  [
    "^[\\s`*_\"'“”:：(（|—–\\->\\]]*(?:(?:the|a|an|new|file|files|existing|both|module|modules|test|",
    "tests|spec|helper|script|component|config|configuration|source|contents? of|its|to|in|into|",
    'at|path|two|three|four|了|过|過|文件|檔案|新文件|新的|一个|一個|该|該|两个|兩個|三个|如下|完)[\\s`*:："“(]*)*$',
  ],
  "i",
);

/**
 * Whether grammar ties a named file to a verb: as its object or subject, by a preposition, or as the head of the line.
 * Where another clause, a condition of time or a verdict parts them, it is the place or the subject of something
 * else: "tests/a.py: all 12 pass after the helper was added".
 */
export function isTied(text: string, verb: Verb, named: Named): boolean {
  const word = text.slice(verb.start, verb.end);
  if (named.subject === "test" && (MENDS.test(word) || (verb.force === "guessed" && VERDICT.test(text)))) return false;
  // "用例写在 a_test.go 里" tells where something stands; "把用例写在 …" puts it there.
  if (/在$/.test(word) && !/[把将][^，,。；;]*$/.test(text.slice(0, verb.start))) return false;
  return named.end <= verb.start ? isSubjectOf(text, verb, named) : isObjectOf(text, verb, named.start);
}

/** A test is mended by changing what it tests as often as by changing the test. */
const MENDS = /fix|repair|correct|got rid|clear|修[复好正补]/i;

function isSubjectOf(text: string, verb: Verb, { start: from, end: to }: Named): boolean {
  const [before, between] = [text.slice(0, from), withoutCode(text.slice(to, verb.start))];
  if (/[;；。]/.test(between) || PARTS_CLAUSES.test(between) || VERDICT.test(between)) return false;
  if (isBesides(text, verb) || /(?:次|与|跟)\s*$/.test(between) || isTopic(before, between)) return false;
  const isPlace = PLACE.test(before);
  if (verb.force === "guessed" && isPlace && /^\W*(?:\w+ )*(?:was|were|been|is|are)\s+(?:\w+ly )?$/i.test(between))
    return false;
  if (BEFORE_VERB.test(between)) return true;
  const isHead = /^[\s`*"'\d.)|✅☑✓✔-]*(?:[A-Z]{3,} )?[\s`*"']*$/.test(before) && /^[^\w]*[:：—–|-]/.test(between);
  if (isHead && /[(（]\s*$/.test(between) && /^\s*[)）]/.test(text.slice(verb.end))) return true;
  if (/[(（][^)）]*$/.test(between)) return false;
  if (/\bwith(?:out)?\b/i.test(between) && !/\b(?:was|were|been|is|are|now)\s+(?:\w+ly )?$/i.test(between))
    return false;
  const isFronted = isPlace && /^[^\w一-鿿]*(?:\w+ ){0,2}$/.test(before.replace(PLACE, ""));
  return isFronted || isHead || !/[,，]/.test(between);
}

/** "The conflict over a.txt was cleared", "关于 a.txt 的冲突": the subject has to do with the file, and is not in it. */
const isTopic = (before: string, between: string): boolean =>
  (OF_TOPIC.test(before) && !/\b(?:along|together|as|started|begun) with\W*$/i.test(before)) ||
  (/(?:关于|有关|针对|围绕|涉及|引用|来自)了?\s*[`"'*]*$/.test(before) && /^[`"'*]*\s*的/.test(between));

const OF_TOPIC = joinPattern(
  [
    String.raw`\w[\x60"')]*\s(?:over|about|around|against|with|by|between|behind|despite|via|through|`,
    String.raw`regarding|concerning|like|than|due to|because of|caused by|coming from|related to)`,
    String.raw`\s(?:the |its |both )?[\x60"'*]*$`,
  ],
  "i",
);

function isObjectOf(text: string, verb: Verb, from: number): boolean {
  const between = text.slice(verb.end, from);
  // "经过重构的 src/a.ts" says as much as its verb before it.
  if (AFTER_VERB.test(between) || /^过?的\s*[`"'*]*$/.test(between)) return true;
  if (/[;；。:：,，—–]/.test(between) || PARTS_CLAUSES.test(withoutCode(between))) return false;
  if (TIME_CHINESE.test(between) || (verb.force === "guessed" && !WRITING_TOOL.test(text))) return false;
  return PLACE.test(between) || /[(（][`"'*]*$/.test(between);
}

/** A tool that writes, named at the end of an item, makes the whole item a change. */
export const WRITING_TOOL = /\[tools?:\s*\w*(?:patch|write|edit|replace|insert|create)\w*\]/i;

const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, (code) => "·".repeat(code.length));

/** What follows is a clause of its own: of time, cause or condition, or one that tells of another thing. */
const PARTS_CLAUSES = joinPattern(
  [
    String.raw`\b(?:after|before|since|until|till|once|when|whenever|while|because|though|although|if|whether|which|`,
    String.raw`who|whose|where|that|so|than|by|as)\b`,
  ],
  "i",
);

/** How tests or a command went, which is told of a file without changing it. */
export const VERDICT = /\b(?:pass\w*|fail\w*|green|red|succeed\w*|ran|runs)\b|通过|失败|报错|全绿|变绿|不过/i;

/** Words that put something in a file, right before its path. */
const PLACE = joinPattern(
  [
    String.raw`(?:\b(?:in|into|onto|to|from|of|at|on|for|within|inside|across|throughout|under|out of)\s+(?:(?:`,
    String.raw`the|its|our|both|all|files?|modules?|new|existing|two|three|root|lines? \d+(?:-\d+)? of)\s+)*|`,
    String.raw`(?:[在到进入至于给从把将对为往向替]|了)\s*)[\x60"'*“「(（]*$`,
  ],
  "i",
);

/** "修复前失败的用例", "新增分支后依然通过": the verb tells when something else was so. */
const TIME_CHINESE = joinPattern([
  "(?:之[前后]|以[前后]|(?<![然最随先])后(?![端缀台续来面者退备缓门果])|(?<![当目以提])前(?![端缀台面者置景])|",
  "时(?![间区长刻限差光候]))",
]);
const TIME_BEHIND = new RegExp(`^([^，,。；;：:—]{0,24}?)${TIME_CHINESE.source}(的)?`);

function isBesides(text: string, verb: Verb): boolean {
  const [whole, words = "", modifier] = TIME_BEHIND.exec(text.slice(verb.end)) ?? [];
  // "加了写入前的校验": what stands further on belongs to the object.
  return whole !== undefined && (modifier === undefined || words.trim().length <= 2);
}

import { joinPattern } from "../../../../base/text";
import { simplified, withDigits } from "../language/plain-words";
import type { SummarySentence } from "./sentences";

/** A part of a sentence that says one thing; claims stand or fall by it. */
export interface Clause {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** In Simplified characters, with numbers as digits. */
  readonly text: string;
}

const PARTS = joinPattern(
  [
    String.raw`(?<=^[^\w一-鿿]*(?:none|nothing|nil|n\/a|no (?:open |known )?(?:blockers?|issues?|problems?))`,
    String.raw`(?: (?:is |are )?(?:left|open|blocking|outstanding|remaining|pending|now|else|currently|any ?more))*|`,
    String.raw`^[^\w一-鿿]*(?:目前|当前|现在|已)?(?:无|没有|暂无)(?:任何)?(?:阻塞|阻碍|卡点|障碍|遗留)?(?:问题|[项点])?)`,
    String.raw`\s*(?:[:：]|[—–-]+)(?=\s*\S)|`,
    String.raw`,\s|,(?=[一-鿿])|(?<=[一-鿿]),|(?<=\d),(?=[A-Za-z])|`,
    String.raw`[，；;]|\s·(?=\s)|\s(?:but(?! (?:\d|one|two|three|four|five|six)\b)|`,
    String.raw`although|though|while|whereas|however|`,
    String.raw`except)\s|但(?!凡)|却(?![仍还]?[是为]\s*\d)|(?<=[^，,])不过(?=[^。；;了$])|`,
    String.raw`\s(?=and (?:then |also |so )?(?:(?:re-?)?(?:`,
    String.raw`\w{3,}ed|ran|wrote|made|built|got|saw|found|was|were|went|came) |`,
    String.raw`all (?:the )?(?:\d+ )?tests?))`,
  ],
  "gi",
);

/** Parted at commas and at words that oppose two things, outside quotes, code and parentheses. */
export function clausesOf(sentence: SummarySentence): readonly Clause[] {
  const clauses = known.get(sentence) ?? readClauses(sentence);
  known.set(sentence, clauses);
  return clauses;
}

/** Every kind of claim is read clause by clause. */
const known = new WeakMap<SummarySentence, readonly Clause[]>();

function readClauses({ text, line, start }: SummarySentence): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  const add = (to: number) => {
    const words = text.slice(from, to);
    if (words.trim() !== "") clauses.push({ line, start: start + from, end: start + to, text: told(words) });
    from = to;
  };
  for (const match of simplified(text).matchAll(PARTS))
    if (!isEnclosed(text, match.index)) add(match.index + (/^[,，；;]/.test(match[0]) ? match[0].length : 0));
  add(text.length);
  return clauses;
}

/** What is quoted stays as the record has it. */
const told = (words: string): string =>
  simplified(words)
    .replaceAll("**", "")
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : withDigits(part)))
    .join("");

const QUOTED = /("[^"]*"|`[^`]*`|“[^”]*”|「[^」]*」)/;

function isEnclosed(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const count = (sign: RegExp) => before.match(sign)?.length ?? 0;
  return count(/`/g) % 2 === 1 || count(/[(（]/g) > count(/[)）]/g) || count(/(?<!\w)"|"(?!\w)/g) % 2 === 1;
}

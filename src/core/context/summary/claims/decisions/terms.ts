import { joinPattern, rememberByText } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { DENIES, IDIOMS, isForLater, KEEPS, REMOVES_ALL } from "./direction";
import { wordsOfUser } from "./user-words";

/** A thing that a text names, and whether the text is for it. "open": it only says how it is, or goes both ways. */
interface Term {
  readonly name: string;
  readonly side: "for" | "against" | "open";
  /** Written as a name; people write names also like any word. */
  readonly isName: boolean;
}

const CLAUSE = joinPattern(
  [
    String.raw`[.!?:](?=\s|$)|;|,(?!\d)|[\n。！？；，：、…()（）“”「」]|\s[–—-]+\s|——|\b(?:but|because|since|while|`,
    String.raw`so that|then)\b|(?=\b(?:and|but) not\b)|(?=\b(?:instead of|rather than)\b)|但|(?=而不是|而非)|因为|由于`,
  ],
  "i",
);
/** What is taken away ends where what it is done for or with begins; a no reaches over it. */
const PHRASE =
  /\b(?:and|as|with|using|via|over|for|until|by)\b|以便|来(?=[一-鿿])|通过|改为|改用|改成|换成|换为|然后|等(?=[一-鿿])/i;
const NAME = /(?<![\w.])(?:[A-Za-z_$@][\w$]*(?:[-./:+#!]+[\w$]+)*|\d+(?:\.\d+)*)(?!\w)/g;
/** "no dependency (such as lodash)" refuses lodash too. */
const EXAMPLE = /[（(]((?:e\.g\.|such as|like|including|如|比如|例如)[^()（）]*)[)）]/gi;
const INSTEAD = /instead of|rather than|而不是|而非/gi;
/** Where a thing is not to be is not refused: "no floats in quote.py". */
const WITHIN = /\b(?:in|inside|within|on|under|of)\s(?:\w+\s){0,2}$/i;

/** Names as people write them: signs of code, capitals inside a sentence, Latin words among Chinese; and numbers. */
const termsIn = rememberByText((told: string): readonly Term[] => {
  const clauses = withDigits(simplified(told)).replace(IDIOMS, " ").replace(EXAMPLE, " $1").split(CLAUSE);
  return clauses.flatMap((clause, at) => {
    const denials = countOf(clause, DENIES) + countOf(clause, INSTEAD);
    // "The physics folder, which colleagues work on, stays": what follows may be about it.
    const next = clauses[at + 1] ?? "";
    const isOpen =
      isForLater(clause) ||
      countOf(clause, KEEPS) > 0 ||
      (denials === 0 && countOf(next, KEEPS) + countOf(next, DENIES) > 0);
    return clause.split(PHRASE).flatMap((phrase) => {
      const against = denials + countOf(phrase, REMOVES_ALL);
      return [...phrase.matchAll(NAME)].flatMap(({ 0: word, index }): readonly Term[] => {
        const before = phrase.slice(0, index);
        const isNumber = /^\d/.test(word);
        const isDenied = isNumber ? NEAR_DENIAL.test(before) : against === 1;
        const isPlace = isDenied && WITHIN.test(before);
        const side =
          isOpen || isPlace || against > 1 || (isNumber && !isDenied && against > 0)
            ? "open"
            : isDenied
              ? "against"
              : "for";
        return [{ name: word.toLowerCase().replace(/^[@$]/, ""), side, isName: isWrittenAsName(word, before, clause) }];
      });
    });
  });
});

/** A number is refused by itself only: "not 7". */
const NEAR_DENIAL = /(?:\b(?:not|no)|不要|不用|不是|别用)\s*$/i;

const countOf = (text: string, pattern: RegExp): number =>
  text.replace(NAME, (word) => (/[\d_/.$@]|[a-z][A-Z]/.test(word) ? " " : word.toLowerCase())).match(pattern)?.length ??
  0;

const isWrittenAsName = (word: string, before: string, clause: string): boolean =>
  /\d|[_/.!$@]|[a-z][A-Z]|^[A-Z]{2,}$/.test(word) ||
  (/[一-鿿]/.test(clause) && word.length > 1) ||
  (/^[A-Z]/.test(word) && /\w/.test(before));

interface Named extends Term {
  readonly messageId: MessageId;
}

const known = new WeakMap<WorkRecord, readonly Named[]>();

function namedByUser(record: WorkRecord): readonly Named[] {
  const named =
    known.get(record) ??
    wordsOfUser(record).flatMap(({ message, said }) =>
      termsIn(said).map((term) => ({ ...term, messageId: message.id })),
    );
  known.set(record, named);
  return named;
}

/** Where the user refused something by its name that the decision is for, and never named it otherwise. */
export function refusalOf(record: WorkRecord, content: string): MessageId | undefined {
  const named = namedByUser(record);
  for (const { name, side, isName } of termsIn(content)) {
    const same = isName && side === "for" ? named.filter((one) => one.name === name) : [];
    const last = same.at(-1);
    if (last !== undefined && same.every((one) => one.side === "against")) return last.messageId;
  }
  return undefined;
}

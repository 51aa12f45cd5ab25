import { joinPattern } from "../../../base/text";
import type { MessageId } from "../../../conversation/ids";
import { KnownByMessage } from "../../../conversation/known-by-message";
import type { Message, UserMessage } from "../../../conversation/message";
import { requestText } from "../../../conversation/newest-request";
import { identifiersIn } from "../../../conversation/text/identifiers";

/** A line in which the user settles or postpones something, in the user's own words. */
interface UserStatement {
  readonly kind: "settled" | "postponed";
  readonly line: string;
  readonly messageId: MessageId;
}

export interface UserStatements {
  /** Oldest first. */
  readonly standing: readonly UserStatement[];
  /** Lines that a later one took back. */
  readonly takenBack: ReadonlySet<string>;
}

const LONGEST_LINE_CHARS = 240;
const READ_CHARS = 8_000;

const POSTPONED = joinPattern(
  [
    String.raw`\b(?:to ?do|later|not (?:now|yet)|afterwards|remember to|don['’]t forget|remind me|follow[- ]up)\b|`,
    "以后|以後|稍后|稍後|待办|待辦|别忘|別忘",
  ],
  "i",
);
const SETTLED = joinPattern(
  [
    String.raw`\b(?:decid(?:ed|e)|decision|agreed|chose|must|has to|have to|should|shall|never|always|ignore|`,
    "instead of|",
    String.raw`do not|don['’]t|only use|we(?:'ll| will) use|prefer|from now on|changed (?:my|our) mind|no longer)\b|`,
    "决定|決定|必须|必須|不要|不能|应该|應該|总是|總是|改用|以后都|entschieden|muss|décidé|il faut|decidi|hay que",
  ],
  "i",
);
const CHANGED = joinPattern(
  [
    String.raw`\b(?:changed? (?:my|our) mind|from now on|instead|no longer|scratch that|on second thought|actually)\b|`,
    "改主意|改用|不再|还是|還是",
  ],
  "i",
);

/** What the user has settled or postponed in so many words. */
export function userStatementsOf(messages: readonly Message[]): UserStatements {
  let standing: readonly UserStatement[] = [];
  const takenBack = new Set<string>();
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const statement of statementsIn(message)) {
      if (standing.some(({ line }) => line === statement.line)) continue;
      const superseded = CHANGED.test(statement.line)
        ? standing.filter(({ line }) => isSuperseded(line, statement.line))
        : [];
      for (const { line } of superseded) takenBack.add(line);
      standing = [...standing.filter((known) => !superseded.includes(known)), statement];
    }
  }
  return { standing, takenBack };
}

/** Messages never change, so each is read once. */
const read = new KnownByMessage<readonly UserStatement[], UserMessage>();

function statementsIn(message: UserMessage): readonly UserStatement[] {
  const known = read.get(message);
  if (known !== undefined) return known;
  const lines = requestText(message).slice(0, READ_CHARS).split("\n");
  const statements = lines.flatMap((raw): readonly UserStatement[] => {
    const line = raw.trim();
    const kind = line.length > LONGEST_LINE_CHARS ? undefined : kindOf(line);
    return kind === undefined ? [] : [{ kind, line, messageId: message.id }];
  });
  read.set(message, statements);
  return statements;
}

function kindOf(line: string): UserStatement["kind"] | undefined {
  if (POSTPONED.test(line)) return "postponed";
  return SETTLED.test(line) ? "settled" : undefined;
}

/** The user changed their mind about the same things: about everything that the earlier line names. */
function isSuperseded(earlier: string, later: string): boolean {
  const names = subjectsOf(earlier);
  return names.length > 0 && names.every((name) => later.includes(name));
}

/** Names without the values that are given to them, which are what changes. */
const subjectsOf = (line: string): readonly string[] => identifiersIn(line).filter((name) => /[A-Za-z]{2}/.test(name));

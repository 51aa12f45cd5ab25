import { joinPattern } from "../../../../base/text";
import { callsOf } from "../../../../conversation/exchanges";
import type { MessageId } from "../../../../conversation/ids";
import type { Message } from "../../../../conversation/message";
import { messageText } from "../../../../conversation/render";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified } from "../language/plain-words";
import { marksIn } from "../language/polarity";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";

/** What somebody said last about a trouble that was not over. */
export interface ToldOpen {
  readonly text: string;
  readonly messageId: MessageId;
}

/**
 * The part of the last reports, and of the user's answers to them, that says of the same trouble that it is still
 * there. It counts where no work after it touched what it speaks of, and nobody said the opposite later.
 *
 * A sentence about another trouble of the same thing has the same names; so most of what its clause speaks of must be
 * in the claim, and a good part of the claim in what the reports call open.
 */
export function toldOpen(record: WorkRecord, claimed: string): ToldOpen | undefined {
  if (DEFERS.test(withoutQuotes(claimed))) return undefined;
  const text = simplified(claimed);
  const reports = lastReports(record);
  const open = reports.flatMap(openParts);
  const all = new Set(open.flatMap(({ sentence }) => [...topicsOf(sentence)]));
  const isSpokenOf = (part: string): boolean => {
    const topics = [...topicsOf(part)];
    const known = weightOf(topics.filter((topic) => all.has(topic)));
    return known >= LEAST_WEIGHT && known / weightOf(topics) >= LEAST_SHARE;
  };
  if (![text, ...text.split(CLAUSE), ...text.split(PART)].some(isSpokenOf)) return undefined;
  const said = topicsOf(text);
  const meant = open.findLast(({ clause, sentence, message }) => {
    const core = topicsOf(clause);
    const shared = [...core].filter((topic) => said.has(topic));
    const around = [...topicsOf(sentence)].filter((topic) => said.has(topic));
    return (
      shared.length > 0 &&
      weightOf(around) >= LEAST_WEIGHT &&
      weightOf(shared) / weightOf([...core]) > LEAST_CORE &&
      !isTouchedAfter(record, message, { topics: [...shared, ...around.filter(isNameTopic)], sentence }) &&
      !isDeniedAfter(reports, message, shared)
    );
  });
  return meant === undefined ? undefined : { text: meant.sentence.trim(), messageId: meant.message.id };
}

const LEAST_WEIGHT = 2;
const LEAST_SHARE = 0.25;
const LEAST_CORE = 0.5;
const LAST_REPORTS = 3;

/** What tells when or by whom the rest is to be done, and what says why: such a claim does not call it over. */
const DEFERS = joinPattern(
  [
    String.raw`\b(?:still|remains?|remaining|until|will|tickets?|later|tomorrow|pending|left|leaves?|waits?|deferred|`,
    String.raw`scope|accepted|whether|decid\w+|decisions?|`,
    String.raw`because|root cause|open(?!ssl)|not needed|skip\w*|n['’]t be)\b|`,
    "仍|待|留给|留着|用户|原因|根因|因为|由于|决定|确认|不修|不装|不改|不用|暂|工单|以后|明天|遗留|下周|跳过|接受",
  ],
  "i",
);

const withoutQuotes = (text: string): string => text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|「[^」]*」/g, "·");

/** The last messages without calls, and what the user said between them. */
function lastReports({ messages }: WorkRecord): readonly Message[] {
  const spoken = messages.filter(
    (message) =>
      (message.role === "user" || (message.role === "assistant" && callsOf(message).length === 0)) &&
      messageText(message).trim() !== "",
  );
  const reports = spoken.flatMap(({ role }, at) => (role === "assistant" ? [at] : []));
  const from = reports.at(-LAST_REPORTS) ?? reports[0];
  // The first message is what the work began with.
  return from === undefined ? [] : spoken.slice(Math.max(1, from - 1));
}

interface OpenPart {
  readonly clause: string;
  readonly sentence: string;
  readonly message: Message;
}

/** Clauses that call something open; after a colon behind such a clause, all that it lists. */
function openParts(message: Message): readonly OpenPart[] {
  return sentencesIn(message).flatMap((whole) => {
    let isListed = false;
    return whole.split(PART).flatMap((sentence) => {
      const clauses = sentence.split(CLAUSE);
      return clauses.flatMap((clause, at): readonly OpenPart[] => {
        const isOpen = isCalledOpen(clause);
        if (!isOpen && !isListed) return [];
        isListed ||= /[:：]\s*$/.test(clause);
        return [{ clause: topicsOf(clause).size > 0 ? clause : (clauses[at - 1] ?? clause), sentence, message }];
      });
    });
  });
}

const isCalledOpen = (clause: string): boolean =>
  OPEN.test(clause) || (FAILS.test(clause) && marksIn(clause).every(({ kind }) => kind === "bad"));

const FAILS = /\bfails?\b|失败|超时/i;

const REPORT_CHARS = 6_000;

const sentencesIn = (message: Message): readonly string[] =>
  messageText(message)
    .slice(-REPORT_CHARS)
    .split(/(?<=[.!?])(?=\s)|(?<=[。！？])|\n/)
    .map((sentence) => simplified(sentence));

const PART = /(?<=[;；])/;
const CLAUSE =
  /,\s|[，,](?=[一-鿿])|(?<=[一-鿿]),|，|(?<=[：]|:\s|:(?=[一-鿿\w]*[一-鿿]))|\b(?:but|and|because|while|so)\b|但|因为|而且/;

const OPEN = joinPattern(
  [
    String.raw`\bstill (?!pass|green|works?|succe|clean|fine|ok)|`,
    String.raw`\b(?:stays?|remains?|is|are|keeps?) (?:\w+ )?(?:open|red|`,
    String.raw`pending|broken|unresolved|unavailable|missing|stuck|blocked|untouched)\b|`,
    String.raw`\b(?:unresolved|not (?:yet )?(?:fixed|`,
    String.raw`resolved|installed|solved)|unable|cannot)\b|`,
    String.raw`\b(?:does|did|could|ca|is|are|was|were)n['’]t\b|\bdon['’]t (?:fix|install|update)\b|`,
    String.raw`\b(?:do|does|did|could|is|are) not (?!need|change|touch|affect)|\bopen(?=:)|`,
    String.raw`\b(?:stuck|blocked|waits? (?:until|for))\b|`,
    String.raw`\bleave\b|\bleft\b|\bfor later\b|\bno \w+ (?:here|on this)|`,
    "仍|还(?:在|没|是|未)|未(?:解决|修复|完成|安装|能)|没(?:法|能|有?装|修|解决|跑|过)|无法|不能|留给|留待|遗留|搁置|",
    "先放着|先记着|待(?:完成|处理|解决|验证)|连不上|缺少|跑不了|不通过|保持 ?open|不修|没有安装|不用装",
  ],
  "i",
);

/** Said of every trouble. */
const GENERIC: ReadonlySet<string> = new Set([
  ...conceptsOf(
    joinPattern([
      "fail failed fatal cure sort sorted error issue problem trouble ",
      "fix fixed resolve resolved bug open remain left leave work works working ",
      "now install installed missing could cannot run runs exactly start machine here 失败 错误 问题 修复 解决 仍然 ",
      "完成 成功 通过 现在 安装 处理 需要 恢复 正常",
    ]).source,
  ).words,
]);

/** What trouble a file had is not told by its name. */
const FILES = joinPattern(
  [
    String.raw`(?<![\w@.-])[\w@.-]*\/[\w./@-]+|`,
    String.raw`(?<![\w-])[\w-]+\.(?:tsx?|jsx?|mjs|py|rb|rs|go|java|kts?|cs|cpp|[ch]|swift|`,
    String.raw`exs?|php|ya?ml|toml|json|md|sh)\b(?::\d+)?`,
  ],
  "g",
);

function topicsOf(told: string): ReadonlySet<string> {
  const text = told.replace(FILES, " ");
  const { names, words, pairs }: Concepts = conceptsOf(text);
  const numbers = text.match(/(?<![\w.])(?:\d{3,5}|\d+(?:[.:]\d+)+)(?!\w|\.\d)/g) ?? [];
  return new Set([
    ...[...names, ...numbers].map((name) => `#${name}`),
    ...[...words].filter((word) => !GENERIC.has(word)),
    ...[...pairs].map((pair) => `${pair}`),
  ]);
}

const weightOf = (topics: readonly string[]): number =>
  topics.reduce((sum, topic) => sum + (topic.startsWith("#") ? 2 : 1), 0);

/** Work that went well after it and speaks of the same. */
function isTouchedAfter(
  { messages, deeds }: WorkRecord,
  message: Message,
  { topics: shared, sentence }: { readonly topics: readonly string[]; readonly sentence: string },
): boolean {
  const named = new Set((sentence.match(FILES) ?? []).map(baseName));
  const later = new Set(messages.slice(messages.indexOf(message) + 1).map(({ id }) => id));
  return deeds.some((deed) => {
    if (!later.has(deed.messageId) || deed.outcome === "failure") return false;
    if (deed.files.some(({ path, operation }) => operation !== "read" && named.has(baseName(path)))) return true;
    const text = [deed.command ?? "", deed.newText ?? "", ...deed.files.map(({ path }) => path)].join("\n");
    const topics = topicsOf(text.slice(0, WORK_CHARS));
    return shared.some((topic) => topics.has(topic));
  });
}

const isNameTopic = (topic: string): boolean => topic.startsWith("#");

const WORK_CHARS = 2_000;

/** A later message says of the same that it went well. */
const isDeniedAfter = (reports: readonly Message[], message: Message, shared: readonly string[]): boolean =>
  reports.slice(reports.indexOf(message) + 1).some((later) =>
    sentencesIn(later)
      .flatMap((sentence) => sentence.split(CLAUSE))
      .some((clause) => {
        const topics = topicsOf(clause);
        return (
          !OPEN.test(clause) &&
          marksIn(clause).some(({ kind }) => kind !== "bad") &&
          shared.every((topic) => topics.has(topic))
        );
      }),
  );

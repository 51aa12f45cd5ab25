import type { JsonValue } from "../../../../base/json";
import { isObject, parseJsonObject } from "../../../../base/json";
import { joinPattern, rememberByText } from "../../../../base/text";
import { CallPairing } from "../../../../conversation/exchanges";
import type { Message, ToolCallPart, ToolMessage } from "../../../../conversation/message";
import { hasVisibleText, requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import type { WorkRecord } from "../record/record";

/** What the user said at one place: in a message, or as the answer to a question that a tool put to them. */
export interface UserWords {
  readonly message: Message;
  readonly said: string;
  /** What they answered: what the assistant said last, or the question of the tool. */
  readonly asked: string;
  /** Answers that the question offered, of which they may have taken some. */
  readonly offered: readonly Offer[];
}

interface Offer {
  readonly label: string;
  /** With what it was said to mean. */
  readonly text: string;
}

const known = new WeakMap<WorkRecord, readonly UserWords[]>();

export function wordsOfUser(record: WorkRecord): readonly UserWords[] {
  const words = known.get(record) ?? readWords(record);
  known.set(record, words);
  return words;
}

function readWords({ messages }: WorkRecord): readonly UserWords[] {
  const calls = new CallPairing();
  let before = "";
  return messages.flatMap((message): readonly UserWords[] => {
    const call = calls.next(message);
    if (message.role === "tool") return answersIn(message, call);
    if (hasVisibleText(message)) before = messageText(message);
    if (message.role !== "user") return [];
    const said = withoutNotices(requestText(message));
    return said === "" ? [] : [{ message, said, asked: before, offered: [] }];
  });
}

/** Blocks that programs put into messages of the user go by such names; of some the user wrote the text. */
const NOTICE = /<([a-z]+(?:[-_][a-z]+)+|skill)(?:\s[^<>]*)?>[^]*?<\/\1>/g;
const BY_USER = /user(?!-?_?prompt-submit)|instruction|rule|args|request|query|feedback|answer/;

const withoutNotices = rememberByText((text: string): string =>
  text.replace(NOTICE, (block, name: string) => (BY_USER.test(name) ? block : " ")).trim(),
);

const ASKS = /(?:^|[_-])ask(?:[_-]|$)|^ask[A-Z]|^Ask[A-Z]|question|user_?input|elicit|clarif/;
/** How tools begin what the user answered. */
const ANSWERED = joinPattern(
  [
    String.raw`^\W*(?:the )?user(?: has)? (?:responded|answered|selected|chose|chosen|replied|said)\b`,
    String.raw`(?: with| your questions?)?\s*:\s*`,
  ],
  "i",
);
/** A call that was turned down, with the words for it. */
const INSTEAD = /\bthe user (?:said|wrote|provided the following (?:reason|feedback)[^:\n]*):\s*([^]+)$/i;
const PLAN_APPROVED = /^\W*user has approved\b/i;

function answersIn(message: ToolMessage, call: ToolCallPart | undefined): readonly UserWords[] {
  const text = messageText(message);
  const plain = { message, asked: "", offered: [] };
  const [, instead] = INSTEAD.exec(text.slice(0, ANSWER_CHARS)) ?? [];
  if (instead !== undefined) return [{ ...plain, said: instead.trim() }];
  const args = parseJsonObject(call?.inputJson ?? "{}") ?? {};
  if (PLAN_APPROVED.test(text)) return [{ ...plain, said: "yes", asked: `${textOf(args["plan"])}\nShall I do so?` }];
  if (!ASKS.test(call?.name ?? message.toolName) || message.failed) return [];
  const questions = questionsIn(args);
  const paired = questions.flatMap((one) => {
    const [, said] = text.split(`"${one.asked}"="`);
    return said === undefined ? [] : [{ message, ...one, said: said.split(PAIR_END)[0] ?? "" }];
  });
  if (paired.length > 0) return paired;
  const answers = stringsIn(parseJsonObject(text)).join("\n");
  const said = answers === "" ? text.replace(ANSWERED, "") : answers;
  return [
    {
      message,
      said: said.trim(),
      asked: questions.map(({ asked }) => asked).join("\n"),
      offered: questions.flatMap(({ offered }) => offered),
    },
  ];
}

/** A longer result is no answer. */
const ANSWER_CHARS = 8_000;
const PAIR_END = /"(?=,\s"|\.\sYou can|\sselected preview|\s*$)/;

interface Question {
  readonly asked: string;
  readonly offered: readonly Offer[];
}

/** One question by its words, or a list of them, each with the answers that it offers. */
function questionsIn(args: JsonValue): readonly Question[] {
  if (!isObject(args)) return [];
  const list = args["questions"];
  if (Array.isArray(list)) return list.flatMap(questionsIn);
  const asked = ["question", "prompt", "message", "text"].map((key) => textOf(args[key])).find((one) => one !== "");
  const offers = args["options"] ?? args["choices"] ?? args["answers"];
  return asked === undefined ? [] : [{ asked, offered: Array.isArray(offers) ? offers.flatMap(offerIn) : [] }];
}

function offerIn(offer: JsonValue): readonly Offer[] {
  if (typeof offer === "string") return [{ label: offer, text: offer }];
  if (!isObject(offer)) return [];
  const label = textOf(offer["label"]) || textOf(offer["title"]) || textOf(offer["value"]);
  return label === "" ? [] : [{ label, text: `${label}: ${textOf(offer["description"])}` }];
}

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value.trim() : "");

const stringsIn = (value: JsonValue | undefined): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
};

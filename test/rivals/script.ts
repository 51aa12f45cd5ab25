import type { Json } from "../support/model-server/json";
import { isObject, objectsOf, textOf } from "../support/model-server/json";
import type { Reply, ReplyPart } from "../support/model-server/reply";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { RecordedRequest, Script } from "../support/model-server/server";
import type { Rival, RivalAction } from "./table/rival";

/** What the scripted model does after the user message that contains `when`: one action per step, then the answer. */
export interface ScriptedTurn {
  readonly when: string;
  readonly actions: readonly (RivalAction | NamedCall)[];
  readonly answer: string;
}

/** A call of a tool by its own name, such as one of a server that the agent is connected to. */
interface NamedCall {
  readonly kind: "call";
  readonly name: string;
  readonly input: object;
}

/**
 * A model that follows a plan: it finds the newest user message with a known marker and takes the step that belongs to
 * the number of results since. Requests for a summary get `summary`; all others, such as those for a title, a word.
 */
export function scriptedModel(rival: Rival, turns: readonly ScriptedTurn[], summary: string): Script {
  return (request): Reply => {
    const items = itemsOf(request);
    const newest = items.findLastIndex((item) => item.kind === "user" && item.text.trim() !== "");
    if (asksForSummary(request, items[newest]?.text ?? "")) return says(summary);
    const start = items.findLastIndex(
      (item) => item.kind === "user" && turns.some(({ when }) => item.text.includes(when)),
    );
    const turn = turns.find(({ when }) => items[start]?.text.includes(when));
    if (turn === undefined) return says("Noted.");
    const results = items.slice(start).filter(({ kind }) => kind === "result").length;
    const action = turn.actions[results];
    return action === undefined ? says(turn.answer) : calls(thinking(results), callFor(rival, action));
  };
}

const callFor = (rival: Rival, action: RivalAction | NamedCall): ReplyPart =>
  action.kind === "call" ? toolCall(action.name, action.input) : rival.call(action);

const thinking = (step: number): ReplyPart => ({ type: "text", text: `Step ${step + 1}.` });

/** By the words of the request, or because there are no tools to call; titles are requested without tools, too. */
const asksForSummary = (request: RecordedRequest, newest: string): boolean =>
  SUMMARY_REQUEST.test(newest) || (!hasTools(request) && SUMMARY_WORDS.test(request.text) && !TITLE.test(request.text));

const SUMMARY_REQUEST = /create a detailed summary|CONTEXT CHECKPOINT/i;
const SUMMARY_WORDS = /summar(y|ize)/i;
const TITLE = /\btitle\b/i;

interface Item {
  readonly kind: "user" | "assistant" | "result";
  readonly text: string;
}

/** The conversation of a request, whatever its protocol: one item per text or result. */
function itemsOf({ body }: RecordedRequest): readonly Item[] {
  return objectsOf(body["messages"] ?? body["input"]).flatMap((message): readonly Item[] => {
    const type = textOf(message["type"]);
    if (type.endsWith("_output") || message["role"] === "tool") return [{ kind: "result", text: "" }];
    if (type !== "" && type !== "message") return [];
    const kind = message["role"] === "assistant" ? "assistant" : "user";
    const content = message["content"];
    if (typeof content === "string") return [{ kind, text: content }];
    const parts = objectsOf(content);
    const results = parts
      .filter((part) => part["type"] === "tool_result")
      .map((): Item => ({ kind: "result", text: "" }));
    const text = parts.map((part: Json) => textOf(part["text"])).join("\n");
    return [...results, ...(text === "" ? [] : [{ kind, text } as const])];
  });
}

/** Whether a request belongs to the conversation itself: helpers of the agents ask without tools. */
const hasTools = ({ body }: RecordedRequest): boolean => objectsOf(body["tools"]).some(isObject);

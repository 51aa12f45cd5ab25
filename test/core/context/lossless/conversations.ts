import type { Summarize } from "../../../../src/core/context/engine";
import { SummaryError } from "../../../../src/core/context/engine";
import type { Message } from "../../../../src/core/conversation/message";
import { call, result, says, user } from "../../../support/conversation";

export const signal = new AbortController().signal;
export const words = (count: number) => "alpha beta gamma delta ".repeat(Math.ceil(count / 4));
export const short: Summarize = async () => "Things were read.\nExpand for: outputs";
export const down: Summarize = async () => {
  throw new SummaryError("no route", "no-provider");
};

export const turns = (count: number, size = 120): readonly Message[] =>
  Array.from({ length: count }, (_, turn) => [
    user(`Request ${turn}`),
    says(call("read_file", `{"path":"src/f${turn}.ts"}`, `t${turn}`)),
    result("read_file", words(size), `t${turn}`),
    says(`Done ${turn}`),
  ]).flat();

/** One request, then calls until the window is full. */
export const longTask = (rounds: number): readonly Message[] => [
  user("Refactor everything"),
  ...Array.from({ length: rounds }, (_, round) => [
    says(call("terminal", '{"command":"make"}', `r${round}`)),
    result("terminal", words(160), `r${round}`),
  ]).flat(),
];

/** Over the soft threshold of a window of 4,000 tokens, and under the hard one. */
export const full = () => turns(20, 150);

export const summaryOf = (messages: readonly Message[]) => messages.find((message) => message.role === "summary");

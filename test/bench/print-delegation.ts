/**
 * Prints what delegating runs of exploration would save: `npx esbuild test/bench/print-delegation.ts --bundle
 * --platform=node --format=esm --outfile=dist/bench/delegation.mjs`, then `node dist/bench/delegation.mjs`. A run is
 * at least three consecutive exchanges that only read and whose lines no later reply uses; it is replaced by one call
 * and a report that names what was read. Only replies outside runs count, in both replays.
 */

import { callId, messageId } from "../../src/core/conversation/ids";
import type { AssistantMessage, Message, ToolCallPart } from "../../src/core/conversation/message";
import { subjectOf } from "../../src/core/conversation/text/call-subject";
import { readIntent } from "../../src/core/ledger/intent";
import { onlyReads } from "../../src/core/tools/shell/command-footprint";
import { recordingFolders } from "../support/trajectories";
import { baseCondition, WINDOWS } from "./conditions";
import { ContextView } from "./measures/context-view";
import { noAvailability, ReplyJudge } from "./measures/judge";
import type { Recording } from "./recordings";
import { isShort, readRecordings } from "./recordings";
import type { Ground } from "./replay";
import { groundOf } from "./replay";
import { mainStrategies } from "./strategies";
import type { Condition, Strategy } from "./strategy";
import { Wire } from "./wire";

const LEAST_EXCHANGES = 3;
const REPORT_CHARS = 1_200;
const SEARCH = /^(?:grep|glob|ls|list_files|search_files|find_file|search_dir|search_file|find|rg|read_files?|view)$/i;

interface Run {
  readonly from: number;
  readonly to: number;
}

const callsOf = (message: Message): readonly ToolCallPart[] =>
  message.role === "assistant" ? message.parts.filter((part) => part.type === "tool-call") : [];

function onlyReadsFiles({ name, inputJson }: ToolCallPart): boolean {
  const { files, command } = readIntent(name, inputJson);
  if (command !== undefined) return onlyReads(command);
  return SEARCH.test(name) || (files.length > 0 && files.every(({ operation }) => operation === "read"));
}

/** Exchanges of a session as stretches of messages: an assistant message with calls, and their results. */
function exchangesOf(messages: readonly Message[]): readonly Run[] {
  return messages.flatMap((message, from) => {
    if (callsOf(message).length === 0) return [];
    const end = messages.findIndex(({ role }, index) => index > from && role !== "tool");
    return [{ from, to: end < 0 ? messages.length : end }];
  });
}

function runsOf({ recording: { messages }, needs }: Ground): readonly Run[] {
  const usedBy = new Map<number, number[]>();
  for (const [reply, { lines }] of needs.byReply)
    for (const line of lines) {
      const source = needs.sourceBefore(line, reply);
      if (source !== undefined) usedBy.set(source, [...(usedBy.get(source) ?? []), reply]);
    }
  const isUsedAfter = ({ from, to }: Run): boolean =>
    Array.from({ length: to - from }, (_, index) => from + index).some((at) =>
      (usedBy.get(at) ?? []).some((reply) => reply >= to),
    );
  const runs: Run[] = [];
  let open: Run[] = [];
  const close = (): void => {
    for (let count = open.length; count >= LEAST_EXCHANGES; count--) {
      const [first, last] = [open[0], open[count - 1]];
      if (first === undefined || last === undefined || isUsedAfter({ from: first.from, to: last.to })) continue;
      runs.push({ from: first.from, to: last.to });
      open = open.slice(count);
      return close();
    }
    open = open.slice(1);
    if (open.length >= LEAST_EXCHANGES) close();
    else open = [];
  };
  for (const exchange of exchangesOf(messages)) {
    const isNext = open.length === 0 || open.at(-1)?.to === exchange.from;
    const reads = callsOf(messages[exchange.from]!).every(onlyReadsFiles);
    if (!isNext || !reads) close();
    if (reads) open.push(exchange);
  }
  close();
  return runs;
}

/** A run as the parent sees it. */
function delegated(messages: readonly Message[], { from, to }: Run): readonly Message[] {
  const first = messages[from] as AssistantMessage;
  const id = callId(`delegate-${from}`);
  const read = messages
    .slice(from, to)
    .flatMap((message) => callsOf(message).map(({ inputJson }) => subjectOf(inputJson)));
  const text = `Report of the sub-agent (explore)\n\nRead: ${read.join(", ")}`.slice(0, REPORT_CHARS);
  return [
    {
      ...first,
      id: messageId(`delegate-${from}`),
      parts: [
        ...first.parts.filter(({ type }) => type === "text"),
        { type: "tool-call", callId: id, name: "delegate", inputJson: JSON.stringify({ task: read[0] ?? "" }) },
      ],
    },
    {
      role: "tool",
      id: messageId(`report-${from}`),
      callId: id,
      toolName: "delegate",
      failed: false,
      body: { kind: "full", content: [{ type: "text", text }] },
    },
  ];
}

interface Step {
  readonly message: Message;
  /** Its place in the recording; undefined for what a delegation put there. */
  readonly index?: number;
}

function stepsOf({ messages }: Recording, runs: readonly Run[]): readonly Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < messages.length; ) {
    const run = runs.find(({ from }) => from === index);
    if (run === undefined) steps.push({ message: messages[index]!, index: index++ });
    else {
      steps.push(...delegated(messages, run).map((message) => ({ message })));
      index = run.to;
    }
  }
  return steps;
}

interface Sums {
  prompts: number;
  tokens: number;
  lines: number;
  linesShown: number;
}

async function play(ground: Ground, steps: readonly Step[], strategy: Strategy, options: Options): Promise<Sums> {
  const { recording, needs } = ground;
  const runner = strategy.start({ ...recording, messages: steps.map(({ message }) => message) }, options.condition);
  const wire = new Wire(options.condition);
  const view = new ContextView(needs);
  const judge = new ReplyJudge(needs, recording.messages);
  const shown = noAvailability();
  const sums: Sums = { prompts: 0, tokens: 0, lines: 0, linesShown: 0 };
  let taken = 0;
  for (const [at, { message, index }] of steps.entries()) {
    if (message.role !== "assistant") continue;
    const atMs = recording.timesMs[Math.max(0, (index ?? 0) - 1)] ?? 0;
    const sent = await runner.next(
      steps.slice(taken, at).map((step) => step.message),
      atMs,
    );
    taken = at + 1;
    const tokens = wire.send(sent, atMs);
    view.show(sent.messages);
    if (index !== undefined && !options.skipped(index)) {
      sums.prompts++;
      sums.tokens += tokens;
      judge.judge(index, view, shown);
    }
    runner.answered(message);
  }
  return { ...sums, lines: shown.lines, linesShown: shown.linesShown };
}

interface Options {
  readonly condition: Condition;
  skipped(index: number): boolean;
}

const add = (a: Sums, b: Sums): Sums => ({
  prompts: a.prompts + b.prompts,
  tokens: a.tokens + b.tokens,
  lines: a.lines + b.lines,
  linesShown: a.linesShown + b.linesShown,
});

const NOTHING: Sums = { prompts: 0, tokens: 0, lines: 0, linesShown: 0 };

const grounds = recordingFolders(process.cwd())
  .flatMap(readRecordings)
  .filter((recording) => !isShort(recording))
  .map(groundOf)
  .map((ground) => ({ ground, runs: runsOf(ground) }));
const withRuns = grounds.filter(({ runs }) => runs.length > 0);
console.log(`${grounds.length} long sessions; ${withRuns.length} have runs of exploration.`);
console.log("| strategy | window | mean prompt | delegated | smaller | lines available | delegated |");
console.log("|---|---|---|---|---|---|---|");
for (const strategy of mainStrategies.filter(({ name, group }) => group === "reference" || name.startsWith("ours"))) {
  for (const windowTokens of WINDOWS) {
    const condition = baseCondition(windowTokens);
    let [plain, parted] = [NOTHING, NOTHING];
    for (const { ground, runs } of withRuns) {
      const skipped = (index: number) => runs.some(({ from, to }) => index >= from && index < to);
      const whole = ground.recording.messages.map((message, index) => ({ message, index }));
      plain = add(plain, await play(ground, whole, strategy, { condition, skipped }));
      parted = add(parted, await play(ground, stepsOf(ground.recording, runs), strategy, { condition, skipped }));
    }
    const [before, after] = [plain.tokens / plain.prompts, parted.tokens / parted.prompts];
    const share = ({ linesShown, lines }: Sums): string => `${((linesShown / Math.max(1, lines)) * 100).toFixed(1)} %`;
    console.log(
      `| ${strategy.name} | ${windowTokens / 1_000}K | ${Math.round(before)} | ${Math.round(after)} | ` +
        `${((1 - after / before) * 100).toFixed(1)} % | ${share(plain)} | ${share(parted)} |`,
    );
  }
}

import { reportChars, writeReport } from "../../../src/core/agent/delegation/report";
import { sessionId } from "../../../src/core/conversation/ids";
import type { Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { ledgerOf } from "../../../src/core/ledger/add-to-ledger";
import { result } from "../../support/conversation";
import type { Needs } from "../measures/needs";
import type { Ground } from "../replay";
import type { Child } from "./child";
import { childMessages, childOf } from "./child";
import type { Run } from "./runs";
import { isWithin } from "./runs";

/** What a sub-agent hands over: its own words, which it has to write, and the report that the product makes of them. */
export interface Report {
  readonly task: string;
  readonly words: string;
  readonly text: string;
}

/** Which lines a sub-agent names in its report. */
export type Choice = (child: Child) => readonly NamedLine[];

export interface NamedLine {
  readonly path: string;
  readonly number: number;
}

const READ_CHARS = 800;

/** The report as the product writes it: its own format, bounds, and check against what was read. */
export function reportOf(
  child: Child,
  { windowTokens, named, more = [] }: { windowTokens: number; named: readonly NamedLine[]; more?: readonly string[] },
): Report {
  const words = [
    child.words,
    ...more,
    `Read: ${child.subjects.join(", ").slice(0, READ_CHARS)}`,
    ...(named.length === 0 ? [] : [`Lines: ${referencesOf(named)}`]),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
  const messages = childMessages(child, words);
  return {
    task: child.task,
    words,
    text: writeReport({
      kind: "explore",
      session: sessionId("child"),
      messages,
      ledger: ledgerOf(messages),
      maxChars: reportChars(windowTokens),
    }),
  };
}

/** `a.ts:3-5, 9; b.ts:1`, the files in the order in which they are first named. */
function referencesOf(named: readonly NamedLine[]): string {
  const byPath = Map.groupBy(named, ({ path }) => path);
  return [...byPath]
    .map(([path, lines]) => {
      const numbers = [...new Set(lines.map(({ number }) => number))].toSorted((one, other) => one - other);
      const ranges: [number, number][] = [];
      for (const number of numbers) {
        const last = ranges.at(-1);
        if (last !== undefined && number === last[1] + 1) last[1] = number;
        else ranges.push([number, number]);
      }
      return `${path}:${ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(", ")}`;
    })
    .join("; ");
}

/**
 * A report by somebody who knows the future: the lines of the run that later replies of the parent use. Undefined where
 * they do not all fit.
 */
export function oracleReport(
  { recording: { messages }, needs }: Ground,
  run: Run,
  { windowTokens, isParents }: { readonly windowTokens: number; readonly isParents: IsParents },
): Report | undefined {
  const child = childOf(messages, run);
  const needed = neededOf(needs, run, isParents);
  const open = new Set(needed);
  const named: NamedLine[] = [];
  for (const { path, lines } of child.sources.toReversed())
    lines.forEach((line, index) => {
      const shown = featuresIn(needs, line).filter((feature) => open.has(feature));
      if (shown.length > 0) named.push({ path, number: index + 1 });
      for (const feature of shown) open.delete(feature);
    });
  // What is left was said or called in the run, not read.
  const said = messages
    .slice(run.from, run.to)
    .flatMap((message) => (message.role === "assistant" ? saidLines(message) : []))
    .filter((line) => {
      const shown = featuresIn(needs, line).filter((feature) => open.has(feature));
      for (const feature of shown) open.delete(feature);
      return shown.length > 0;
    });
  // Writing a report takes long where much was read; one that cannot fit is not tried.
  const chars = [...named.map(({ path, number }) => lineOf(child, path, number)), ...said].join("\n").length;
  if (chars > reportChars(windowTokens)) return undefined;
  const report = reportOf(child, { windowTokens, named: named.toReversed(), more: said });
  const carried = new Set(featuresIn(needs, report.text));
  return [...needed].every((feature) => carried.has(feature)) ? report : undefined;
}

const lineOf = ({ sources }: Child, path: string, number: number): string =>
  sources.find((source) => source.path === path)?.lines[number - 1] ?? "";

/** Whether a reply is still made by the parent. */
export type IsParents = (reply: number) => boolean;

/** Lines and texts of edits whose newest source is the run. */
function neededOf(needs: Needs, run: Run, isParents: IsParents): ReadonlySet<number> {
  const needed = new Set<number>();
  for (const [reply, { lines, edits }] of needs.byReply) {
    if (reply < run.to || !isParents(reply)) continue;
    for (const feature of [...lines, ...edits.flat()]) {
      const source = needs.sourceBefore(feature, reply);
      if (source !== undefined && isWithin(run, source)) needed.add(feature);
    }
  }
  return needed;
}

const featuresIn = (needs: Needs, text: string): readonly number[] => needs.shownBy(result("read_file", text));

function saidLines(message: Message): readonly string[] {
  if (message.role !== "assistant") return [];
  const args = message.parts.flatMap((part) => (part.type === "tool-call" ? stringsIn(part.inputJson) : []));
  return [...messageText(message).split("\n"), ...args.flatMap((text) => text.split("\n"))];
}

function stringsIn(json: string): readonly string[] {
  const found: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === "string") found.push(value);
    });
    return found;
  } catch {
    return [json];
  }
}

import { parseArgs } from "node:util";
import type { SummaryQuality } from "./model/summarizer";
import { SUMMARY_QUALITIES } from "./model/summarizer";
import type { FamilyName } from "./task/task";
import { FAMILY_NAMES } from "./task/task";

export interface ArenaOptions {
  readonly agents: readonly string[];
  readonly windowTokens: readonly number[];
  readonly families: readonly FamilyName[];
  readonly seeds: readonly number[];
  readonly qualities: readonly SummaryQuality[];
  readonly summaryTokens?: number;
  /** Install nothing; agents that are missing are reported as such. */
  readonly offline: boolean;
  /** Install without asking. */
  readonly yes: boolean;
  /** Only install; the contest follows in another process, without a network. */
  readonly install: boolean;
  /** How often each contest is held; from the second time on, the report says how far the figures agree. */
  readonly rounds: number;
  /** The contests repeat an earlier run, whose results stay beside theirs. */
  readonly again: boolean;
  /** How many contests are held at the same time. */
  readonly jobs: number;
  /** Hold no contest: write the report again from the results that are kept beside it. */
  readonly rewrite: boolean;
  /** Where to write the report as Markdown. */
  readonly report?: string;
}

/** `hermes` on the command line means all of our configurations. */
const OURS = ["hermes-default", "hermes-adaptive", "hermes-background", "hermes-lcm"] as const;

/** Seeds for tuning are 1 to 9; those from 101 on are run for the report only. */
const DEFAULTS = {
  windows: "100",
  families: "debugging",
  seeds: "101",
  qualities: "extractive",
  rounds: "1",
  jobs: "2",
} as const;

export class OptionError extends Error {}

export function readOptions(args: readonly string[], known: readonly string[]): ArenaOptions {
  const { values } = parse(args);
  const agents = list(values.agents ?? known.join(",")).flatMap((agent) => (agent === "hermes" ? OURS : [agent]));
  const unknown = agents.find((agent) => !known.includes(agent));
  if (unknown !== undefined) throw new OptionError(`Unknown agent "${unknown}". Known: ${known.join(", ")}.`);
  const summaryTokens = values["summary-tokens"];
  return {
    agents,
    windowTokens: list(values.windows ?? DEFAULTS.windows).map((text) => positive(text, "--windows") * 1_000),
    families: list(values.families ?? DEFAULTS.families).map((name) => oneOf(FAMILY_NAMES, name, "--families")),
    seeds: list(values.seeds ?? DEFAULTS.seeds).map((text) => positive(text, "--seeds")),
    qualities: list(values.qualities ?? DEFAULTS.qualities).map((name) =>
      oneOf(SUMMARY_QUALITIES, name, "--qualities"),
    ),
    ...(summaryTokens !== undefined && { summaryTokens: positive(summaryTokens, "--summary-tokens") }),
    offline: values.offline === true,
    yes: values.yes === true,
    install: values.install === true,
    rewrite: values.rewrite === true,
    again: values.again === true,
    rounds: positive(values.rounds ?? DEFAULTS.rounds, "--rounds"),
    jobs: positive(values.jobs ?? DEFAULTS.jobs, "--jobs"),
    ...(values.report !== undefined && { report: values.report }),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        root: text,
        agents: text,
        windows: text,
        families: text,
        seeds: text,
        qualities: text,
        "summary-tokens": text,
        report: text,
        rounds: text,
        jobs: text,
        again: { type: "boolean" },
        offline: { type: "boolean" },
        yes: { type: "boolean" },
        install: { type: "boolean" },
        rewrite: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

const list = (text: string): readonly string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

function positive(text: string, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number <= 0) throw new OptionError(`${option} takes whole numbers, not "${text}".`);
  return number;
}

function oneOf<T extends string>(names: readonly T[], name: string, option: string): T {
  const found = names.find((known) => known === name);
  if (found === undefined) throw new OptionError(`${option} takes ${names.join(", ")}, not "${name}".`);
  return found;
}

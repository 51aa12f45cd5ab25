import type { Sentence } from "../../../../base/sentence";
import { sentence } from "../../../../base/sentence";
import type { Chore, CommandClaim, Judgment, RunClaim, ToolClaim } from "../claim";
import { doesChore, mayDoChore, runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { isSamePath } from "../record/paths";
import type { WorkRecord } from "../record/record";

/** A command as it ran: an action of the past is true if any run went so, a state only if the newest did. */
export function judgeCommand(record: WorkRecord, { command, outcome, tense, nth }: CommandClaim): Judgment {
  const all = runsOf(command, record.deeds);
  const meant = nth === undefined || all.length < 2 ? undefined : all.at(nth);
  const runs = meant === undefined ? all : [meant];
  const last = runs.at(-1);
  if (last === undefined)
    return { verdict: "contradicted", fact: sentence("`{command}` was never run", { command: quote(command) }) };
  if (outcome === undefined) return { verdict: "backed", fact: outcomeFact(last), messageId: last.messageId };
  const counted = tense === "present" ? [last] : runs;
  const match = counted.findLast((run) => ended(run, outcome) === "so");
  if (match !== undefined) return { verdict: "backed", fact: outcomeFact(match), messageId: match.messageId };
  if (counted.every((run) => ended(run, outcome) === "unknown"))
    return { verdict: "unchecked", messageId: last.messageId };
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

function ended(run: Deed, outcome: number | "success" | "failure"): "so" | "otherwise" | "unknown" {
  if (typeof outcome === "number") {
    if (run.exitCode !== null) return run.exitCode === outcome ? "so" : "otherwise";
    if (outcome === 0) return run.outcome === "success" ? "so" : "otherwise";
    return run.outcome === "failure" ? "unknown" : "otherwise";
  }
  if (run.tests !== undefined && run.tests.failed > 0) return outcome === "failure" ? "so" : "otherwise";
  return run.outcome === outcome ? "so" : "otherwise";
}

export function outcomeFact(run: Deed): Sentence {
  const command = quote(run.command ?? "");
  if (run.tests !== undefined) {
    const { passed, failed } = run.tests;
    return sentence("`{command}` counted {passed} passed, {failed} failed", {
      command,
      passed: String(passed),
      failed: String(failed),
    });
  }
  if (run.exitCode !== null)
    return sentence("`{command}` ended with exit code {code}", { command, code: String(run.exitCode) });
  return run.outcome === "success"
    ? sentence("`{command}` was run", { command })
    : sentence("`{command}` failed", { command });
}

const COMMAND_CHARS = 120;
const quote = (command: string): string => {
  const line = command.replace(/\s+/g, " ").replaceAll("`", "'").trim();
  return line.length <= COMMAND_CHARS ? line : `${line.slice(0, COMMAND_CHARS)}…`;
};

const NEVER: Readonly<Record<Chore, Sentence>> = {
  test: sentence("no test run is on record"),
  build: sentence("no build is on record"),
  types: sentence("no type check is on record"),
  lint: sentence("no lint run is on record"),
  format: sentence("no run of a formatter is on record"),
  commit: sentence("no commit is on record"),
  push: sentence("no push is on record"),
  install: sentence("no installation is on record"),
};

export const neverRan = (chore: Chore): Judgment => ({ verdict: "contradicted", fact: NEVER[chore] });

export function judgeRun(record: WorkRecord, { chore, outcome, tense }: RunClaim): Judgment {
  const commands = record.deeds.filter((deed) => deed.command !== undefined);
  const runs = commands.filter((deed) => doesChore(deed.command ?? "", chore));
  const last = runs.at(-1);
  if (last === undefined) {
    const maybe = commands.findLast((deed) => mayDoChore(deed.command ?? "", chore));
    return maybe === undefined ? neverRan(chore) : { verdict: "unchecked", messageId: maybe.messageId };
  }
  const counted = tense === "present" ? [last] : runs;
  const match = outcome === undefined ? last : counted.findLast((run) => run.outcome === outcome);
  return match === undefined
    ? { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId }
    : { verdict: "backed", fact: outcomeFact(match), messageId: match.messageId };
}

/** A tool that was never called did nothing; calls whose messages are gone could have been any tool's. */
export function judgeTool(record: WorkRecord, { tool, paths }: ToolClaim): Judgment {
  if (record.deeds.some((deed) => deed.tool === "")) return { verdict: "silent" };
  const calls = record.deeds.filter((deed) => deed.tool.toLowerCase() === tool.toLowerCase());
  if (calls.length === 0)
    return { verdict: "contradicted", fact: sentence("no call of the tool {tool} is on record", { tool }) };
  const [first] = paths;
  const takesOneFile = calls.every(({ files, command }) => files.length > 0 && command === undefined);
  if (first === undefined || !takesOneFile) return { verdict: "silent" };
  const isGiven = calls.some(({ files }) => files.some(({ path }) => paths.some((named) => isSamePath(path, named))));
  return isGiven
    ? { verdict: "silent" }
    : {
        verdict: "contradicted",
        fact: sentence("no call of the tool {tool} on record is about {path}", { tool, path: first }),
      };
}

import type { PromptEnd } from "../contestants/contestant";
import type { ScriptedModel } from "../model/scripted-model";
import type { ArenaTask } from "../task/task";

interface Run {
  readonly task: ArenaTask;
  readonly model: ScriptedModel;
  readonly ends: readonly PromptEnd[];
  /** The lines that the probes wrote into the workspace. */
  readonly notes: readonly string[];
}

/** Reasons not to believe a run, as clauses: an agent that skipped work looks cheap. */
export function findInvalid({ task, model, ends, notes }: Run): readonly string[] {
  const probes = task.prompts.flatMap(({ actions }) => actions.filter(({ kind }) => kind === "probe"));
  const done = Math.min(notes.length, probes.length);
  const failed = ends.findIndex(({ failure }) => failure !== undefined);
  if (failed >= 0)
    return [
      `it gave up in prompt ${failed + 1} of ${task.prompts.length}, after ${done} of ${probes.length} probes`,
      ends[failed]?.failure ?? "",
    ];
  return [
    ...(model.unmapped.length > 0 ? [`it has no tool for: ${[...new Set(model.unmapped)].join(", ")}`] : []),
    ...(done < probes.length ? [`only ${done} of ${probes.length} probes left a note in the workspace`] : []),
  ];
}

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

/** Reasons not to believe a run: an agent that skipped work looks cheap. */
export function findInvalid({ task, model, ends, notes }: Run): readonly string[] {
  const failures = ends.flatMap(({ failure }, index) =>
    failure === undefined ? [] : [`prompt ${index + 1} failed: ${failure}`],
  );
  const probes = task.prompts.flatMap(({ actions }) => actions.filter(({ kind }) => kind === "probe"));
  const missing = probes.length - notes.length;
  return [
    ...failures,
    ...(ends.length < task.prompts.length ? [`only ${ends.length} of ${task.prompts.length} prompts were run`] : []),
    ...(model.isFinished ? [] : ["the agent ended before the work was done"]),
    ...(model.unmapped.length > 0 ? [`no tool for: ${[...new Set(model.unmapped)].join(", ")}`] : []),
    ...(missing > 0 ? [`${missing} of ${probes.length} probes left no note in the workspace`] : []),
  ];
}

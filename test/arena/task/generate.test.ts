import { describe, expect, it } from "vitest";
import { generateTask } from "./generate";
import { FACT_KINDS, FAMILY_NAMES } from "./task";

describe.each(FAMILY_NAMES)("a %s task", (family) => {
  const task = generateTask(family, 1);

  it("is the same for the same seed and another for another", () => {
    expect(generateTask(family, 1)).toEqual(task);
    expect(generateTask(family, 2).files).not.toEqual(task.files);
  });

  it("has facts of every kind, each with a value of its own", () => {
    expect(new Set(task.facts.map(({ kind }) => kind))).toEqual(new Set(FACT_KINDS));
    expect(new Set(task.facts.map(({ needle }) => needle)).size).toBe(task.facts.length);
  });

  it("states every fact in its source, or in a prompt where it has none", () => {
    const texts = [...Object.values(task.files), ...task.prompts.map(({ text }) => text)].join("\n");
    const edits = task.prompts.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.kind === "edit" ? [action.replace] : [])),
    );
    const said = `${texts}\n${edits.join("\n")}`;
    expect(
      task.facts.filter(({ needle, meaning }) => ![needle, ...meaning].every((word) => said.includes(word))),
    ).toEqual([]);
  });

  it("edits only text that its files hold", () => {
    const edits = task.prompts.flatMap(({ actions }) => actions.filter((action) => action.kind === "edit"));
    expect(edits.filter(({ path, find }) => task.files[path]?.includes(find) !== true)).toEqual([]);
  });

  it("probes only facts that earlier prompts established and that still hold", () => {
    const wrong = task.prompts.flatMap(({ actions }, index) =>
      actions.filter((action) => {
        const fact = action.kind === "probe" ? task.facts.find(({ id }) => id === action.factId) : undefined;
        return action.kind === "probe" && !(fact !== undefined && fact.since < index && (fact.staleSince ?? 9) > index);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("has a decision that is taken back, and a pause that outlives the cache", () => {
    expect(task.facts.some(({ kind, staleSince }) => kind === "decision" && staleSince !== undefined)).toBe(true);
    expect(Math.max(...task.prompts.map(({ minutesBefore }) => minutesBefore))).toBeGreaterThan(5);
  });
});

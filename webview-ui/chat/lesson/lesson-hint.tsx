import "./lesson.css";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { LessonStep } from "../../../src/protocol/lesson";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { activity, isRunning, lesson } from "../state/store";
import { lessonRow } from "./lesson-place";

const STEPS: readonly LessonStep[] = [
  "tests",
  "cause",
  "edit",
  "again",
  "log",
  "printing",
  "spill",
  "compress",
  "verify",
  "undone",
];

/** One sentence beside the thing it explains, the next step where it is the reader's, and a way out at any time. */
export const LessonHint = (): JSX.Element | null => {
  if (lesson.value?.kind !== "running") return null;
  const { step } = lesson.value;
  return (
    <aside class="lesson" data-testid="lesson" data-step={step} role="note" aria-label={word("lessonLabel")}>
      <p class="lesson-head">
        <Icon name="mortar-board" />
        <span class="lesson-count">
          {step === "done"
            ? word("lessonOver")
            : word("lessonCount", { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}
        </span>
        <IconButton
          icon="close"
          label={word("lessonLeave")}
          testId="lesson-leave"
          onClick={() => post({ type: "lesson", action: "leave" })}
        />
      </p>
      <p aria-live="polite">{sentenceOf(step)}</p>
      <NextButton step={step} />
    </aside>
  );
};

/** Steps that ask for an answer; until there is something to answer, and after it, Hermes is at work. */
const ASKING = ["tests", "cause", "edit", "again", "printing"] as const;

/** Buttons go by their labels, which the reader looks for. */
function sentenceOf(current: LessonStep): string {
  const asking = ASKING.find((name) => name === current);
  if (asking !== undefined && lessonRow.value === undefined) return word(`lessonBusy_${asking}`);
  const labels = { allow: word("allowOnce"), diff: word("diff"), undo: word("undoTurn"), key: word("addKey") };
  return word(`lesson_${current}`, labels);
}

/** Steps that wait for the reader. */
const WAITING = ["log", "spill", "compress", "verify", "undone", "done"] as const;

const NextButton = ({ step: current }: { readonly step: LessonStep }): JSX.Element | null => {
  const step = WAITING.find((name) => name === current);
  const buttons = useRef<HTMLDivElement>(null);
  const ready = step !== undefined && !isRunning(activity.value);
  // The button of the step before is gone, and the focus with it; a focus elsewhere is the reader's.
  useEffect(() => {
    if (ready && document.hasFocus() && document.activeElement === document.body)
      buttons.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [current, ready]);
  return step === undefined ? null : (
    <div class="buttons" ref={buttons}>
      <Button
        look="primary"
        label={word(`lessonNext_${step}`)}
        testId="lesson-next"
        disabled={!ready}
        onClick={() => post({ type: "lesson", action: "next" })}
      />
      {step === "done" ? (
        <Button label={word("addKey")} testId="lesson-add-key" onClick={() => post({ type: "add-key" })} />
      ) : null}
    </div>
  );
};

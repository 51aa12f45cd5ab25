import "./lesson.css";
import type { JSX } from "preact";
import type { LessonStep } from "../../../src/protocol/lesson";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { activity, isRunning, lesson } from "../state/store";

const STEPS: readonly LessonStep[] = [
  "tests",
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
        <span class="lesson-count">{word("lessonCount", { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}</span>
        <IconButton
          icon="close"
          label={word("lessonLeave")}
          testId="lesson-leave"
          onClick={() => post({ type: "lesson", action: "leave" })}
        />
      </p>
      <p aria-live="polite">{word(`lesson_${step}`)}</p>
      <NextButton step={step} />
    </aside>
  );
};

/** Steps that wait for the reader. */
const WAITING = ["log", "spill", "compress", "verify", "undone"] as const;

const NextButton = ({ step: current }: { readonly step: LessonStep }): JSX.Element | null => {
  const step = WAITING.find((name) => name === current);
  return step === undefined ? null : (
    <div class="buttons">
      <Button
        look="primary"
        label={word(`lessonNext_${step}`)}
        testId="lesson-next"
        disabled={isRunning(activity.value)}
        onClick={() => post({ type: "lesson", action: "next" })}
      />
      {step === "undone" ? (
        <Button label={word("addKey")} testId="lesson-add-key" onClick={() => post({ type: "add-key" })} />
      ) : null}
    </div>
  );
};

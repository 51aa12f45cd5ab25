import type { AgentEvent } from "../../core/agent/events";
import type { LessonPicture, LessonStep } from "../../protocol/lesson";

/**
 * The lesson follows what happens, whoever caused it: an edit that is refused, or a command that needs no approval,
 * leads on just the same. It ends with its session, and with the offline model.
 */
export function foldLesson(lesson: LessonPicture | null, event: AgentEvent): LessonPicture | null {
  if (lesson === null) return null;
  if (event.type === "model-changed" && event.model.provider !== "rehearsal") return null;
  if (lesson.kind === "offered") return lesson;
  if (event.type === "session-opened" && !["continuation", "undo"].includes(event.reason)) return null;
  const step = nextStepOf(lesson.step, event);
  return step === lesson.step ? lesson : { kind: "running", step };
}

const REPAIR: readonly LessonStep[] = ["tests", "cause", "edit", "again"];

function nextStepOf(step: LessonStep, event: AgentEvent): LessonStep {
  switch (event.type) {
    case "approval-asked":
      return REPAIR.includes(step) && event.request.edit !== undefined ? "edit" : step;
    case "message-stored":
      return event.message.role === "tool" ? stepAfterResult(step, event.message.toolName) : step;
    case "turn-ended":
      return REPAIR.includes(step) ? "log" : step === "printing" ? "spill" : step;
    case "compressed":
      return "verify";
    case "compression-undone":
      return "undone";
    default:
      return step;
  }
}

function stepAfterResult(step: LessonStep, tool: string): LessonStep {
  if (step === "tests" && tool === "terminal") return "cause";
  return REPAIR.includes(step) && tool === "patch" ? "again" : step;
}

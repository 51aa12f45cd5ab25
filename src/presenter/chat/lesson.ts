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

const REPAIR: readonly LessonStep[] = ["tests", "edit", "again"];

function nextStepOf(step: LessonStep, event: AgentEvent): LessonStep {
  switch (event.type) {
    case "approval-asked":
      return REPAIR.includes(step) && event.request.edit !== undefined ? "edit" : step;
    case "message-stored":
      return REPAIR.includes(step) && event.message.role === "tool" && event.message.toolName === "patch"
        ? "again"
        : step;
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

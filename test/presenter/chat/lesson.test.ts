import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/core/agent/events";
import { createPresenter } from "../../../src/presenter/presenter";
import type { LessonStep } from "../../../src/protocol/lesson";
import { asked, compressed, model, opened, spilled, stored, turnEnded, undone } from "../../support/agent-events";
import { result, user } from "../../support/conversation";

/** The step that the lesson shows after each event; "–" where there is none. */
function stepsOf(start: LessonStep, ...events: readonly AgentEvent[]): readonly string[] {
  const presenter = createPresenter();
  presenter.take(opened());
  presenter.show({ kind: "lesson", lesson: { kind: "running", step: start } });
  return events.map((event) => {
    presenter.take(event);
    const { lesson } = presenter.chat();
    return lesson?.kind === "running" ? lesson.step : "–";
  });
}

describe("the lesson", () => {
  it("follows the repair to the end of its turn", () => {
    expect(
      stepsOf(
        "tests",
        stored(user("fix it")),
        stored(result("terminal", "exit code 1")),
        asked("c1"),
        stored(result("patch", "Changed.")),
        stored(result("terminal", "exit code 0")),
        turnEnded("answered"),
      ),
    ).toEqual(["tests", "cause", "edit", "again", "again", "log"]);
  });

  it("leads on where nothing had to be asked, and where an edit was refused", () => {
    expect(stepsOf("tests", turnEnded("answered"))).toEqual(["log"]);
    expect(stepsOf("edit", turnEnded("stopped"))).toEqual(["log"]);
  });

  it("follows the log, the compression, and its undo", () => {
    expect(stepsOf("printing", spilled, turnEnded("answered"))).toEqual(["printing", "spill"]);
    expect(stepsOf("compress", compressed(), undone())).toEqual(["verify", "undone"]);
  });

  it("ends with its session and with the offline model, and is not offered to a real one", () => {
    expect(stepsOf("tests", opened())).toEqual(["–"]);
    expect(stepsOf("tests", { type: "model-changed", model })).toEqual(["–"]);
    expect(stepsOf("tests", { type: "model-changed", model: { ...model, provider: "rehearsal" } })).toEqual(["tests"]);
    const presenter = createPresenter();
    presenter.show({ kind: "lesson", lesson: { kind: "offered" } });
    presenter.take({ type: "model-changed", model });
    expect(presenter.chat().lesson).toBeNull();
  });
});

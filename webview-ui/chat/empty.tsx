import type { JSX } from "preact";
import { Button, Icon } from "../shared/components/controls";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { ContextRowView } from "./rows/context-row";
import { composed, endedRow, header, lesson, rowIds } from "./state/store";

const STARTERS = ["starterExplain", "starterTests", "starterFix"] as const;

/** Puts a task into the composer with the focus, so that Enter sends it. */
function propose(text: string): void {
  composed.value = { text, how: "replace" };
}

/** First run: a description of Hermes, the current model, and three tasks to try. */
export const Empty = (): JSX.Element => (
  <main class="empty" data-testid="empty-state" aria-label={word("conversation")}>
    {rowIds.value.flatMap((id) => {
      const row = endedRow(id);
      return row === undefined ? [] : [<ContextRowView key={id} row={row} />];
    })}
    <h2>{word("emptyTitle")}</h2>
    <p>{word("emptyText")}</p>
    {lesson.value === null ? null : <LessonOffer />}
    {header.value?.model.kind === "rehearsal" ? (
      <div class="card">
        <p>
          <Icon name="beaker" /> {word("rehearsalText")}
        </p>
        <div class="buttons">
          <Button
            look={lesson.value === null ? "primary" : "plain"}
            label={word("addKey")}
            testId="empty-add-key"
            onClick={() => post({ type: "add-key" })}
          />
          <Button
            label={word("selectModel")}
            testId="empty-select-model"
            onClick={() => post({ type: "select-model" })}
          />
        </div>
      </div>
    ) : null}
    <ul class="starters">
      {STARTERS.map((key) => (
        <li key={key}>
          <Button icon="lightbulb" label={word(key)} testId={key} onClick={() => propose(word(key))} />
        </li>
      ))}
    </ul>
    <ul class="hints">
      <li>
        <kbd>/</kbd> {word("hintSlash")}
      </li>
      <li>
        <kbd>@</kbd> {word("hintFiles")}
      </li>
      <li>
        <kbd>↑</kbd> {word("hintHistory")}
      </li>
    </ul>
    <Button
      look="link"
      label={word("openWalkthrough")}
      testId="open-walkthrough"
      onClick={() => post({ type: "open-walkthrough" })}
    />
    <Button
      look="link"
      label={word("openSettings")}
      testId="open-settings"
      onClick={() => post({ type: "open-settings", query: "" })}
    />
  </main>
);

const LessonOffer = (): JSX.Element => (
  <div class="card" data-testid="lesson-offer">
    <p>
      <Icon name="mortar-board" /> {word("lessonOffer")}
    </p>
    <div class="buttons">
      <Button
        look="primary"
        label={word("lessonStart")}
        testId="lesson-start"
        onClick={() => post({ type: "lesson", action: "start" })}
      />
    </div>
  </div>
);

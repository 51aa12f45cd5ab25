import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChatPicture } from "../../../src/protocol/chat";
import { Fold, Icon } from "../../shared/components/controls";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import { activity, isRunning, todos } from "../state/store";

const ICONS: Readonly<Record<ChatPicture["todos"][number]["state"], string>> = {
  open: "circle-large-outline",
  doing: "circle-large-filled",
  done: "pass-filled",
};

/** The steps the model works through, as it marks them off. Open while it works; one line afterwards. */
export const TodoPanel = (): JSX.Element | null => {
  const [chosen, setChosen] = useState<"open" | "closed" | null>(null);
  const list = todos.value;
  const done = list.filter(({ state }) => state === "done").length;
  if (list.length === 0) return null;
  const running = isRunning(activity.value);
  if (!running && done === list.length) return null;
  const open = chosen === null ? running : chosen === "open";
  const current = list.find(({ state }) => state === "doing") ?? list.find(({ state }) => state === "open");
  return (
    <section class="todos" data-testid="todos" aria-label={word("todoLabel")}>
      <Fold
        open={open}
        testId="todo-toggle"
        onToggle={() => setChosen(open ? "closed" : "open")}
        summary={
          <>
            <span class="todo-count">{word("todoCount", { done, count: list.length })}</span>
            {open || current === undefined ? null : <span class="ellipsis">{cleanText(current.text)}</span>}
          </>
        }
      >
        <ul>
          {list.map(({ text, state }, index) => (
            <li key={index} class={`todo ${state}`} data-testid="todo" data-state={state}>
              <Icon name={ICONS[state]} />
              <span class="visually-hidden">{word(`todo_${state}`)}</span>
              <span>{cleanText(text)}</span>
            </li>
          ))}
        </ul>
      </Fold>
    </section>
  );
};

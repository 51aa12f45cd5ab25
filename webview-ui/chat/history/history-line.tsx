import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatCount, formatUsd } from "../../../src/format";
import type { HistoryLine } from "../../../src/protocol/history";
import { Icon, IconButton } from "../../shared/components/controls";
import { useInitialFocus } from "../../shared/components/use-initial-focus";
import { post } from "../../shared/host/host";
import { locale, word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import type { HistoryEntry } from "./days";
import { timeOf } from "./days";

export const lineId = (index: number): string => `history-line-${index}`;

interface LineProps {
  readonly entry: HistoryEntry;
  readonly index: number;
  /** Only the active line is in the order of the Tab key. */
  readonly place: "active" | "other";
  readonly onFocus: () => void;
  /** The focus returns from the field of the title. */
  readonly onRenamed: () => void;
}

export const HistoryLineView = ({ entry: { line, day }, index, place, onFocus, onRenamed }: LineProps): JSX.Element => {
  const [isRenaming, setRenaming] = useState(false);
  const remove = () => post({ type: "delete-past", id: line.id });
  return (
    <div class="history-item">
      {day === null ? null : <h3 class="history-day">{word(`day_${day}`)}</h3>}
      <div
        class={`history-line ${line.agent === null ? "own" : "foreign"}`}
        data-testid="history-line"
        onFocusIn={onFocus}
      >
        {isRenaming ? (
          <TitleField
            line={line}
            onClose={(how) => {
              setRenaming(false);
              if (how === "done") onRenamed();
            }}
          />
        ) : (
          <OpenButton
            line={line}
            index={index}
            place={place}
            onKey={line.agent === null ? { F2: () => setRenaming(true), Delete: remove } : {}}
          />
        )}
        {line.agent !== null || isRenaming ? null : (
          <div class="history-actions">
            <IconButton
              icon="edit"
              label={word("historyRename")}
              testId="history-rename"
              onClick={() => setRenaming(true)}
            />
            <IconButton icon="trash" label={word("historyDelete")} testId="history-delete" onClick={remove} />
          </div>
        )}
      </div>
    </div>
  );
};

const OpenButton = ({
  line,
  index,
  place,
  onKey,
}: Pick<LineProps, "index" | "place"> & {
  readonly line: HistoryLine;
  readonly onKey: Readonly<Record<string, () => void>>;
}): JSX.Element => (
  <button
    type="button"
    id={lineId(index)}
    class="history-open"
    data-testid="history-open"
    tabIndex={place === "active" ? 0 : -1}
    title={`${cleanText(line.title)}\n${new Date(line.lastUsedAt).toLocaleString(locale.value)}`}
    onClick={() => post({ type: "open-past", id: line.id, messageId: line.found?.messageId ?? null })}
    onKeyDown={(event) => {
      const act = onKey[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }}
  >
    <span class="history-title-line">
      <Icon name={line.agent === null ? "comment-discussion" : "robot"} />
      <span class="history-title ellipsis">{cleanText(line.title)}</span>
      <span class="history-time">{timeOf(line.lastUsedAt, Date.now(), locale.value)}</span>
    </span>
    <span class="history-figures">{figuresOf(line)}</span>
    {line.found === null ? null : <span class="history-found">{cleanText(line.found.text)}</span>}
  </button>
);

function figuresOf({ agent, state, figures }: HistoryLine): string {
  const counted =
    figures === null
      ? []
      : [
          word("historyMessages", { count: figures.messages }),
          ...(figures.tokens === 0 ? [] : [word("historyTokens", { tokens: formatCount(figures.tokens) })]),
          ...(figures.costUsd === null || figures.tokens === 0 ? [] : [formatUsd(figures.costUsd)]),
          cleanText(figures.engine),
        ];
  const states = { open: [word("historyOpen")], undone: [word("historyUndone")], closed: [] };
  return [...states[state], agent ?? "Hermes", ...counted].join(" · ");
}

const TitleField = ({
  line,
  onClose,
}: {
  readonly line: HistoryLine /** "left": the focus is elsewhere by now. */;
  readonly onClose: (how: "done" | "left") => void;
}): JSX.Element => {
  const [title, setTitle] = useState(line.title);
  const field = useInitialFocus<HTMLInputElement>();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" && title.trim() !== "" && title !== line.title)
      post({ type: "rename-past", id: line.id, title });
    onClose("done");
  };
  return (
    <input
      ref={field}
      class="text-field history-field"
      data-testid="history-title"
      aria-label={word("historyTitle")}
      value={title}
      onInput={(event) => setTitle(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onClose("left")}
    />
  );
};

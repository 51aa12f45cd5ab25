import type { JSX } from "preact";
import { formatCount } from "../../src/format";
import type { ChangedFilePicture, HunkPicture } from "../../src/protocol/edits";
import { Button, Icon, IconButton } from "../shared/components/controls";
import { ChangedLines, DiffLines } from "../shared/components/diff-lines";
import { isOpen, toggle } from "../shared/components/open-folds";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { activity, changes, isRunning, rowOf } from "./state/store";

const BAR = "changed-files";
const ICONS: Readonly<Record<ChangedFilePicture["byHermes"], string>> = {
  created: "diff-added",
  changed: "diff-modified",
  deleted: "diff-removed",
};

/** Files that Hermes changed. Stays above the composer until each file is kept or undone. */
export const ChangedFiles = (): JSX.Element | null => {
  const { files, more, added, removed, turn } = changes.value;
  if (files.length === 0) return null;
  // A running turn may be changing the same files.
  const disabled = isRunning(activity.value);
  return (
    <section class="changed-files" data-testid="changed-files" aria-label={word("changedFiles")}>
      <div class="changed-files-head">
        <button
          type="button"
          class="changed-files-title"
          data-testid="changed-files-toggle"
          aria-expanded={isOpen(BAR)}
          onClick={() => toggle(BAR)}
        >
          <Icon name={isOpen(BAR) ? "chevron-down" : "chevron-right"} />
          <span class="ellipsis">{word("changedFileCount", { count: files.length + more })}</span>
          <ChangedLines added={added} removed={removed} />
        </button>
        <Button
          label={word("keepAll")}
          testId="keep-all"
          disabled={disabled}
          onClick={() => post({ type: "keep-changes", path: null })}
        />
        {turn === null ? null : (
          <Button
            label={word("undoTurn")}
            testId="undo-turn"
            title={undoTitle(turn)}
            disabled={disabled}
            onClick={() => post({ type: "undo-turn", messageId: turn })}
          />
        )}
      </div>
      {isOpen(BAR) ? (
        <ul class="changed-files-list">
          {files.map((file) => (
            <File key={file.path} file={file} disabled={disabled} />
          ))}
          {more === 0 ? null : <li class="note">{word("moreFiles", { count: formatCount(more) })}</li>}
        </ul>
      ) : null}
    </section>
  );
};

/** The edits may be those of an earlier turn, so that the button names the request they were made for. */
function undoTitle(turn: string): string {
  const row = rowOf(turn)?.value;
  if (row?.kind !== "user") return word("undoTurnTitle");
  const request = cleanText(row.text).trim().replace(/\s+/g, " ");
  return word("undoTurnOf", { request: request.length > NAMED_CHARS ? `${request.slice(0, NAMED_CHARS)}…` : request });
}

const NAMED_CHARS = 60;

interface FileProps {
  readonly file: ChangedFilePicture;
  readonly disabled: boolean;
}

const File = ({ file, disabled }: FileProps): JSX.Element => {
  const { path, shown, hunks, undo } = file;
  const id = `${BAR}:${path}`;
  const name = cleanText(shown);
  return (
    <li data-testid="changed-file">
      <div class="changed-file">
        {hunks.length === 0 ? (
          <span class="codicon codicon-blank" aria-hidden="true" />
        ) : (
          <button
            type="button"
            class="icon-button"
            data-testid="hunks-toggle"
            aria-expanded={isOpen(id)}
            aria-label={word("showHunks", { name })}
            title={word("showHunks", { name })}
            onClick={() => toggle(id)}
          >
            <Icon name={isOpen(id) ? "chevron-down" : "chevron-right"} />
          </button>
        )}
        <button
          type="button"
          class="changed-file-name"
          data-testid="changed-file-open"
          title={word("showFileChanges", { name })}
          onClick={() => post({ type: "show-changes", path })}
        >
          <Icon name={ICONS[file.byHermes]} />
          <span class="visually-hidden">{word(`file_${file.byHermes}`)} </span>
          <span class="ellipsis">{name}</span>
          <ChangedLines {...file} />
        </button>
        <IconButton
          icon="check"
          label={word("keepFile", { name })}
          testId="keep-file"
          disabled={disabled}
          onClick={() => post({ type: "keep-changes", path })}
        />
        <IconButton
          icon="discard"
          label={word(undo === "ask" ? "undoFileAsk" : "undoFile", { name })}
          testId="undo-file"
          disabled={disabled}
          onClick={() => post({ type: "undo-changes", path })}
        />
      </div>
      {hunks.length > 0 && isOpen(id)
        ? hunks.map((hunk) => <Hunk key={hunk.id} path={path} hunk={hunk} disabled={disabled} />)
        : null}
    </li>
  );
};

const Hunk = ({
  path,
  hunk,
  disabled,
}: {
  readonly path: string;
  readonly hunk: HunkPicture;
  readonly disabled: boolean;
}): JSX.Element => (
  <div class="hunk" data-testid="hunk">
    <div class="hunk-head">
      <button
        type="button"
        class="button link"
        data-testid="hunk-open"
        onClick={() => post({ type: "open-file", path, line: hunk.line })}
      >
        {word("hunkLine", { line: hunk.line })}
      </button>
      <IconButton
        icon="discard"
        label={word("undoHunk", { line: hunk.line })}
        testId="undo-hunk"
        disabled={disabled}
        onClick={() => post({ type: "undo-hunk", path, hunk: hunk.id })}
      />
    </div>
    <DiffLines {...hunk} />
  </div>
);

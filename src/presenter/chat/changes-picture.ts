import type { AgentEvent, ChangedFile } from "../../core/agent/events";
import type { ChangedFilePicture, ChangesPicture, DiffLine, HunkPicture } from "../../protocol/edits";
import { revealCharacters } from "../words/reveal";

/** A bar, not a list of the whole project. */
const MOST_FILES = 50;
const MOST_HUNKS = 20;
const MOST_LINES = 8;
const LINE_CHARS = 200;

export const noChanges: ChangesPicture = { files: [], more: 0, added: 0, removed: 0, turn: null };

export function foldChanges(changes: ChangesPicture, event: AgentEvent): ChangesPicture {
  // A session that has just been opened is reviewed right after.
  if (event.type === "session-opened" && event.reason !== "continuation") return noChanges;
  if (event.type !== "changes-reviewed") return changes;
  if (event.files.length === 0) return noChanges;
  return {
    files: event.files.slice(0, MOST_FILES).map(presentFile),
    more: Math.max(0, event.files.length - MOST_FILES),
    added: event.files.reduce((sum, { addedLines }) => sum + addedLines, 0),
    removed: event.files.reduce((sum, { removedLines }) => sum + removedLines, 0),
    turn: event.turn,
  };
}

const presentFile = (file: ChangedFile): ChangedFilePicture => ({
  path: file.path,
  shown: revealCharacters(file.shown),
  byHermes: file.byHermes,
  added: file.addedLines,
  removed: file.removedLines,
  undo: file.undo,
  hunks: file.hunks.slice(0, MOST_HUNKS).map(presentHunk),
});

function presentHunk({ id, line, removed, added }: ChangedFile["hunks"][number]): HunkPicture {
  const toLine =
    (kind: DiffLine["kind"]) =>
    (text: string): DiffLine => ({ kind, text: revealCharacters(text.slice(0, LINE_CHARS)) });
  const lines = [
    ...removed.slice(0, MOST_LINES).map(toLine("removed")),
    ...added.slice(0, MOST_LINES).map(toLine("added")),
  ];
  return { id, line, lines, hidden: removed.length + added.length - lines.length };
}

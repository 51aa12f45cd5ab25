import type { Diagnostic, TextEditor, Uri } from "vscode";
import { DiagnosticSeverity, languages, TabInputText, window, workspace } from "vscode";
import type { TurnFacts } from "../../core/memory/turn-attachment";
import type { EditorProblem, EditorProblems } from "../../core/tools/ports";
import { readBranch } from "./git-branch";
import { pathOf } from "./workspace-files";

/** The current state of the editor, for the newest turn only. The core decides how much of it the model sees. */
export function readTurnFacts(): Promise<TurnFacts> {
  const active = window.activeTextEditor;
  const activePath = active && isFile(active.document.uri) ? pathOf(active.document.uri) : undefined;
  const branch = readBranch();
  return Promise.resolve({
    date: new Date().toLocaleString("en-CA", { dateStyle: "full", timeStyle: "short" }),
    openEditors: window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof TabInputText && isFile(input.uri) ? [pathOf(input.uri)] : [])),
    diagnostics: languages
      .getDiagnostics()
      .filter(([uri]) => isFile(uri))
      .flatMap(([uri, found]) => found.flatMap((one) => toDiagnostic(uri, one))),
    ...(branch === undefined ? {} : { branch }),
    ...(activePath === undefined ? {} : { activeEditor: activePath }),
    ...(active === undefined || activePath === undefined || active.selection.isEmpty
      ? {}
      : { selection: toSelection(active, activePath) }),
  });
}

function toSelection({ document, selection }: TextEditor, path: string): NonNullable<TurnFacts["selection"]> {
  return {
    path,
    firstLine: selection.start.line + 1,
    lastLine: selection.end.line + 1,
    text: document.getText(selection),
  };
}

function toDiagnostic(uri: Uri, { range, severity, message }: Diagnostic): NonNullable<TurnFacts["diagnostics"]> {
  if (severity > DiagnosticSeverity.Warning) return [];
  return [
    {
      path: pathOf(uri),
      line: range.start.line + 1,
      severity: severity === DiagnosticSeverity.Error ? "error" : "warning",
      message,
    },
  ];
}

/** Language services answer within this time, or the model has to ask for the problems itself. */
const PROBLEMS_WAIT_MS = 1_500;

export const editorProblems: EditorProblems = {
  async afterWrite(path, signal) {
    // Services look only at files that are open; waiting for others would slow every edit.
    const isOpen = workspace.textDocuments.some(({ uri }) => isFile(uri) && uri.fsPath === path);
    if (!isOpen) return [];
    await problemsChanged(path, signal);
    return editorProblems.list(path);
  },
  list: (path) =>
    Promise.resolve(
      languages
        .getDiagnostics()
        .filter(([uri]) => isFile(uri) && (path === undefined || uri.fsPath === path))
        .flatMap(([uri, found]) => found.map((one) => toProblem(uri, one))),
    ),
};

/** Resolves when the problems of a file change, after the longest wait, or when the turn is stopped. */
function problemsChanged(path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      watching.dispose();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, PROBLEMS_WAIT_MS);
    const watching = languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some(({ fsPath }) => fsPath === path)) finish();
    });
    signal.addEventListener("abort", finish, { once: true });
    if (signal.aborted) finish();
  });
}

export const hasUnsavedChanges = (path: string): boolean =>
  workspace.textDocuments.some(({ uri, isDirty }) => isDirty && isFile(uri) && uri.fsPath === path);

const SEVERITIES = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "info",
  [DiagnosticSeverity.Hint]: "hint",
} as const;

const toProblem = (uri: Uri, { range, severity, message, source }: Diagnostic): EditorProblem => ({
  path: uri.fsPath,
  line: range.start.line + 1,
  severity: SEVERITIES[severity],
  message,
  ...(source === undefined ? {} : { source }),
});

const isFile = (uri: Uri) => uri.scheme === "file";

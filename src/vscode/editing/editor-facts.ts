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

export const editorProblems: EditorProblems = {
  list: (path) =>
    Promise.resolve(
      languages
        .getDiagnostics()
        .filter(([uri]) => isFile(uri) && (path === undefined || uri.fsPath === path))
        .flatMap(([uri, found]) => found.map((one) => toProblem(uri, one))),
    ),
};

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

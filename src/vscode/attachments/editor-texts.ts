import type { DocumentSymbol, SymbolInformation, TextDocument } from "vscode";
import { commands, FileType, l10n, Position, Range, RelativePattern, workspace } from "vscode";
import type { Attachment } from "../../core/conversation/attached";
import { attachmentTexts } from "../../core/host";
import { readTurnFacts } from "../editing/editor-facts";
import { fileAt, pathOf } from "../editing/workspace-files";

const LISTED_FILES = 500;

/** The text in the editor, unsaved changes included: what the person sees is what they mean. */
export async function readFile(path: string): Promise<Attachment> {
  const uri = fileAt(path);
  const { type } = await workspace.fs.stat(uri);
  if ((type & FileType.Directory) !== 0) return readFolder(path);
  return { kind: "file", name: path, text: attachmentTexts.file((await openText(path)).getText()) };
}

export async function readFolder(path: string): Promise<Attachment> {
  const name = `${path.replace(/[/\\]+$/, "")}/`;
  const pattern = new RelativePattern(fileAt(path), "**/*");
  const files = (await workspace.findFiles(pattern, undefined, LISTED_FILES)).map(pathOf).sort();
  const listing = files.length === LISTED_FILES ? "cut" : "complete";
  return { kind: "folder", name, text: attachmentTexts.folder(files, listing) };
}

/** `target` is a path with a range of lines: `src/cart.ts#3-8`. */
export async function readSelection(name: string, target: string): Promise<Attachment> {
  const { path, first, last } = readTarget(target);
  return { kind: "selection", name, text: await linesOf(path, first, last) };
}

/** The whole symbol; providers of workspace symbols tell only where its name is. */
export async function readSymbol(name: string, target: string): Promise<Attachment> {
  const { path, first, last } = readTarget(target);
  const found = await commands.executeCommand<readonly (DocumentSymbol | SymbolInformation)[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    fileAt(path),
  );
  const at = new Position(first - 1, 0);
  const own = flatten(found ?? []).find((one) => one.name === name && one.lines.contains(at));
  const text = await linesOf(path, own === undefined ? first : own.first, own === undefined ? last : own.last);
  return { kind: "symbol", name, text };
}

function readTarget(target: string): { readonly path: string; readonly first: number; readonly last: number } {
  const [, path = target, first = "1", last = "1"] = /^(.*)#(\d+)-(\d+)$/.exec(target) ?? [];
  return { path, first: Number(first), last: Number(last) };
}

async function linesOf(path: string, first: number, last: number): Promise<string> {
  const document = await openText(path);
  const end = document.lineAt(Math.min(last, document.lineCount) - 1).range.end;
  const text = document.getText(new Range(Math.max(0, first - 1), 0, end.line, end.character));
  return attachmentTexts.lines(path, { first, last }, text);
}

export async function readProblems(): Promise<Attachment> {
  const { diagnostics = [] } = await readTurnFacts();
  if (diagnostics.length === 0) throw new Error(l10n.t("There are no problems."));
  return { kind: "problems", name: "problems", text: attachmentTexts.problems(diagnostics) };
}

async function openText(path: string): Promise<TextDocument> {
  try {
    return await workspace.openTextDocument(fileAt(path));
  } catch {
    // VS Code's own reason names the internal address of the file instead of its path.
    throw new Error(l10n.t("{path} cannot be read as text.", { path }));
  }
}

interface Spot {
  readonly name: string;
  /** Whole lines, counted from 1. */
  readonly first: number;
  readonly last: number;
  readonly lines: Range;
}

const flatten = (symbols: readonly (DocumentSymbol | SymbolInformation)[]): readonly Spot[] =>
  symbols.flatMap((symbol): readonly Spot[] => {
    const { start, end } = "location" in symbol ? symbol.location.range : symbol.range;
    const lines = new Range(start.line, 0, end.line + 1, 0);
    const spot = { name: symbol.name, first: start.line + 1, last: end.line + 1, lines };
    return "location" in symbol ? [spot] : [spot, ...flatten(symbol.children)];
  });

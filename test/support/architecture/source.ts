import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

/** One file as the rules see it. Paths are relative to the repository, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly nodes: readonly SyntaxNode[];
  readonly comments: readonly Place[];
}

interface Import {
  /** Path without extension for our own files (`src/core/…`), otherwise the package or built-in as written. */
  readonly target: string;
  readonly kind: "type" | "value" | "lazy" | "re-export";
  readonly line: number;
}

/** A node of the syntax tree (ESTree with TypeScript), flattened in source order. */
export interface SyntaxNode {
  readonly type: string;
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

interface Place {
  readonly text: string;
  readonly line: number;
}

/** A violation of a rule, as one line: `path:line reason`. */
export type Rule = (file: SourceFile) => readonly string[];

export const at = (file: SourceFile, line: number, reason: string) => `${file.path}:${line} ${reason}`;

/** All TypeScript files and scripts below these folders, except test fixtures. */
export function readSources(...folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap(listFiles)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts") && !path.includes("/fixtures/"))
    .map((path) => parseSource(path, readFileSync(path, "utf8")));
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = lineFinder(text);
  const nodes = flatten(program, (raw) => ({
    type: String(raw["type"]),
    line: lineAt(Number(raw["start"])),
    endLine: lineAt(Number(raw["end"])),
    text: text.slice(Number(raw["start"]), Number(raw["end"])),
    raw,
  }));
  return {
    path,
    text,
    nodes,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports: nodes.flatMap((node) => toImport(path, node)),
    comments: comments.map((comment) => ({ text: comment.value, line: lineAt(comment.start) })),
  };
}

export const isRaw = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && "type" in value;

function toImport(path: string, { type, raw, line }: SyntaxNode): readonly Import[] {
  const source = raw["source"];
  if (!isRaw(source) || typeof source["value"] !== "string") return [];
  const target = resolveTarget(path, source["value"]);
  if (type === "ImportExpression") return [{ target, line, kind: "lazy" }];
  if (type === "ImportDeclaration") return [{ target, line, kind: isTypeOnly(raw) ? "type" : "value" }];
  return type.startsWith("Export") ? [{ target, line, kind: "re-export" }] : [];
}

function isTypeOnly(raw: Readonly<Record<string, unknown>>): boolean {
  if (raw["importKind"] === "type") return true;
  const specifiers = raw["specifiers"];
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every((one) => isRaw(one) && one["importKind"] === "type")
  );
}

const resolveTarget = (path: string, written: string) =>
  written.startsWith(".") ? posix.join(posix.dirname(path), written) : written;

function flatten(
  root: unknown,
  describe: (raw: Readonly<Record<string, unknown>>) => SyntaxNode,
): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isRaw(value)) return;
    found.push(describe(value));
    Object.values(value).forEach(visit);
  };
  visit(root);
  return found;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) starts.push(index + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort();
}

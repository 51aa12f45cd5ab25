import type { Rule, SyntaxNode } from "./source";
import { at, isRaw } from "./source";

const LONGEST_FILE_LINES = 400;
const LONGEST_FUNCTION_LINES = 80;
const WIDEST_LINE_COLUMNS = 120;
const MOST_PARAMETERS = 4;

export const keepsFilesShort: Rule = (file) =>
  file.lines > LONGEST_FILE_LINES ? [at(file, LONGEST_FILE_LINES, `has ${file.lines} lines`)] : [];

/** The formatter does not wrap comments and strings, so this rule limits their width. */
export const keepsLinesNarrow: Rule = (file) =>
  file.text
    .split("\n")
    .flatMap((line, index) => ([...line].length > WIDEST_LINE_COLUMNS ? [at(file, index + 1, "is too wide")] : []));

export const keepsFunctionsShort: Rule = (file) =>
  file.nodes
    .filter(isFunction)
    .filter((node) => lengthOf(node) > LONGEST_FUNCTION_LINES)
    .map((node) => at(file, node.line, `function of ${lengthOf(node)} lines`));

/** The caller determines the parameters of a callback; `replace` passes one per group. */
export const takesFewParameters: Rule = (file) => {
  const callbacks = new Set(
    file.nodes.filter(({ type }) => type === "CallExpression").flatMap(({ raw }) => raw["arguments"]),
  );
  return file.nodes
    .filter((node) => isFunction(node) && !callbacks.has(node.raw) && parametersOf(node).length > MOST_PARAMETERS)
    .map((node) => at(file, node.line, `function of ${parametersOf(node).length} parameters`));
};

/** A call like `compressSession(session, true)` is unclear; a named choice is not. */
export const takesNoBooleans: Rule = (file) =>
  file.nodes.filter(isFunction).flatMap((node) =>
    parametersOf(node)
      .filter(isBoolean)
      .map(() => at(file, node.line, "boolean parameter")),
  );

export const isNamedAfterItsSubject: Rule = (file) => {
  const name =
    file.path
      .split("/")
      .at(-1)
      ?.replace(/(\.test|\.e2e)?\.tsx?$/, "") ?? "";
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return [at(file, 1, "is not named in kebab-case")];
  return /^(utils?|helpers?|common|misc)$/.test(name) ? [at(file, 1, `"${name}" names no subject`)] : [];
};

const isFunction = ({ type, raw }: SyntaxNode) =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(type) && raw["body"] !== null;
const lengthOf = (node: SyntaxNode) => node.endLine - node.line + 1;
const parametersOf = ({ raw }: SyntaxNode): readonly unknown[] => (Array.isArray(raw["params"]) ? raw["params"] : []);

function isBoolean(parameter: unknown): boolean {
  const annotation = isRaw(parameter) ? parameter["typeAnnotation"] : undefined;
  const type = isRaw(annotation) ? annotation["typeAnnotation"] : undefined;
  return isRaw(type) && type["type"] === "TSBooleanKeyword";
}

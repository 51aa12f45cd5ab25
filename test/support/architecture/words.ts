import { at } from "./source";
import type { Rule, SyntaxNode } from "./source";

export const saysNoAny: Rule = (file) => nodesOf("TSAnyKeyword", "says any")(file);

export const exportsNoDefault: Rule = (file) => nodesOf("ExportDefaultDeclaration", "default export")(file);

export const declaresNoEnum: Rule = (file) => nodesOf("TSEnumDeclaration", "enum")(file);

export const declaresNoNamespace: Rule = (file) =>
  file.nodes
    .filter(({ type, text }) => type === "TSModuleDeclaration" && !text.startsWith("declare"))
    .map(({ line }) => at(file, line, "namespace"));

/** One public door; everything else is imported from where it is made. */
export const exportsOnlyItsOwn: Rule = (file) =>
  file.path === "src/core/index.ts"
    ? []
    : file.imports.filter(({ kind }) => kind === "re-export").map(({ line }) => at(file, line, "re-export"));

const SILENCED_COMPILER = /@ts-(ignore|nocheck|expect-error)/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/;

export const silencesNoCompiler: Rule = (file) => commentsLike(SILENCED_COMPILER, "silences the compiler")(file);
export const leavesNothingUnfinished: Rule = (file) => commentsLike(UNFINISHED, "is unfinished")(file);

/** A test that does not run, or hides the others, is worse than none. */
export const runsEveryTest: Rule = (file) =>
  file.nodes.filter(isSkippedTest).map(({ line }) => at(file, line, "skips tests"));

const isSkippedTest = ({ type, text }: SyntaxNode) =>
  type === "MemberExpression" && /^(it|test|describe)\.(skip|only|todo|skipIf|runIf|fails)$/.test(text);

function nodesOf(kind: string, reason: string): Rule {
  return (file) => file.nodes.filter(({ type }) => type === kind).map(({ line }) => at(file, line, reason));
}

function commentsLike(pattern: RegExp, reason: string): Rule {
  return (file) => file.comments.filter(({ text }) => pattern.test(text)).map(({ line }) => at(file, line, reason));
}

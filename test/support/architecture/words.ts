import type { Rule, SyntaxNode } from "./source";
import { at } from "./source";

export const saysNoAny: Rule = (file) => nodesOf("TSAnyKeyword", "says any")(file);

export const exportsNoDefault: Rule = (file) => nodesOf("ExportDefaultDeclaration", "default export")(file);

export const declaresNoEnum: Rule = (file) => nodesOf("TSEnumDeclaration", "enum")(file);

export const declaresNoNamespace: Rule = (file) =>
  file.nodes
    .filter(({ type, text }) => type === "TSModuleDeclaration" && !text.startsWith("declare"))
    .map(({ line }) => at(file, line, "namespace"));

/** The doors of core: one for engine authors, one for hosts. Everything else is imported from its own file. */
const DOORS: ReadonlySet<string> = new Set(["src/core/index.ts", "src/core/host.ts"]);

export const exportsOnlyItsOwn: Rule = (file) =>
  DOORS.has(file.path)
    ? []
    : file.imports.filter(({ kind }) => kind === "re-export").map(({ line }) => at(file, line, "re-export"));

const SILENCED_COMPILER = /@ts-(ignore|nocheck|expect-error)/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/;

export const silencesNoCompiler: Rule = (file) => commentsLike(SILENCED_COMPILER, "silences the compiler")(file);
export const leavesNothingUnfinished: Rule = (file) => commentsLike(UNFINISHED, "is unfinished")(file);

/** Names that the glossary replaced, because new readers did not understand them. */
const RETIRED = new Set(
  `desk Desk DeskParts newDesk sitDown standUp layDesk layStored Stage patience Patience makeRoom tryMakeRoom takeBack
  lendMessages breathe goOn greet Rest RestState RESTED stepRest restNow restFrom`.split(/\s+/),
);
const RETIRED_PREFIX = /^tell[A-Z]/;

export const usesNoRetiredName: Rule = (file) =>
  file.nodes
    .filter(({ type, raw }) => type === "Identifier" && isRetired(String(raw["name"])))
    .map(({ raw, line }) => at(file, line, `uses the retired name ${String(raw["name"])}`));

const isRetired = (name: string): boolean => RETIRED.has(name) || RETIRED_PREFIX.test(name);

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

import { joinPattern } from "../../../base/text";
import type { NumberedLine } from "./numbered-lines";

const MODIFIERS = [
  "(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|readonly|",
  "sealed|virtual|inline|extern|unsafe|open|data|partial|local|pub(?:\\([a-z ]{2,20}\\))?)\\s+)*",
].join("");
const DECLARATIONS = [
  "(?:class|interface|enum|struct|trait|impl|fn|func|function\\*?|fun|def|defp|defmodule|module|mod|namespace|",
  "package|protocol|extension|object|record|union|macro_rules!|actor|primitive|type)",
].join("");

/** `class X`, `export async function y`, `pub fn z`, `func (r *T) Name`, `impl<T> From<T> for X`. */
const DECLARED = new RegExp(`^\\s*${MODIFIERS}${DECLARATIONS}(?:\\s+[\\w$(*"'\`<]|<|\\()`);
/** A property named `type` or `class`, and a call of something named `def` or `object`, declare nothing. */
const NOT_DECLARED =
  /^\s*(?:type|class|module|object|record|package|extension|namespace|actor|union|impl|enum)\s*[:=,(?]/;
const FUNCTION_VALUE = joinPattern([
  String.raw`^\s*(?:export\s+)?(?:const|let|var|`,
  String.raw`val)\s+[A-Za-z_$][\w$]*(?:\s*:[^=]{1,120})?\s*=\s*(?:async\s*)?(?:\([^)]{0,400}\)?\s*(?::[^=]{1,120})?`,
  String.raw`(?:=>|$)|[A-Za-z_$][\w$]*\s*=>|function\b|<[A-Z])`,
]);
const EXPORTED = joinPattern([
  String.raw`^\s*(?:export\s+(?:default\s+)?(?:const|let|var|abstract|async)\b|module\.exports\b|(?:public|private|`,
  String.raw`protected|internal)\s+[\w<[])`,
]);
/** A method or a function of the C family: a name, parameters, and the brace that opens its body. */
const WITH_BODY = joinPattern([
  String.raw`^(?:\s{2}|\s{4}|\t)?(?:[A-Za-z_$#~][\w$<>,:*&[\]?.]*\s+[*&]?){0,5}[*&]?[#~]?[A-Za-z_$][\w$:~]*\s*\([^;`,
  String.raw`={}]{0,300}\)\s*(?:const|noexcept|override|throws [\w, ]{1,80})?\s*(?::\s*[^={}]{1,120}|`,
  String.raw`->\s*[^={}]{1,120})?\s*\{?\s*$`,
]);
const SHELL_FUNCTION = /^\s*(?:function\s+)?[\w-]+\s*\(\)\s*\{/;
const STATEMENT = joinPattern([
  String.raw`^\s*(?:if|else|for|foreach|while|switch|match|catch|return|throw|new|await|yield|do|try|with|when|`,
  "unless|until|case|assert|raise|print|echo|super|expect|describe|it|defer|go|select|elif|except|",
  String.raw`finally|and|or|not|in|delete|typeof|void 0)\b`,
]);
const LONGEST_SIGNATURE_CHARS = 600;

/**
 * The lines that declare something, in any of the usual languages. Judged by their form: no parser knows all of them,
 * and an excerpt of a file does not parse.
 */
export function findSignatures(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  return lines.filter(({ text }) => text.length <= LONGEST_SIGNATURE_CHARS && isSignature(text));
}

function isSignature(text: string): boolean {
  if (DECLARED.test(text)) return !NOT_DECLARED.test(text);
  if (FUNCTION_VALUE.test(text) || EXPORTED.test(text) || SHELL_FUNCTION.test(text)) return true;
  return WITH_BODY.test(text) && text.trimEnd().endsWith("{") && !STATEMENT.test(text);
}

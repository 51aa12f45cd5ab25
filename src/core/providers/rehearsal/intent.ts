/** What a person wants, as far as plain rules can tell. */
export type Intent =
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "fix" }
  | { readonly kind: "tests" }
  | { readonly kind: "changes" }
  | { readonly kind: "search"; readonly pattern: string }
  | { readonly kind: "read"; readonly files: readonly string[] }
  | { readonly kind: "look"; readonly files: number };

/** Enough files to fill a small window, few enough to end by itself. */
const EXPLORE_FILES = 30;
/** A README says what a stranger wants to know. */
const LOOK_FILES = 1;

const QUOTED = /["'`“”「]([^"'`“”」\n]{1,120})["'`“”」]/;
export const FILE_NAME = /(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g;

const RUN = /\b(?:run|execute|start)\b|运行|執行/i;
const FIX = /\b(?:fix|repair|solve|correct)\b|修复|修正|修好/i;
const TESTS = /\btests?\b|测试|測試/i;
const SEARCH = /\b(?:search|find|grep|where|usages?|uses?|who calls)\b|搜索|查找|搜尋|尋找/i;
const TODOS = /\b(?:todos?|fixmes?)\b/i;
const CHANGES = /\b(?:git (?:status|diff)|(?:uncommitted|my|recent|local) changes|what (?:has )?changed)\b|改动|變更/i;
const EXPLORE = /\b(?:explore|everything|all files)\b|全部/i;

export function readIntent(ask: string): Intent {
  const quoted = QUOTED.exec(ask)?.[1];
  if (RUN.test(ask) && quoted !== undefined) return { kind: "run", command: quoted };
  if (FIX.test(ask)) return { kind: "fix" };
  if (TESTS.test(ask) && (RUN.test(ask) || /\bfail|\bpass|失败|失敗/i.test(ask))) return { kind: "tests" };
  if (TODOS.test(ask)) return { kind: "search", pattern: "TODO|FIXME" };
  if (CHANGES.test(ask)) return { kind: "changes" };
  const pattern = SEARCH.test(ask) ? (quoted ?? namedThing(ask)) : undefined;
  if (pattern !== undefined) return { kind: "search", pattern };
  const files = [...new Set(ask.match(FILE_NAME) ?? [])];
  if (files.length > 0) return { kind: "read", files };
  return { kind: "look", files: EXPLORE.test(ask) ? EXPLORE_FILES : LOOK_FILES };
}

/** Words about searching and about code in general: looking for them finds everything and nothing. */
const COMMON_WORDS = new Set(
  (
    "a about all an and any are be bug call called calls can class code contains could defined definition " +
    "do does every file files find folder for from function functions get grep handle handled has have " +
    "how i in is it its line lines look me method my name named of on one open or our please project " +
    "repository search show some something symbol that the their there these thing things this those to " +
    "usage usages use used uses using variable want was we what when where which who will with word words " +
    "workspace you your"
  ).split(" "),
);

/** The name a question is about: one written like code, else its last uncommon word. */
function namedThing(ask: string): string | undefined {
  const words = ask.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:[.:-][\p{L}\p{N}_$]+)*/gu) ?? [];
  const code = words.find((word) => /[a-z\d][A-Z]|_|\d|[.:$]/.test(word));
  return code ?? words.findLast((word) => word.length > 2 && !COMMON_WORDS.has(word.toLowerCase()));
}

import { joinPattern, rememberByText } from "../../base/text";
import { LONGEST_RUN_CHARS, NameScan } from "./scan-names";

/**
 * The names a later turn may ask for: paths, symbols, error codes, ids, addresses, numbers with meaning.
 * The text is cut into runs in one pass and each short run is judged by its form, so time grows with length only.
 * Plain words are never identifiers, even where they name something ("the parser").
 */
export function identifiersIn(text: string, limit = DEFAULT_LIMIT): readonly string[] {
  // Fewer of them are the beginning of more, so that every caller with a usual limit shares one scan.
  return limit <= DEFAULT_LIMIT ? usualNames(text).identifiers.slice(0, limit) : scan(text, limit).identifiers;
}

/** Handles made of letters and digits that no language would spell so (`req-7f3a10`), from the first part of a text. */
export const handlesIn = (text: string): readonly string[] => usualNames(text).handles;

interface Names {
  readonly identifiers: readonly string[];
  readonly handles: readonly string[];
}

const usualNames = rememberByText((text) => scan(text, DEFAULT_LIMIT));

function scan(text: string, limit: number): Names {
  const names = new NameScan(limit, judgedRun);
  const slices = scanned(text);
  if (slices.some(hasForeignPath)) {
    for (const slice of slices) names.read(takeForeignPaths(slice, names.identifiers));
    const handles = new NameScan(0, judgedRun);
    handles.read(text.slice(0, SCANNED_CHARS));
    return { identifiers: [...names.identifiers].slice(0, limit), handles: handles.handles };
  }
  for (const slice of slices) names.read(slice);
  return { identifiers: [...names.identifiers].slice(0, limit), handles: names.handles };
}

const DEFAULT_LIMIT = 400;
/** From a huge text only both ends are read: names repeat, and the ends of output say most. */
const SCANNED_CHARS = 100_000;

const scanned = (text: string): readonly string[] =>
  text.length <= 2 * SCANNED_CHARS ? [text] : [text.slice(0, SCANNED_CHARS), text.slice(-SCANNED_CHARS)];

/** Output repeats itself; judging a run costs far more than remembering it. */
const judgements = new Map<string, readonly string[]>();
const MOST_JUDGEMENTS = 50_000;

function judgedRun(run: string): readonly string[] {
  const known = judgements.get(run);
  if (known !== undefined) return known;
  if (judgements.size >= MOST_JUDGEMENTS) judgements.clear();
  const names = judgeRun(run);
  judgements.set(run, names);
  return names;
}

function judgeRun(run: string): readonly string[] {
  const trimmed = run.replace(/^[-.:=+?&%]+(?![/\\\w])|^[:=+?&%-]+/, "").replace(/[-.:=+?&%#$\\]+$/, "");
  if (/^https?:\/\/./.test(trimmed)) return [trimmed];
  const parts = trimmed.split(/[=&?]/).filter((part) => part !== "");
  return parts.flatMap((part) => judgePart(part));
}

function judgePart(written: string): readonly string[] {
  // `@src/a.ts` is how people point at a file; `@scope/name` is a package's whole name.
  const mentioned = /^@(.+[\\/].+)$/.exec(written)?.[1];
  const part = mentioned !== undefined && isFile(mentioned) ? mentioned : written;
  const located = /^(.+?)(?::\d+){1,2}$/.exec(part)?.[1];
  if (located !== undefined && isPath(located)) return [located];
  if (isPath(part)) return [part];
  if (/^[A-Za-z]:[\\/]/.test(part) || !part.includes(":") || part.includes("::")) return isName(part) ? [part] : [];
  return part.split(":").filter((piece) => piece !== "" && (isPath(piece) || isName(piece)));
}

/** Endings by which a run of letters is a file, as alternatives of a pattern. */
export const FILE_EXTENSIONS = [
  "ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonl|json5|py|pyi|ipynb|rs|go|java|kt|kts|scala|rb|php|c|h|cc|cpp|hpp|cs|",
  "fs|swift|m|mm|lua|pl|r|jl|ex|exs|erl|hs|ml|clj|dart|vue|svelte|astro|html|htm|css|scss|less|md|mdx|rst|txt|",
  "log|yml|yaml|toml|ini|cfg|conf|env|lock|xml|svg|png|jpg|jpeg|gif|webp|pdf|csv|tsv|sql|sqlite|db|sh|bash|zsh|",
  "fish|ps1|bat|gradle|proto|graphql|tf|wasm|zip|tar|gz|vsix|map|snap|patch|diff|pony|",
  "properties|csproj|sln|gemspec|cmake|tfvars|hcl|nix|zig|sol|tex|adoc|tmpl|tpl|ejs|hbs|",
  "pug|j2|jinja|twig|erb|haml|sass|styl|elm|nim|f90|cu|glsl|wgsl|xlsx|docx|parquet",
].join("");
const fileName = new RegExp(`^[\\w@.+-]{1,80}\\.(?:${FILE_EXTENSIONS})$`, "i");
const wellKnownFiles = joinPattern([
  String.raw`^(?:\.?[A-Za-z]*(?:Makefile|Dockerfile|LICENSE|CHANGELOG|README|Gemfile|Rakefile|Procfile)|\.(?:git|`,
  String.raw`npm|docker|vscode)?(?:ignore|rc|attributes)|\.env(?:\.\w+)?)$`,
]);
const rootFolders = joinPattern([
  "^(?:src|lib|libs|test|tests|docs?|app|apps|packages?|pkg|cmd|internal|scripts?|examples?|node_modules|",
  String.raw`dist|build|bin|etc|usr|var|tmp|home|crates|include|public|assets|core)[\\/]`,
]);

/** Letters of any script and the characters of paths. */
const foreignRuns = /[\p{L}\p{N}_@.+\-/\\~]{3,}/gu;
/** Written without spaces, so that a sentence may touch a path. */
const spaceless = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]";
const foreignPath = new RegExp(
  `(?:^(?:(?!${spaceless}[\\w.@~-])[^/\\\\])*|(?<=${spaceless})[\\w.@~-]+)[/\\\\].*\\.(?:${FILE_EXTENSIONS})(?!\\w)`,
  "iu",
);

/**
 * Paths with folders or files named in other scripts. Where a sentence runs on without spaces a path begins with its
 * plain folder (`src/`) and ends with its extension. Returns the text without them: their plain parts alone name
 * nothing.
 */
function takeForeignPaths(text: string, found: Set<string>): string {
  return text.replace(foreignRuns, (run) => {
    const path = run.length <= LONGEST_RUN_CHARS && /[^\x00-\x7f]/.test(run) ? foreignPath.exec(run)?.[0] : undefined;
    if (path === undefined || !/[^\x00-\x7f]/.test(path)) return run;
    found.add(path);
    return run.replace(path, " ");
  });
}

/** Whether a letter or digit of another script stands in a text that has the separator of paths. */
function hasForeignPath(text: string): boolean {
  if (!text.includes("/") && !text.includes("\\")) return false;
  for (const [sign] of text.matchAll(/[^\x00-\x7f]+/gu)) if (foreignLetter.test(sign)) return true;
  return false;
}

const foreignLetter = /[\p{L}\p{N}]/u;

const isFile = (path: string): boolean => fileName.test(path.split(/[\\/]/).at(-1) ?? "");

function isPath(text: string): boolean {
  if (fileName.test(text) || wellKnownFiles.test(text)) return /[A-Za-z]/.test(text);
  if (!/[\\/]/.test(text) || !/[A-Za-z]/.test(text) || /[\\/]{2}/.test(text)) return false;
  if (/^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\w@.+-]/.test(text) || rootFolders.test(text)) return /[A-Za-z]{2}/.test(text);
  const segments = text.split(/[\\/]/);
  return (
    isFile(text) ||
    (segments.length > 2 && segments.every((segment) => /^[\w@.+-]+$/.test(segment))) ||
    /^@[\w-]+\/[\w.-]+$/.test(text) ||
    (segments.length === 2 &&
      segments.some((segment) => /[_\d]|[a-z]-[a-z]/.test(segment)) &&
      /^[\w@.+/-]+$/.test(text) &&
      !/^[\d/.]+$/.test(text))
  );
}

const names: readonly RegExp[] = [
  /^[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,24}){1,4}$/,
  /^#\d{1,7}$/,
  /^[A-Z][A-Z0-9]{1,9}-\d{1,7}$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/,
  /^E[A-Z]{3,14}$/,
  /^SIG[A-Z]{2,6}$/,
  /^[A-Z]{1,5}\d{3,6}$/,
  /^(?=[A-Z0-9]*[A-Z])(?=[A-Z0-9]*\d)[A-Z0-9]{4,20}$/,
  /^v?\d{1,4}(?:\.\d{1,6}){2,3}(?:-[\w.]{1,20})?$/,
  /^v\d{1,4}\.\d{1,4}$/,
  /^\d{4}-\d{2}-\d{2}(?:T[\d.Z+-]{2,20})?$/,
  /^\d{4,15}$/,
  /^\d{1,9}\.\d{2,9}$/,
  /^\d{2,9}(?:ms|[kmg]b|px)$/i,
  /^[A-Z][A-Z0-9]{1,20}(?:-[A-Z0-9]{2,20}){1,4}$/,
  /^(?=[a-z-]*\d)[a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,6}$/,
  /^\$?[\w$]*[a-z0-9][A-Z][\w$]*$/,
  /^[A-Za-z0-9$]*_[\w$]*[A-Za-z0-9]$/,
  /^_[\w$]{3,}$/,
  /^[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)+$/,
  /^[a-z]{2,20}[_-]?\d{2,12}[a-z0-9]*$/,
];

/** "e.g", "i.e" and sentences glued by a dot look like member access. */
const isName = (text: string): boolean =>
  text.length >= 3 &&
  text.length <= 120 &&
  !/^(?:e\.g|i\.e|a\.m|p\.m|etc)$/i.test(text) &&
  names.some((form) => form.test(text)) &&
  !/^[a-z]{1,12}\.[A-Z][a-z]+$/.test(text);

import { joinPattern } from "../../../../base/text";
import { shellText } from "../../../../ledger/shell-text";
import { baseName, isSamePath, mayHold } from "./paths";

const FORMATTERS = [
  String.raw`(?<![\w-])(?:prettier|black|isort|gofmt|rustfmt|fmt|format|autopep8|yapf|dprint|`,
  String.raw`clang-format)\b`,
].join("");
const FIXES = [
  String.raw`--(?:fix|write|in-place|apply|update-snapshots?|overwrite)\b|`,
  String.raw`\b(?:jest|vitest|gofmt)\b[^|;&]*\s-[wu]\b`,
].join("");
const FORMATS = joinPattern([FORMATTERS, "|", FIXES], "i");
/** Takes files from another commit or from a patch. */
const VERSION_CONTROL = joinPattern([
  String.raw`\bgit (?:-\S+ )*(?:checkout(?! (?:-\S+ )*-[bB])(?= .*(?: -- |\.\w|\/))|`,
  String.raw`restore|reset --(?:hard|merge|keep)|`,
  "merge|rebase|pull|apply|am|",
  String.raw`cherry-pick|revert|clone|submodule update|stash(?!\s+(?:list|show|drop|clear)))(?!-)\b|\bpatch\s`,
]);
/** Of these, what only brings in the commits of others, or one's own from another branch. */
const BRINGS_IN = joinPattern(
  [
    String.raw`\bgit (?:-\S+ )*(?:checkout(?= [\w./-]+\s*(?:$|[;&|\n]))|merge|rebase|pull|fetch|clone|`,
    String.raw`submodule update)(?!-)\b`,
  ],
  "g",
);
/** Scripts of a project whose names say that they write. */
const WRITING_SCRIPT = joinPattern(
  [
    String.raw`(?:\b(?:npm|pnpm|yarn|bun|make|just|task|rake|invoke|npx|dlx|composer|poetry run|`,
    String.raw`uv run)\s(?:run\s)?|\.{1,2}\/|`,
    String.raw`\b(?:bash|sh|python3?|node|ruby|tsx|deno run)\s)\S*(?:migrat|generat|codegen|scaffold|`,
    String.raw`bootstrap|rewrite|replace|rename|convert|bump|release|setup|fix|sync|codemod|jscodeshift|create-|init)`,
    String.raw`[^\s/]*(?=\s|$)`,
  ],
  "i",
);
const INLINE_WRITE = /(?:\s-c\s|\s-e\s|<<)[^]*(?:write|open\(|replace|sub\(|fs\.|save|dump|rename|unlink)/;
const MANY_FILES = joinPattern([
  String.raw`(?<![\w-])(?:cp|mv|rm)\s[^]*[*$]|\bcp\s+-\w*r|\bfor \w+ in\b[^]*(?:>|-i|mv|cp|rm)|`,
  String.raw`\bxargs\b[^]*(?:-i|mv|cp|rm)|`,
  String.raw`\brsync\b|\b(?:sed|perl|ruby) (?:\S+ )*-\w*i[^]*[*$]`,
]);
const UNPACKS = /\b(?:unzip|tar\s+-?\w*x|git clone|degit|wget|curl\s[^]*\s-[oO]\s+(?!\/dev\/null)\S)/;
const GENERATES = joinPattern(
  [
    String.raw`\b(?:npm|pnpm|yarn|bun|cargo|dotnet|rails|django-admin|go|uv|poetry|npx)\s(?:\S+\s)?(?:init|create|new|`,
    String.raw`generate|startproject|startapp)\b|codegen|scaffold`,
  ],
  "i",
);
const INSTALLS = joinPattern([
  String.raw`\b(?:npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|go|bundle|composer|gem|`,
  String.raw`dotnet) (?:-\S+ )*(?:install|add|i|ci|`,
  String.raw`remove|uninstall|update|upgrade|mod|get|tidy|lock|sync|version)\b`,
]);
/** Names a package, and so writes it into the manifest. */
const ADDS_PACKAGE = joinPattern([
  String.raw`\b(?:npm|pnpm|yarn|bun|uv|poetry|cargo|composer|dotnet|go) (?:-\S+ )*`,
  String.raw`(?:add|remove|uninstall|require|get|install|i) (?:-\S+ )*[^-\s;&|]`,
]);
/** What installing a package changes. */
const MANIFEST = joinPattern(
  [
    String.raw`(?:^|/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|cargo\.(?:toml|`,
    String.raw`lock)|go\.(?:mod|sum)|`,
    String.raw`pyproject\.toml|requirements[\w.-]*\.txt|poetry\.lock|uv\.lock|gemfile(?:\.lock)?|`,
    String.raw`composer\.(?:json|lock)|`,
    String.raw`[\w.-]+\.csproj)$|(?:^|/)(?:node_modules|vendor)/`,
  ],
  "i",
);
const BUILDS = /\b(?:build|tsc|webpack|vite|rollup|esbuild|compile|make|package)\b/i;
const BUILT = /(?:^|\/)(?:dist|build|out|target|\.next|coverage)\//i;

/** Formatters that only say what they would change. */
const ONLY_LISTS = joinPattern(
  [
    String.raw`\b(?:gofmt|prettier|black|isort|rustfmt|ruff format|(?:cargo|terraform) fmt|mix format|biome|`,
    String.raw`dprint)\b[^|;&]*\s(?:-l|-d|--check\S*|--diff|--list\S*)(?=\s|$)[^|;&]*`,
  ],
  "g",
);

/** The command names the file as what it writes. */
export function writesFile(command: string, path: string): boolean {
  const text = shellText(command).run.toLowerCase();
  const name = baseName(path);
  if (ADDS_PACKAGE.test(text) && MANIFEST.test(path)) return true;
  if (name === "" || !isNamedIn(text, path)) return false;
  const target = `[^\\s"'|;&]*${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
  return (
    new RegExp(`(?:(?<!\\d|&)>>?|\\btee(?: -a)?|\\s-o|--output[= ]|\\bof=)\\s*["']?${target}`).test(text) ||
    new RegExp(`\\b(?:sed|perl|ruby)\\s[^|;]*-\\w*i[^|;]*${target}`).test(text) ||
    new RegExp(
      `\\b(?:cp|mv|touch|truncate|patch|install|git (?:\\S+ )?(?:mv|apply|checkout|restore))\\s[^|;]*${target}`,
    ).test(text) ||
    FORMATS.test(text) ||
    INLINE_WRITE.test(text)
  );
}

/** By itself, which may be in any folder, or in the folder that is told. */
const isNamedIn = (command: string, path: string): boolean =>
  command
    .split(/[\s"'`;|&()<>=,:]+/)
    .some((word) => baseName(word) === baseName(path) && (!word.includes("/") || isSamePath(word, path)));

/** The command may have written the file without naming it. `path` is "new" where nothing on record names it. */
export function mayWriteFile(command: string, path: string, state: "known" | "new"): boolean {
  const text = withoutRoundTrips(shellText(command).run).replace(ONLY_LISTS, " ");
  if (INSTALLS.test(text) && MANIFEST.test(path)) return true;
  if (BUILDS.test(text) && BUILT.test(path)) return true;
  if (VERSION_CONTROL.test(text) || UNPACKS.test(text) || GENERATES.test(text)) return true;
  if (WRITING_SCRIPT.test(text)) return true;
  if (state === "new") return false;
  return (
    INLINE_WRITE.test(text) || MANY_FILES.test(withoutQuotes(text)) || (FORMATS.test(text) && coversPath(text, path))
  );
}

/** The stars and dollars of a script for `sed` are no names of files. */
const withoutQuotes = (command: string): string => command.replace(/'[^']*'|"[^"]*"/g, "''");

/** Work that is put aside and taken back within one command stays as it was. */
const withoutRoundTrips = (command: string): string =>
  /\bgit stash\b[^]*\bgit stash pop\b/.test(command) ? command.replace(/\bgit stash\b(?: \S+)?/g, "") : command;

/** A formatter that is given folders works on those; without any it works on everything. */
function coversPath(command: string, path: string): boolean {
  const folders = command
    .split(/\s+/)
    .filter((word) => /^[\w.*/-]+$/.test(word) && /[/*]|^(?:src|lib|test|tests|app|\.)$/.test(word));
  return folders.length === 0 || folders.some((folder) => mayHold(folder, path));
}

/** Whether a command may have changed the code at all. */
export const mayChangeFiles = (command: string): boolean => {
  const text = withoutRoundTrips(shellText(command).run);
  if (/\s--(?:dry-run|check|diff)\b/.test(text)) return false;
  return [FORMATS, VERSION_CONTROL, WRITING_SCRIPT, INLINE_WRITE, MANY_FILES, UNPACKS, INSTALLS, GENERATES].some(
    (form) => form.test(text),
  );
};

/** Whether a command may have brought names into files that nobody saw: formatters and installers bring none. */
export const mayWriteNames = (command: string): boolean => {
  const text = withoutRoundTrips(shellText(command).run);
  return [VERSION_CONTROL, WRITING_SCRIPT, INLINE_WRITE, MANY_FILES, UNPACKS, GENERATES].some((form) =>
    form.test(text),
  );
};

/** A command that changes files only by what it takes from other commits. */
export function onlyBringsIn(command: string): boolean {
  const rest = shellText(command).run.replace(BRINGS_IN, " ");
  return ![FORMATS, VERSION_CONTROL, WRITING_SCRIPT, INLINE_WRITE, MANY_FILES, UNPACKS, INSTALLS, GENERATES].some(
    (form) => form.test(rest),
  );
}

/** A command that changes how code looks, and nothing else. */
export function onlyFormats(command: string): boolean {
  const { run } = shellText(command);
  return (
    FORMATS.test(run) &&
    ![VERSION_CONTROL, WRITING_SCRIPT, INLINE_WRITE, MANY_FILES, UNPACKS, INSTALLS, GENERATES].some((form) =>
      form.test(run),
    )
  );
}

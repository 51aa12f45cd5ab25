import { joinPattern, rememberByText } from "../../../../base/text";
import { FILE_EXTENSIONS } from "../../../../conversation/text/identifiers";

/** A path in a sentence, with its place. */
export interface FoundPath {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Folders in plain letters, then a file in any script; or a file alone in plain letters, because sentences run into
 * names.
 */
const PATH = new RegExp(
  [
    `(?:(?:[A-Za-z]:)?[\\w@.~+$()[\\]-]*[/\\\\])+[\\p{L}\\p{N}_@.+$[\\]()-]*?\\.[A-Za-z][A-Za-z0-9]{0,11}(?![\\w-]|`,
    `[./\\\\]\\w)|(?<![\\w./@-])[\\w@+-][\\w@.+-]*\\.(?:${FILE_EXTENSIONS})(?![\\w-]|[./\\\\]\\w)|`,
    `(?<![\\w./-])(?:[\\w@.~+-]+[/\\\\])*(?:(?:Makefile|Dockerfile)\\.\\w+|`,
    `Makefile|Dockerfile|Gemfile|Rakefile|Procfile|`,
    `Jenkinsfile|Vagrantfile|`,
    `Pipfile|Brewfile|README|CHANGELOG|CONTRIBUTING|CODEOWNERS|go\\.(?:mod|sum|work)|`,
    `\\.gitignore|\\.npmrc|\\.dockerignore|\\.editorconfig|\\.env(?:\\.\\w+)?)(?![\\w-])`,
  ].join(""),
  "giu",
);
/** Products that are named like files. */
const PRODUCTS = joinPattern(
  [
    "^(?:node|next|nuxt|vue|three|d3|express|react|angular|ember|backbone|chart|moment|day|",
    "alpine|babylon|p5|discord|electron|nest|solid|ext|knockout|require|handlebars|mustache|",
    String.raw`winston)\.js$`,
  ],
  "i",
);

export const findPaths = rememberByText((sentence: string): readonly FoundPath[] => {
  return [...sentence.matchAll(PATH)].flatMap((match) => {
    const path = match[0].replace(/^[([]+/, "");
    const start = match.index + match[0].length - path.length;
    if (PRODUCTS.test(path) || /^\d[\d.]*\w?$/.test(path) || /(?:https?:|\w:)\/\/\S*$/.test(sentence.slice(0, start)))
      return [];
    return /^https?:|:\/\//.test(path) ? [] : [{ path, start, end: match.index + match[0].length }];
  });
});

/** Begins as the folders of a project do. */
const FOLDER = joinPattern([
  String.raw`^(?:src|lib|tests?|docs|apps?|packages|pkg|cmd|internal|scripts|crates|include|`,
  String.raw`public|config|deploy|infra|charts)\/[\w.-]+(?:\/[\w.-]+)*$`,
]);

/** Files and folders that the record knows, by words that are no paths. */
export function findSpokenFiles(sentence: string, files: ReadonlyMap<string, string>): readonly FoundPath[] {
  return [...sentence.matchAll(/(?<![\w./@-])[A-Za-z_][\w-]*(?:\/[\w.-]+)*(?![\w/(]|\.\w|::)/g)].flatMap((match) => {
    const path = files.get(match[0].replace(/\/$/, "")) ?? (FOLDER.test(match[0]) ? `${match[0]}/` : undefined);
    return path === undefined ? [] : [{ path, start: match.index, end: match.index + match[0].length }];
  });
}

const BETWEEN = joinPattern(
  [
    "^[\\s`*_\"'”]*(?:[(（][^)）]{0,60}[)）])?[\\s`*_\"']*(?:,|、|，|;|\\/|\\||&|\\+|and|plus|as well as|和|与|",
    "與|以及|及|还有|還有|->|→|to)?\\s*(?:and|also|的)?[\\s`*_\"'“]*$",
  ],
  "i",
);

/** Paths that are listed together, as groups. */
export function groupPaths(sentence: string, paths: readonly FoundPath[]): readonly (readonly FoundPath[])[] {
  const groups: FoundPath[][] = [];
  for (const path of paths) {
    const open = groups.at(-1);
    const before = open?.at(-1);
    if (open !== undefined && before !== undefined && BETWEEN.test(sentence.slice(before.end, path.start)))
      open.push(path);
    else groups.push([path]);
  }
  return groups;
}

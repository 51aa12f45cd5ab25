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
    `[./\\\\]\\w)|(?<![\\w./@-])\\.?[\\w@+-][\\w@.+-]*\\.(?:${FILE_EXTENSIONS})(?![\\w-]|[./\\\\]\\w)|`,
    `(?<![\\w./-])(?:[\\w@.~+-]+[/\\\\])*(?:(?:Makefile|Dockerfile)\\.\\w+|`,
    `Makefile|Dockerfile|Gemfile|Rakefile|Procfile|`,
    `Jenkinsfile|Vagrantfile|`,
    `Pipfile|Brewfile|[A-Z][a-z]+file(?:\\.lock)?|README|CHANGELOG|CONTRIBUTING|CODEOWNERS|go\\.(?:mod|sum|work)|`,
    `[A-Z]\\w*\\.[A-Z]\\w*\\.(?:props|targets)|`,
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
    const whole = match[0].replace(/^[([]+/, "");
    const start = match.index + match[0].length - whole.length;
    // The text of a link, without its address.
    const path = whole.replace(/\]\(.*$/, "");
    // "orders-YYYYMMDD.csv" stands for many files.
    if (/Y{4}|M{2}-?D{2}|X{3}|N{3}/.test(path)) return [];
    // A pattern has signs behind its backslashes.
    if (/\\[^\w.@~$[(]|\\\.\w+$/.test(path)) return [];
    // "the profile" is spelled as a word, and Rakefile as a name.
    if (/^(?!make|docker)[a-z]+file$/.test(path)) return [];
    if (isCode(path, sentence.slice(start + path.length))) return [];
    if (PRODUCTS.test(path) || /^\d[\d.]*\w?$/.test(path) || /(?:https?:|\w:)\/\/\S*$/.test(sentence.slice(0, start)))
      return [];
    return /^https?:|:\/\//.test(path) ? [] : [{ path, start, end: start + path.length }];
  });
});

/** "q.mu.Lock()", "service.Map": a method of a value, which is spelled like a file with an ending. */
const isCode = (path: string, behind: string): boolean =>
  !/[/\\]/.test(path) && (/^\((?:\)|[a-z_"'$&*])/i.test(behind) || /\.[A-Z][a-z]\w*$/.test(path));

/** Begins as the folders of a project do. */
const FOLDER = joinPattern([
  String.raw`^(?:src|lib|tests?|docs|apps?|packages|pkg|cmd|internal|scripts|crates|include|`,
  String.raw`public|config|deploy|infra|charts)\/[\w.-]*[\w-](?:\/[\w.-]*[\w-])*$`,
]);

/** Code that is used goes by the name of its file, and the file stays as it is. */
const USES = joinPattern(
  [
    String.raw`(?:\b(?:us(?:es?|ed|ing)|rel(?:y|ies|ied|ying) on|calls?|called|calling|depends on|goes through)`,
    String.raw`(?: the| a)?|[使改采]用|调用|依赖)\s*[\x60"'*]*$`,
  ],
  "i",
);

/** "PriceList callers", "TideGauge 的调用处": something elsewhere that has to do with it. */
const OF_IT = joinPattern(
  [
    String.raw`^[\x60"']?(?:\s+(?:callers?|calls?|call sites?|users?|usages?|references?|imports?|consumers?|`,
    String.raw`subclasses|instances?|failures?|errors?)\b|\s?的?(?:调用|引用|使用)(?:处|方|者|点)|\s?的(?:失败|报错|错误))`,
  ],
  "i",
);

/** Files and folders that the record knows, by words that are no paths. */
export function findSpokenFiles(sentence: string, files: ReadonlyMap<string, string>): readonly FoundPath[] {
  return [...sentence.matchAll(/(?<![\w./@-])[A-Za-z_][\w-]*(?:\/[\w.-]*[\w-])*(?![\w/(]|\.\w|::)/g)].flatMap(
    (match) => {
      if (USES.test(sentence.slice(0, match.index)) || OF_IT.test(sentence.slice(match.index + match[0].length)))
        return [];
      const path = files.get(match[0].replace(/\/$/, "")) ?? (FOLDER.test(match[0]) ? `${match[0]}/` : undefined);
      return path === undefined ? [] : [{ path, start: match.index, end: match.index + match[0].length }];
    },
  );
}

const BETWEEN = joinPattern(
  [
    "^[\\s`*_\"'”]*(?:[(（][^)）]{0,60}[)）])?[\\s`*_\"']*(?:,|、|，|;|\\/|\\||&|\\+|and|plus|as well as|和|与|",
    "與|以及|及|还有|還有|->|→|to)?\\s*(?:and|also|的)?[\\s`*_\"'“]*$",
  ],
  "i",
);

/** Two paths of which one took the place of the other. */
interface Step {
  readonly pair: readonly [FoundPath, FoundPath];
  /** They are written in a file that the sentence names beside them; else they may be a file and its new name. */
  readonly isValue: boolean;
}

const FROM = /(?:\bfrom|从|由)\s*[`"'“「*]*$/i;
const CHANGED = /(?:\b(?:changed|switched|replaced|swapped|pointed)(?:\s[a-z]+){0,3}\s|[把将的里中])\s*[`"'“「*]*$/i;
const BECAME = joinPattern(
  [
    String.raw`^[\x60"'”」*]*\s*(?:(?:(?:was|is|now) )?(?:replaced |changed |switched )?\b(?:to|into|with|by)\b|`,
    String.raw`→|->|=>|[改换变切调](?:成|为|到|作|至)了?|替换[成为]了?)`,
    String.raw`\s*[\x60"'“「*]*$`,
  ],
  "i",
);
/** Files go from one place to another as well. */
const MOVES = /\b(?:mov|renam|relocat|extract|cop|port|migrat|split)\w*|移|搬|挪|迁|抽|拆|复制|重命名|改名/i;

/** "the output name in x.ts from a.csv to b.csv", "把 x.vue 里的 a.png 换成 b.png". */
export function findSteps(sentence: string, paths: readonly FoundPath[]): readonly Step[] {
  return paths.flatMap((from, index): readonly Step[] => {
    const to = paths[index + 1];
    const before = sentence.slice(0, from.start);
    const between = to === undefined ? "" : sentence.slice(from.end, to.start);
    if (to === undefined || !BECAME.test(between) || MOVES.test(before)) return [];
    const others = paths.filter((path) => path !== from && path !== to);
    const isFrom = FROM.test(before);
    const isChange = CHANGED.test(before) || /\b\w+ed\b/.test(between);
    if (!isFrom && !(isChange && others.some((path) => isPlace(sentence, path)))) return [];
    return [{ pair: [from, to], isValue: others.length > 0 }];
  });
}

/** "in x.ts", "x.ts 里的", "x.ts: …": where something is. */
const isPlace = (sentence: string, { start, end }: FoundPath): boolean =>
  /\b(?:in|of|inside|within|into)\s(?:the\s)?[`"'*]*$/i.test(sentence.slice(0, start)) ||
  /^[`"'*]*\s*(?:[中里内的:：—–]|- )/.test(sentence.slice(end));

/** Something is put into the file behind the word, which is no new name of the one before it. */
const PUT_INTO = /\b(?:add|append|insert|introduc|import)\w*\s[^,;]{0,40}$/i;

/** Paths that are listed together, as groups. */
export function groupPaths(sentence: string, paths: readonly FoundPath[]): readonly (readonly FoundPath[])[] {
  const groups: FoundPath[][] = [];
  for (const path of paths) {
    const open = groups.at(-1);
    const before = open?.at(-1);
    const between = before === undefined ? "" : sentence.slice(before.end, path.start);
    const isPut = /\sto\s/.test(between) && PUT_INTO.test(sentence.slice(0, open?.[0]?.start));
    if (open !== undefined && before !== undefined && BETWEEN.test(between) && !isPut) open.push(path);
    else groups.push([path]);
  }
  return groups;
}

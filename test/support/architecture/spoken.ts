import type { Rule, SourceFile, SyntaxNode } from "./source";
import { at, isRaw } from "./source";

type Raw = SyntaxNode["raw"];

/** Calls whose arguments are texts of the bundles, with the places of those arguments. */
const TEXT_CALLS: readonly (readonly [callee: RegExp, places: readonly number[]])[] = [
  [/^sentence\(/, [0]],
  [/^counted\(/, [1, 2]],
  [/^l10n\.t\(/, [0]],
];

interface SpokenText {
  readonly line: number;
  /** Undefined where the text is not written out. */
  readonly text: string | undefined;
}

/** Every text that this file passes to `sentence`, `counted` or `l10n.t`. */
export const spokenTexts = (file: SourceFile): readonly SpokenText[] =>
  file.nodes.flatMap(({ type, raw, text, line }) => {
    const [, places = []] = (type === "CallExpression" && TEXT_CALLS.find(([callee]) => callee.test(text))) || [];
    return places.flatMap((place) =>
      branchesOf(argumentsOf(raw)[place]).map((branch) => ({ line, text: writtenText(branch) })),
    );
  });

/** A text that is computed cannot be found in a bundle. */
export const writesItsTextsOut: Rule = (file) =>
  spokenTexts(file)
    .filter(({ text }) => text === undefined)
    .map(({ line }) => at(file, line, "passes a text that is not written out"));

/** Every text must be in every bundle. */
export const saysWhatBundlesHave =
  (bundles: readonly Readonly<Record<string, string>>[]): Rule =>
  (file) =>
    spokenTexts(file).flatMap(({ text, line }) =>
      text === undefined || bundles.every((bundle) => Object.hasOwn(bundle, text))
        ? []
        : [at(file, line, `says ${JSON.stringify(text)}, which a bundle lacks`)],
    );

const SAYING_LAYERS = /^src\/(core|presenter|vscode|extension\.ts)/;
const SENTENCE_SOURCE = "src/core/base/sentence.ts";

/** A sentence is one text with values. Neither clauses nor translated texts are put together. */
export const assemblesNoSentence: Rule = (file) => {
  if (!SAYING_LAYERS.test(file.path) || file.path === SENTENCE_SOURCE) return [];
  return file.nodes.flatMap(({ type, raw, line, text }) => {
    if (type === "CallExpression" && /^verbatim\(/.test(text)) {
      const words = describeText(argumentsOf(raw)[0]);
      return words !== undefined && SENTENCE.test(words)
        ? [at(file, line, `passes its own words ${JSON.stringify(words)} as the words of others`)]
        : [];
    }
    if (type === "ObjectExpression" && keysOf(raw).join() === "text,values")
      return [at(file, line, "builds a sentence without `sentence`")];
    if (type === "BinaryExpression" && raw["operator"] === "+" && [raw["left"], raw["right"]].some(isTranslated))
      return [at(file, line, "appends to a translated text")];
    return type === "TemplateLiteral" && joinsTranslations(raw)
      ? [at(file, line, "puts translated texts together")]
      : [];
  });
};

/** Two translated texts with nothing but a space between them. */
function joinsTranslations(raw: Raw): boolean {
  const [expressions, quasis] = [listOf(raw["expressions"]), listOf(raw["quasis"])];
  return expressions.some((expression, index) => {
    const between = isRaw(quasis[index]) ? describeQuasi(quasis[index]) : "";
    return index > 0 && isTranslated(expression) && isTranslated(expressions[index - 1]) && between.trim() === "";
  });
}

const isTranslated = (value: unknown): boolean =>
  isRaw(value) &&
  value["type"] === "CallExpression" &&
  isRaw(value["callee"]) &&
  (value["callee"]["name"] === "say" ||
    (isRaw(value["callee"]["object"]) && value["callee"]["object"]["name"] === "l10n"));

/** Properties that engines and tools of others fill with plain text; ours fill them with sentences. */
const SENTENCE_PROPERTIES = /^(title|careful|why|thresholdNote|routeNote|note|warning|notice|reason|action)$/;
/** Parts of core whose strings are for the model, for engine authors, or for tests. */
const FOR_MODELS = /^src\/core\/(memory|redact|ledger|pattern|context\/lossless\/tools|context\/outside\/contract)/;
/** A bug in Hermes or in a host: no user can do anything about it. */
const BUGS: ReadonlySet<string> = new Set([
  "the engine asked for a summary before its session was open",
  "No provider speaks {}",
  "No such protocol: {}",
  'The session index answered "{}" to "{}".',
  "The session index stopped.",
  "The token counter stopped.",
  "tokenizer-worker runs as a worker.",
  "unreachable: {}",
  "too many symbolic links", // Becomes a tool result.
]);

/** Errors that reach people carry a sentence. Text that only models read is built as plain strings. */
export const throwsSentences: Rule = (file) => {
  if (!file.path.startsWith("src/core/") || FOR_MODELS.test(file.path)) return [];
  return file.nodes.flatMap(({ type, raw, line, text }) => {
    const thrown =
      type === "NewExpression" && /^new (Error|SummaryError)\(/.test(text) ? argumentsOf(raw)[0] : undefined;
    return branchesOf(thrown).flatMap((branch) => {
      const words = describeText(branch);
      return words !== undefined && SENTENCE.test(words) && !BUGS.has(words)
        ? [at(file, line, `throws ${JSON.stringify(words)} in one language`)]
        : [];
    });
  });
};

/** What the compiler cannot hold: fields that also take plain text, for code written by others. */
export const fillsFieldsWithSentences: Rule = (file) => {
  if (!/^src\/core\/(agent|context|caching|tools)\//.test(file.path) || FOR_MODELS.test(file.path)) return [];
  return file.nodes.flatMap(({ type, raw, line, text: source }) => {
    if (type !== "ObjectExpression" || /kind: "(denied|bad|unfit|refused|broken)"/.test(source)) return [];
    return listOf(raw["properties"]).flatMap((property) => {
      if (!isRaw(property) || !isRaw(property["key"])) return [];
      if (!SENTENCE_PROPERTIES.test(String(property["key"]["name"]))) return [];
      const words = branchesOf(property["value"]).map(describeText);
      return words.flatMap((one) =>
        one !== undefined && SENTENCE.test(one) ? [at(file, line, `says ${JSON.stringify(one)} in one language`)] : [],
      );
    });
  });
};

/** Two words in a row, one of which may be a value: no id, path, key or codicon looks like that. */
const SENTENCE = /\p{L}{2,}[^\s\p{L}{]* [^\s\p{L}{]?(\p{L}|\{\})|\{\}[^\s{]* [^\s\p{L}]?\p{L}{2,}/u;
/** A single word as on a button or in a title. */
const TITLE = /^\p{Lu}\p{Ll}+[.?!…]?$/u;
const CODICON = /\$\([\w~-]+\) ?/g;
const WORD = /\p{L}{2,}/u;
/** Properties that VS Code shows to users. */
const SHOWN = /^(label|title|description|detail|placeHolder|placeholder|prompt|tooltip|openLabel)$/;
const NAMES: ReadonlySet<string> = new Set([
  "Hermes",
  "Hermes: {}",
  "Anthropic",
  "OpenAI",
  "OpenRouter",
  "ChatGPT (Codex)",
  "Markdown",
  "Claude Code",
  "Codex",
  "Cline",
  "Copilot Chat",
  "compressor",
  "lcm",
]);
/** Read by programs or by authors of extensions. */
const NOT_FOR_PEOPLE: ReadonlySet<string> = new Set([
  "The terminal lost its shell integration.", // A tool result.
  'A context engine named "{}" already exists; the second one is refused.', // In the log.
  "npm run log", // A command.
  "echo hermes", // A command.
  "claude mcp add hermes -- {}", // A command.
  "codex mcp add hermes -- {}", // A command.
]);

/** Whatever people read from src/vscode and src/presenter is a text of the bundles. */
export const translatesWhatItSays: Rule = (file) => {
  if (!/^src\/(vscode\/|presenter\/|extension\.ts)/.test(file.path) || file.path === "src/vscode/views/page.ts")
    return [];
  const passed = new Set([...textArguments(file), ...logArguments(file)]);
  const shown = new Set(
    file.nodes.flatMap(({ type, raw }) =>
      type === "Property" && isRaw(raw["key"]) && SHOWN.test(String(raw["key"]["name"])) ? [raw["value"]] : [],
    ),
  );
  return file.nodes.flatMap(({ raw, line }) => {
    const text = describeText(raw)?.replace(CODICON, "");
    if (text === undefined || passed.has(raw) || NAMES.has(text) || NOT_FOR_PEOPLE.has(text)) return [];
    return SENTENCE.test(text) || TITLE.test(text) || (shown.has(raw) && WORD.test(text))
      ? [at(file, line, `says ${JSON.stringify(text)} in one language`)]
      : [];
  });
};

const textArguments = (file: SourceFile): readonly unknown[] =>
  file.nodes.flatMap(({ type, raw, text }) => {
    const [, places = []] = (type === "CallExpression" && TEXT_CALLS.find(([callee]) => callee.test(text))) || [];
    return places
      .flatMap((place) => branchesOf(argumentsOf(raw)[place]))
      .flatMap((branch) =>
        isRaw(branch) && branch["type"] === "ArrayExpression" ? listOf(branch["elements"]) : [branch],
      );
  });

const logArguments = (file: SourceFile): readonly unknown[] =>
  file.nodes.flatMap(({ type, raw, text }) =>
    type === "CallExpression" && /\blog\.\w+\(/.test(text) ? argumentsOf(raw) : [],
  );

const SPOKEN_ATTRIBUTES = /^(title|placeholder|alt|label|aria-label|aria-description)$/;

/** Whatever people read on a page goes through `word`. */
export const takesItsWordsFromTheTable: Rule = (file) => {
  if (!file.path.startsWith("webview-ui/") || !file.path.endsWith(".tsx")) return [];
  return file.nodes.flatMap(({ type, raw, line }) => {
    const attribute =
      type === "JSXAttribute" && isRaw(raw["name"]) && SPOKEN_ATTRIBUTES.test(String(raw["name"]["name"]))
        ? raw["value"]
        : undefined;
    const text = type === "JSXText" ? String(raw["value"]) : describeText(attribute);
    return text !== undefined && WORD.test(text)
      ? [at(file, line, `says ${JSON.stringify(text.trim())} in one language`)]
      : [];
  });
};

/** The values an expression may have, as far as they are written. */
function branchesOf(value: unknown): readonly unknown[] {
  if (!isRaw(value)) return [];
  const parts = ["consequent", "alternate", "left", "right", "expression"].map((key) => value[key]);
  return /^(Conditional|Logical|Parenthesized)Expression$/.test(String(value["type"]))
    ? parts.flatMap(branchesOf)
    : [value];
}

/** A text as the bundles have it: a literal, or a list of literals that a space joins. */
function writtenText(value: unknown): string | undefined {
  if (!isRaw(value)) return undefined;
  if (value["type"] === "Literal" && typeof value["value"] === "string") return value["value"];
  if (value["type"] !== "ArrayExpression") return undefined;
  const parts = listOf(value["elements"]).map(writtenText);
  return parts.includes(undefined) ? undefined : parts.join(" ");
}

/** Literals and templates as they are written, with `{}` for each value in a template. */
function describeText(value: unknown): string | undefined {
  if (!isRaw(value)) return undefined;
  if (value["type"] === "Literal" && typeof value["value"] === "string") return value["value"];
  return value["type"] === "TemplateLiteral" ? listOf(value["quasis"]).map(describeQuasi).join("{}") : undefined;
}

const describeQuasi = (quasi: unknown): string =>
  isRaw(quasi) && typeof quasi["value"] === "object" && quasi["value"] !== null && "cooked" in quasi["value"]
    ? String(quasi["value"].cooked)
    : "";

const keysOf = (raw: Raw): readonly string[] =>
  listOf(raw["properties"])
    .map((property) => (isRaw(property) && isRaw(property["key"]) ? String(property["key"]["name"]) : ""))
    .sort();

const argumentsOf = (raw: Raw): readonly unknown[] => listOf(raw["arguments"]);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

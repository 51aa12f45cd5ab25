import { at, isRaw } from "./source";
import type { Rule, SourceFile, SyntaxNode } from "./source";

type Raw = SyntaxNode["raw"];

/** Two words in a row, one of them perhaps a value: no id, path, key or codicon looks like that. */
const SENTENCE = /\p{L}{2,}[^\s\p{L}{]* [^\s\p{L}{]?(\p{L}|\{\})|\{\}[^\s{]* [^\s\p{L}]?\p{L}{2,}/u;
/** One word as it stands on a button or in a title. */
const TITLE = /^\p{Lu}\p{Ll}+[.?!…]?$/u;
const CODICON = /\$\([\w~-]+\) ?/g;
const WORD = /\p{L}{2,}/u;
/** Properties that VS Code puts in front of people. */
const SHOWN = /^(label|title|description|detail|placeHolder|placeholder|prompt|tooltip|openLabel)$/;
const NAMES: ReadonlySet<string> = new Set([
  "Hermes",
  "Hermes: {}",
  "Anthropic",
  "OpenAI",
  "OpenRouter",
  "ChatGPT (Codex)",
  "Markdown",
  "compressor",
  "lcm",
]);
/** Read by programs, or by whoever writes an extension. */
const NOT_FOR_PEOPLE: ReadonlySet<string> = new Set([
  "{} (branch)", // Stored with the session, and known again by its ending.
  "The language model went silent and its reply was given up.", // Classified like a provider's error, by its words.
  "The terminal lost its shell integration.", // A tool result.
  "context engine",
  'A {} named "{}" is already registered; the second one is refused.', // In the log.
]);

/** Whatever people read from src/vscode goes through `l10n.t`, and from src/presenter through `say`. */
export const translatesWhatItSays: Rule = (file) => {
  if (!/^src\/(vscode\/|presenter\/|extension\.ts)/.test(file.path) || file.path === "src/vscode/page.ts") return [];
  const passed = new Set([
    ...callsOf(file, /^(l10n\.t|say)\(/).map(([text]) => text),
    ...callsOf(file, /\blog\.\w+\(/).flat(),
  ]);
  const shown = new Set(
    file.nodes.flatMap(({ type, raw }) =>
      type === "Property" && isRaw(raw["key"]) && SHOWN.test(String(raw["key"]["name"])) ? [raw["value"]] : [],
    ),
  );
  return file.nodes.flatMap(({ raw, line }) => {
    const text = textOf(raw)?.replace(CODICON, "");
    if (text === undefined || passed.has(raw) || NAMES.has(text) || NOT_FOR_PEOPLE.has(text)) return [];
    return SENTENCE.test(text) || TITLE.test(text) || (shown.has(raw) && WORD.test(text))
      ? [at(file, line, `says ${JSON.stringify(text)} in one language`)]
      : [];
  });
};

const SPOKEN_ATTRIBUTES = /^(title|placeholder|alt|label|aria-label|aria-description)$/;

/** Whatever people read on a page goes through `word`. */
export const takesItsWordsFromTheTable: Rule = (file) => {
  if (!file.path.startsWith("webview-ui/") || !file.path.endsWith(".tsx")) return [];
  return file.nodes.flatMap(({ type, raw, line }) => {
    const attribute =
      type === "JSXAttribute" && isRaw(raw["name"]) && SPOKEN_ATTRIBUTES.test(String(raw["name"]["name"]))
        ? raw["value"]
        : undefined;
    const text = type === "JSXText" ? String(raw["value"]) : isRaw(attribute) ? textOf(attribute) : undefined;
    return text !== undefined && WORD.test(text)
      ? [at(file, line, `says ${JSON.stringify(text.trim())} in one language`)]
      : [];
  });
};

/** Where core says something to people; its prompts and tool results are for models. */
const SAYING_FILES = /^src\/core\/(agent|context|caching|sessions|providers\/vscode-lm|tools\/mcp)\//;
const SAID_PROPERTIES = /^(reason|why|notice|action|words)$/;
const SAYING_CALLS =
  /^(new (Session|Summary)Error|giveUp|waitOrGiveUp|refusing|nothing|[\w.#]*on(Fallback|Notice|Refused))\(/;

/** Whatever core says to people can be found in the bundle, by its text with `{0}` for values. */
export const saysWhatTheBundleKnows =
  (bundle: Readonly<Record<string, string>>): Rule =>
  (file) => {
    if (!SAYING_FILES.test(file.path)) return [];
    const said = new Set(
      [
        ...file.nodes.flatMap(saidInProperty),
        ...file.nodes.flatMap(({ type, raw, text }) =>
          /^(Call|New)Expression$/.test(type) && SAYING_CALLS.test(text) && Array.isArray(raw["arguments"])
            ? raw["arguments"]
            : [],
        ),
      ].flatMap(branchesOf),
    );
    return file.nodes.flatMap(({ raw, line }) => {
      const text = said.has(raw) ? textOf(raw) : undefined;
      return text !== undefined && SENTENCE.test(text) && !(numbered(text) in bundle)
        ? [at(file, line, `says ${JSON.stringify(text)}, which no bundle knows`)]
        : [];
    });
  };

function saidInProperty({ type, raw }: SyntaxNode): readonly unknown[] {
  if (type !== "ObjectExpression" || !Array.isArray(raw["properties"])) return [];
  const entries = raw["properties"]
    .filter((one) => isRaw(one) && one["type"] === "Property" && isRaw(one["key"]))
    .map((one) => [String(one.key.name), one.value] as const);
  const isNotice =
    entries.some(([name, value]) => name === "type" && value.value === "notice") ||
    entries.map(([name]) => name).join() === "id,text";
  return entries
    .filter(([name]) => SAID_PROPERTIES.test(name) || (isNotice && name === "text"))
    .map(([, value]) => value);
}

/** What an expression may come to, as far as that is written. */
function branchesOf(value: unknown): readonly unknown[] {
  if (!isRaw(value)) return [];
  const parts = ["consequent", "alternate", "left", "right", "expression"].map((key) => value[key]);
  return /^(Conditional|Logical|Parenthesized)Expression$/.test(String(value["type"]))
    ? parts.flatMap(branchesOf)
    : [value];
}

function numbered(text: string): string {
  let index = 0;
  return text.replace(/\{\}/g, () => `{${index++}}`);
}

/** Literals as they are written; values in a template stand as `{}`. */
export function textOf(raw: Raw): string | undefined {
  if (raw["type"] === "Literal" && typeof raw["value"] === "string") return raw["value"];
  const { quasis } = raw;
  return raw["type"] === "TemplateLiteral" && Array.isArray(quasis)
    ? quasis.map((part) => String(part.value.cooked)).join("{}")
    : undefined;
}

const callsOf = (file: SourceFile, callee: RegExp): readonly (readonly unknown[])[] =>
  file.nodes.flatMap(({ type, raw, text }) =>
    type === "CallExpression" && callee.test(text) && Array.isArray(raw["arguments"]) ? [raw["arguments"]] : [],
  );

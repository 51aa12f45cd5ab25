import { joinPattern } from "../../../../base/text";
import type { NameClaim } from "../claim";
import { isUnreal } from "../language/modality";
import { PLACEHOLDER } from "../record/commands";
import { clausesOf } from "./clauses";
import type { FoundPath } from "./found-paths";
import { findPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";

const QUOTED = /`([^`\n]{3,200})`/g;
/** Spelled as no language spells its words: `snake_case`, `camelCase`, `PascalCaseName`, `LOUD_NAME`. */
const CODE_NAME = joinPattern(
  [
    String.raw`(?<![\w./@#-])(?:[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+|`,
    String.raw`[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+)(?![\w/-]|\.\w)`,
  ],
  "g",
);
/** `golang:1.22.2-alpine`, `pnpm@9.4.1`: a thing with its version. */
const TAGGED = /(?<![\w./@-])@?[a-z][\w./-]*[@:]v?\d+(?:\.\d+)+(?:-[a-z]\w*)*/g;
/** `1m48s`: as precise as an output prints it. */
const DURATION = /(?<![\w.:])\d+m ?\d+(?:\.\d+)?s(?!\w)/g;
/** An option by itself, with its value: `-DBUILD_SHARED_LIBS=OFF`. */
const OPTION = /`(-{1,2}[A-Za-z][\w-]*=[\w./:-]+)`/g;
const LEAST_CHARS = 4;
/** Products and words of the trade that are spelled like code. */
const PRODUCTS = joinPattern(
  [
    String.raw`^(?:github|gitlab|typescript|javascript|postgresql|mysql|mongodb|graphql|`,
    String.raw`openapi|websockets?|macos|devops|oauth|nodejs|fastapi|pytest|webassembly|readme|`,
    String.raw`changelog|eslint|vscode|intellij|kubernetes|dockerhub|circleci|npmjs|youtube|`,
    String.raw`linkedin|powershell|cloudfront|dynamodb|cloudwatch|protobuf|grpc|jsonl|yaml|`,
    String.raw`linux|openssl)$`,
  ],
  "i",
);

/** Lines of a file that a clause names: `src/a.ts:42`, "src/a.ts line 42", "line 42 of src/a.ts", "第 42 行". */
function placesIn(text: string, { path, start, end }: FoundPath): readonly string[] {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const line =
    /^[`"'*]*(?::(\d+)(?![\d-])|,? (?:at )?lines? (\d+)(?![\d-])|\s*的?第\s*(\d+)\s*行)/.exec(after) ??
    /(?<!\w)lines? (\d+) (?:of|in) [`"'*]*$/.exec(before);
  const number = line?.slice(1).find((one) => one !== undefined);
  return number === undefined ? [] : [`${path.split(/[/\\]/).at(-1) ?? path}:${number}`];
}

/** An output has said where it is. */
const TROUBLE = joinPattern(
  [
    String.raw`\b(?:overflow|error|fail\w*|crash\w*|panic\w*|assert\w*|warning|violation|`,
    String.raw`bad read|leak|exception|race|undefined)\b|报错|失败|崩溃|溢出|断言|警告|异常|错误`,
  ],
  "i",
);

/** "`go mod tidy` was not needed", "is left to the user". */
const LEFT =
  /^[^,;，；]{0,24}\b(?:not|never|left to|up to|skipped|unnecessary|pending)\b|^[^，；]{0,8}(?:未|没|留给|待)/i;

/** Names of code that a sentence speaks of as if they were there. */
export function readNameClaims(sentence: SummarySentence): readonly NameClaim[] {
  return clausesOf(sentence).flatMap(({ text, line, start, end }) => {
    const paths = findPaths(text);
    const inPath = (at: number) => paths.some((path) => at >= path.start && at < path.end);
    const quoted = [...text.matchAll(QUOTED)]
      .filter((match) => !isUnreal(text, match.index) && !LEFT.test(text.slice(match.index + match[0].length)))
      .flatMap((match) =>
        [...(match[1] ?? "").replace(PLACEHOLDER, "…").matchAll(/[A-Za-z_][\w]*/g)].map(([word]) => word),
      );
    const spelled = [...text.matchAll(CODE_NAME)]
      .filter(({ index }) => !inPath(index) && !isUnreal(text, index))
      .map(([word]) => word);
    const tagged = [...text.matchAll(TAGGED), ...text.matchAll(DURATION)]
      .filter(({ index }) => !isUnreal(text, index))
      .map(([tag]) => tag.replaceAll(" ", ""));
    const options = [...text.matchAll(OPTION)]
      .filter(({ index }) => !isUnreal(text, index))
      .map(([, option = ""]) => option);
    const places = isUnreal(text, text.length) ? [] : paths.flatMap((path) => placesIn(text, path));
    const names = [...new Set([...places, ...quoted, ...spelled, ...tagged, ...options])].filter(
      (name) => name.length >= LEAST_CHARS && !PRODUCTS.test(name),
    );
    const isTrouble = places.length > 0 && TROUBLE.test(text);
    return names.length === 0 ? [] : [{ kind: "name", names, isTrouble, tense: "past", place: { line, start, end } }];
  });
}

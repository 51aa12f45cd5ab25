import { joinPattern } from "../base/text";

/**
 * Markdown in which nothing loads by itself: images become links, and tags that could fetch something become text. An
 * exported conversation is opened and shared by people; a picture from elsewhere would report every one of them. Fenced
 * code stays as it is. Only a fence at the very beginning of a line counts: no list or quotation can end it early.
 */
export function inertMarkdown(text: string): string {
  let fence = "";
  return text
    .split("\n")
    .map((line) => {
      const ticks = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? "";
      if (fence !== "") {
        if (ticks.startsWith(fence) && line.trimEnd() === ticks) fence = "";
        return line;
      }
      if (ticks !== "" && !(ticks.startsWith("`") && line.slice(ticks.length).includes("`"))) {
        fence = ticks;
        return line;
      }
      return inertLine(line);
    })
    .join("\n");
}

/** A tag at the beginning of a line starts a block of HTML, in which a fence would mean nothing. */
const inertLine = (line: string): string =>
  line
    .replace(/^( {0,3})<(?=[a-z/!?])/i, "$1&lt;")
    .replace(LOADING_TAGS, "&lt;$1")
    .replaceAll("![", "\\![");

const LOADING_TAGS = joinPattern(
  [
    "<(/?(?:img|image|picture|source|video|audio|track|iframe|frame|object|embed|link|style|svg|input|body|base|",
    "meta|script|table|td|th)\\b)",
  ],
  "gi",
);

import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const LANGUAGES = { bash, cpp, css, diff, go, java, json, python, rust, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
highlighter.registerAliases(["js", "jsx", "tsx", "javascript", "mjs", "cts"], { languageName: "typescript" });

/** Larger blocks are not highlighted: the view would freeze. */
const MAX_CODE_CHARS = 40_000;

/** Highlights a finished block; code in an unknown language stays plain. */
export function highlightInto(element: HTMLElement, code: string, language: string): void {
  if (code.length > MAX_CODE_CHARS || highlighter.getLanguage(language) === undefined) return;
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const parsed = new DOMParser().parseFromString(value, "text/html");
  element.replaceChildren(...copySpans(parsed.body.childNodes));
}

/** Copies only text and spans with classes, whatever markup the highlighter produced. */
function copySpans(nodes: NodeListOf<ChildNode>): readonly Node[] {
  return [...nodes].map((node) => {
    if (!(node instanceof HTMLSpanElement)) return document.createTextNode(node.textContent ?? "");
    const span = document.createElement("span");
    span.className = node.className;
    span.append(...copySpans(node.childNodes));
    return span;
  });
}

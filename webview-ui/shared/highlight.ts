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

/** Larger blocks stay plain: color is not worth a frozen view. */
const MAX_CODE_CHARS = 40_000;

/** Colors a finished block; code in a language we do not know stays as it is. */
export function highlightInto(element: HTMLElement, code: string, language: string): void {
  if (code.length > MAX_CODE_CHARS || highlighter.getLanguage(language) === undefined) return;
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const parsed = new DOMParser().parseFromString(value, "text/html");
  element.replaceChildren(...copySpans(parsed.body.childNodes));
}

/** Nothing but text and classed spans gets through, whatever the highlighter made of the code. */
function copySpans(nodes: NodeListOf<ChildNode>): readonly Node[] {
  return [...nodes].map((node) => {
    if (!(node instanceof HTMLSpanElement)) return document.createTextNode(node.textContent ?? "");
    const span = document.createElement("span");
    span.className = node.className;
    span.append(...copySpans(node.childNodes));
    return span;
  });
}

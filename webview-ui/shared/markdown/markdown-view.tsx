import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { post } from "../host/host";
import { word } from "../language/words";
import type { MarkdownStream } from "./markdown";
import { createMarkdownStream } from "./markdown";
import type { MarkdownActions } from "./markdown-elements";

const actions: MarkdownActions = {
  openWeb: (href) => post({ type: "open-link", href }),
  openFile: (path, line) => post({ type: "open-file", path, line }),
  codeBar(info, code) {
    const bar = document.createElement("div");
    bar.className = "code-bar";
    const name = document.createElement("span");
    name.className = "code-info ellipsis";
    name.textContent = info;
    name.title = info;
    bar.append(
      name,
      codeButton("copy", word("copyCode"), "code-copy", () => post({ type: "copy", text: code() })),
      codeButton("insert", word("insertCode"), "code-insert", () => post({ type: "insert-code", text: code() })),
      codeButton("git-stash-apply", word("applyCode"), "code-apply", () =>
        post({ type: "apply-code", text: code(), info }),
      ),
    );
    return bar;
  },
};

function codeButton(icon: string, label: string, testId: string, act: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `icon-button codicon codicon-${icon}`;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.dataset["testid"] = testId;
  button.addEventListener("click", act);
  return button;
}

interface Rendering {
  readonly stream: MarkdownStream;
  readonly written: string;
}

/** Text that may still grow: only the new part is parsed. */
export const MarkdownView = ({
  text,
  state,
}: {
  readonly text: string;
  readonly state: "growing" | "done";
}): JSX.Element => {
  const root = useRef<HTMLDivElement>(null);
  const rendering = useRef<Rendering | null>(null);
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const old = rendering.current;
    const grown = old !== null && text.length >= old.written.length && text.startsWith(old.written);
    if (!grown) element.replaceChildren();
    const stream = grown ? old.stream : createMarkdownStream(element, actions);
    stream.write(text.slice(grown ? old.written.length : 0));
    rendering.current = { stream, written: text };
  }, [text]);
  useEffect(() => {
    if (state === "done") rendering.current?.stream.end();
  }, [state]);
  return <div class="markdown" ref={root} />;
};

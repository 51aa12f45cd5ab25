import type { JSX } from "preact";
import { parseAnsi } from "./ansi";
import { cutLines } from "./safe-text";

/** Output of a tool: colors of the terminal, long lines cut, nothing else. */
export const OutputView = ({ text, label }: { readonly text: string; readonly label: string }): JSX.Element => (
  <pre class="output" tabIndex={0} aria-label={label} role="region">
    {parseAnsi(cutLines(text)).map(({ text: part, style }) =>
      style === "" ? part : <span class={style}>{part}</span>,
    )}
  </pre>
);

import type { JSX } from "preact";
import { parseAnsi } from "./ansi";
import { createLineCutter } from "./safe-text";

/** Output of a tool: terminal colors and attributes, long lines cut. */
export const OutputView = ({ text, label }: { readonly text: string; readonly label: string }): JSX.Element => {
  const cutter = createLineCutter();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section class="output" tabIndex={0} aria-label={label}>
      {parseAnsi(text).map(({ text: part, className, colors }) => {
        const shown = cutter.write(part);
        if (shown === "" || className === "") return shown;
        return (
          <span class={className} style={colors}>
            {shown}
          </span>
        );
      })}
      {cutter.end()}
    </section>
  );
};

import type { TaskWords } from "./words";

/** What a command prints: many lines that pass, and a few errors that matter. */
export interface GeneratedOutput {
  readonly text: string;
  readonly errors: readonly { readonly code: string; readonly about: string }[];
}

export function generateOutput(words: TaskWords, lines: number, errorCount: number): GeneratedOutput {
  const errors = Array.from({ length: errorCount }, () => ({ code: `E${words.value()}`, about: words.functionName() }));
  const every = Math.floor(lines / (errorCount + 1));
  const printed = Array.from({ length: lines }, (_, index) => {
    const error = index > 0 && index % every === 0 ? errors[index / every - 1] : undefined;
    if (error !== undefined) return `ERROR ${error.code}: ${error.about} returned a negative weight`;
    const [batch, time, zone] = [words.number(100, 999), words.number(1, 80), words.number(1, 40)];
    return `ok ${index + 1} - batch ${batch} closed in ${time} ms, zone ${zone}`;
  });
  return { text: [...printed, `${lines - errorCount} passed, ${errorCount} failed`, ""].join("\n"), errors };
}

import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";
import type { Folders } from "./command-folder";
import { ShellWalk } from "./shell-walk";
import type { ShellWord } from "./shell-word";

/** One program run, wherever in the text it hides. */
export interface SimpleCommand {
  /** The program as written, e.g. `./gradlew`; empty for assignments or redirections alone. */
  readonly program: string;
  /** Program first, by its base name. */
  readonly words: readonly ShellWord[];
  /** `NAME=value` in front of the program. */
  readonly assignments: readonly string[];
  /** Files written by redirection, `/dev/null` left out. */
  readonly writes: readonly string[];
  /** What its standard input is connected to, if anything. */
  readonly inputs: readonly Input[];
  readonly folders: Folders;
}

export type Input =
  | { readonly kind: "file"; readonly word: ShellWord }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "pipe" };

export interface ShellReading {
  readonly commands: readonly SimpleCommand[];
  /** Why the commands found may not be all there is, as a clause about "it". */
  readonly unclear?: Sentence;
  /** Why no rule may let the text pass, although its commands are visible. */
  readonly unruly?: Unruly;
  /** The text of each pipeline, where the whole is nothing but a row of them. */
  readonly pipelines?: readonly string[];
}

/** Constructs that may change what a command is or does in a way its words do not show. */
export type Unruly =
  | "compound"
  | "expansion"
  | "folder"
  | "here-document"
  | "joined-lines"
  | "redirection"
  | "variable";

/** Longer text carries a file's content, and would keep the parser busy for too long. */
const MAX_SOURCE_CHARS = 8_000;
/** Signs that open something. Text with more of them is nested or chained beyond what anybody writes. */
const OPENING = /[(`{<;&|\n]/g;
const MAX_OPENINGS = 800;

/** Blanks and marks beyond ASCII that look like a space or like nothing; bash takes them for letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Cs}]/u;

/** Bash joins such lines before it looks for words: `2`, backslash, newline, `>x` redirects the second output. */
const JOINED_INSIDE = /[^ \t]\\\n/;

export function readShell(source: string): ShellReading {
  if (source.length > MAX_SOURCE_CHARS || (source.match(OPENING)?.length ?? 0) > MAX_OPENINGS)
    return { commands: [], unclear: sentence("it is too long to be judged") };
  const hidden = findHidden(source);
  try {
    const reading = new ShellWalk(source).read();
    return {
      ...reading,
      ...(hidden === undefined ? {} : { unclear: hidden }),
      ...(JOINED_INSIDE.test(source) ? { unruly: "joined-lines" as const } : {}),
    };
  } catch (error) {
    // Text nested thousands deep exhausts the parser's stack.
    if (!(error instanceof RangeError)) throw error;
    return { commands: [], unclear: sentence("it is nested too deeply") };
  }
}

/** Of all characters that cannot be seen, only space, tab and newline mean to bash what they mean to everybody. */
const findHidden = (source: string): Sentence | undefined =>
  INVISIBLE.test(source.replace(/[ \t\n]/g, "")) ? sentence("it contains a character that cannot be seen") : undefined;

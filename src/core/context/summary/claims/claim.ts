import type { Sentence } from "../../../base/sentence";
import type { MessageId } from "../../../conversation/ids";

/** Something a summary states as done or true, with the place where it says so. */
export type Claim =
  | FileClaim
  | CommandClaim
  | RunClaim
  | TestClaim
  | NamedTestClaim
  | ErrorClaim
  | ToolClaim
  | DecisionClaim
  | NumberClaim;

/** Where a claim stands: characters of one sentence in one line of the summary. */
interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

interface Stated {
  readonly place: Place;
  /** "past": something that happened at some time; "present": how things are now, so that only the newest counts. */
  readonly tense: "past" | "present";
}

export type FileChange = "created" | "edited" | "deleted" | "renamed" | "read" | "named";

export interface FileClaim extends Stated {
  readonly kind: "file";
  readonly change: FileChange;
  readonly paths: readonly string[];
  /** "each": the verb governs every path; "any": it governs one of them, and grammar does not say which. */
  readonly governs: "each" | "any";
}

export interface CommandClaim extends Stated {
  readonly kind: "command";
  readonly command: string;
  readonly outcome?: number | "success" | "failure";
  /** The position of the run that is meant, counted from the end where negative. */
  readonly nth?: number;
}

/** A kind of work that takes a command, named without it: "ran the linter", "the build succeeds". */
export type Chore = "test" | "build" | "types" | "lint" | "format" | "commit" | "push" | "install";

export interface RunClaim extends Stated {
  readonly kind: "run";
  readonly chore: Chore;
  readonly outcome?: "success" | "failure";
}

export interface TestClaim extends Stated {
  readonly kind: "tests";
  readonly verdict: "pass" | "fail";
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
  /** "all": the sentence speaks of the whole suite. */
  readonly extent: "all" | "some";
  /** The command the sentence names: only its runs count. */
  readonly command?: string;
  /** The tests it speaks of, where it tells them apart. */
  readonly runner?: { readonly named: string } | "unit" | "end-to-end" | undefined;
}

/** One test by its name: "TestPoolDrain passes now". */
export interface NamedTestClaim extends Stated {
  readonly kind: "named-test";
  readonly name: string;
  readonly verdict: "pass" | "fail";
}

export interface ErrorClaim extends Stated {
  readonly kind: "error-resolved";
  /** Words by which the error is found in an output; all of them stand on one line of it. */
  readonly names: readonly string[];
}

/** A finished action that names its tool: `PATCH src/a.ts — … [tool: patch]`. */
export interface ToolClaim extends Stated {
  readonly kind: "tool";
  readonly tool: string;
  /** Files that the action names; the tool was given at least one of them. */
  readonly paths: readonly string[];
}

export interface DecisionClaim extends Stated {
  readonly kind: "decision";
  /** Whose decision the summary says it is; "anyone" where it does not. */
  readonly maker: "user" | "anyone";
  readonly content: string;
}

export interface NumberClaim extends Stated {
  readonly kind: "number";
  readonly key: string;
  readonly value: string;
  /** "key": `timeout = 30`; "count": `30 warnings`. */
  readonly form: "key" | "count";
  /** The rest of the sentence: what is counted. */
  readonly about: string;
}

/** What the record says about a claim. "silent": nothing to hold against it and nothing to mark. */
export type Judgment =
  | { readonly verdict: "backed"; readonly fact?: Sentence; readonly messageId?: MessageId }
  | { readonly verdict: "contradicted"; readonly fact: Sentence; readonly messageId?: MessageId }
  | { readonly verdict: "unchecked"; readonly messageId?: MessageId }
  | { readonly verdict: "silent" };

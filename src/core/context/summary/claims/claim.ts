import type { Sentence } from "../../../base/sentence";
import type { MessageId } from "../../../conversation/ids";
import type { ToldTime } from "./time/told-time";

/** Something a summary states as done or true, with the place where it says so. */
export type Claim =
  | FileClaim
  | ChangeClaim
  | CommandClaim
  | RunClaim
  | TestClaim
  | NamedTestClaim
  | ErrorClaim
  | ToolClaim
  | DecisionClaim
  | NumberClaim
  | ExitCodeClaim
  | NameClaim
  | AllClearClaim
  | CommitClaim;

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
  /** When a run is said to have been, by the work before or behind it. */
  readonly time?: ToldTime;
}

export type FileChange = "created" | "edited" | "deleted" | "renamed" | "read" | "named";

export interface FileClaim extends Stated {
  readonly kind: "file";
  readonly change: FileChange;
  readonly paths: readonly string[];
  /** The words of its sentence, which say what was done. */
  readonly about: string;
  /** "each": the verb governs every path; "any": it governs one of them, and grammar does not say which. */
  readonly governs: "each" | "any";
  /** "nearness": they only stand near the verb, and may be the place or the subject of something else. */
  readonly bond: "grammar" | "nearness";
  /** Other files of its sentence, where it may be a name that was put into one of them, or taken out. */
  readonly within?: readonly string[];
}

/** Something that is said to have been changed, by what the change is about. */
export interface ChangeClaim extends Stated {
  readonly kind: "change";
  /** The words of its clause where it tells of work that was done; else empty. */
  readonly about: string;
  /** Names of code and quoted pieces that are said to be part of the change; empty where work of any kind is told. */
  readonly topics: readonly string[];
  /** Numbers that something is said to have been set to. */
  readonly values: readonly string[];
  /** Programs that are said to have been run. */
  readonly programs: readonly string[];
  /** What something is said to have been done with. */
  readonly instruments: readonly string[];
  /** Files that the clause or its sentence names. */
  readonly paths: readonly string[];
  /** "tool": the sentence says itself that a tool which writes files did it. */
  readonly by: "tool" | "anything";
}

/**
 * Which of several runs a sentence means; "early": any but the last; "later": any but the first; "every": none went
 * otherwise.
 */
export type WhichRun = "first" | "early" | "second" | "third" | "last" | "later" | "every";

export interface CommandClaim extends Stated {
  readonly kind: "command";
  readonly command: string;
  /** What is left without its last words, where no quotes say that they belong to it. */
  readonly shorter: readonly string[];
  /** What it is said to have come after: files and values that were changed before it. */
  readonly after?: readonly string[];
  readonly outcome?: number | "success" | "failure";
  readonly which?: WhichRun;
  /** "named": the sentence tells of it without saying that it was run by itself; "tried": it may have been refused. */
  readonly manner: "ran" | "named" | "tried";
  /** "whole": without anything that narrows it. */
  readonly extent?: "whole";
}

/** A kind of work that takes a command, named without it: "ran the linter", "the build succeeds". */
export type Chore = "test" | "build" | "types" | "lint" | "format" | "commit" | "push" | "install" | "deploy";

export interface RunClaim extends Stated {
  readonly kind: "run";
  /** A kind of work, or a program that the record has by this name. */
  readonly work: Chore | { readonly program: string };
  /** The words of its clause, which may tell one of several runs apart. */
  readonly about: string;
  /** What the sentence says that the work was done with. */
  readonly by?: string;
  readonly outcome?: number | "success" | "failure";
  readonly which?: WhichRun;
}

export interface TestClaim extends Stated {
  readonly kind: "tests";
  readonly verdict: "pass" | "fail";
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
  /** What the numbers count, where it is not tests. */
  readonly counted?: "suites";
  /** "all": the sentence speaks of the whole suite. */
  readonly extent: "all" | "some";
  /** The command the sentence names: only its runs count. */
  readonly command?: string;
  /** The tests it speaks of, where it tells them apart. */
  readonly runner?: { readonly named: string } | "unit" | "end-to-end" | undefined;
  /** The words of its clause, which may have a word of one of several commands. */
  readonly about: string;
  readonly which?: WhichRun;
}

/** One test by its name: "TestPoolDrain passes now". */
export interface NamedTestClaim extends Stated {
  readonly kind: "named-test";
  /** Its sentence. */
  readonly about: string;
  /** The command that its sentence names. */
  readonly command?: string;
  readonly name: string;
  readonly verdict: "pass" | "fail";
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
  readonly which?: WhichRun;
}

/** A word that tells one trouble from another, in any of these forms. */
export interface TroubleWord {
  readonly anyOf: readonly string[];
  /** A name of code or of an output, as against a word of prose. */
  readonly isName: boolean;
}

export interface ErrorClaim extends Stated {
  readonly kind: "error-resolved";
  /** "over": it shows no longer; "open": it still does. */
  readonly state: "over" | "open";
  /** Words of the clause that says so, and of its whole sentence. */
  readonly words: readonly TroubleWord[];
  readonly context: readonly TroubleWord[];
  /** What is called over, with the question that it answers. */
  readonly told: string;
  /** "listed": only its section says that it is resolved; "works": what once did not is said to do its work. */
  readonly manner: "said" | "listed" | "works";
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
  /** A part of it that says by itself what the maker wants: "… (the user ruled out new dependencies)". */
  readonly remark?: string;
  /** "passing": said of work that is told for itself: "… at the user's request". */
  readonly manner: "told" | "passing";
}

export interface NumberClaim extends Stated {
  readonly kind: "number";
  readonly value: string;
  /** The word behind it that scales it: 30 s are 30000 ms, 12k are 12000. */
  readonly scale?: string;
  /** "about": the sentence says itself that it is not exact. */
  readonly precision: "exact" | "about";
  /**
   * "prose": the sentence may be about anything, so that only names of code and known counts are looked up;
   * "planned": it need not be so yet, but it must come from somewhere.
   */
  readonly manner: "list" | "prose" | "planned";
  /** The clause, and where the number stands in it. */
  readonly clause: string;
  readonly at: number;
  /** The rest of the clause: what is counted. */
  readonly about: string;
  /** The other numbers of the sentence, which stand for something else. */
  readonly beside: readonly string[];
  /** The one file that its clause names, where no other number stands nearer to it. */
  readonly file?: string;
  /** How many files and folders the sentence lists. */
  readonly listed: number;
}

/** An exit code, whatever ended with it. */
export interface ExitCodeClaim extends Stated {
  readonly kind: "exit-code";
  readonly code: number;
  /** Commands that the sentence quotes. */
  readonly commands: readonly string[];
  /** The kind of work that it names. */
  readonly chore?: Chore;
  /** The words that tell the run, and all of its sentence up to the code. */
  readonly about: string;
  readonly context: string;
  readonly which?: WhichRun;
}

/** "Nothing fails any more": no work that was checked is left failing. */
export interface AllClearClaim extends Stated {
  readonly kind: "all-clear";
  readonly about: string;
}

/** Names of code: a summary can know them from messages only. */
export interface NameClaim extends Stated {
  readonly kind: "name";
  readonly names: readonly string[];
  /** The place of a trouble, which some output has stated. */
  readonly isTrouble: boolean;
}

/** A commit by its hash: one that no message has was not made here. */
export interface CommitClaim extends Stated {
  readonly kind: "commit";
  readonly hash: string;
}

/** What the record says about a claim. "silent": nothing to hold against it and nothing to mark. */
export type Judgment =
  | { readonly verdict: "backed"; readonly fact?: Sentence; readonly messageId?: MessageId }
  | { readonly verdict: "contradicted"; readonly fact: Sentence; readonly messageId?: MessageId }
  | { readonly verdict: "unchecked"; readonly messageId?: MessageId }
  | { readonly verdict: "silent" };

/** A long piece of work for a coding agent, generated from a seed and free of any agent's vocabulary. */
export interface ArenaTask {
  readonly family: FamilyName;
  readonly seed: number;
  /** Text by path below the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly prompts: readonly ArenaPrompt[];
  readonly facts: readonly Fact[];
}

export const FAMILY_NAMES = ["debugging", "refactoring", "log-analysis"] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];

export interface ArenaPrompt {
  readonly text: string;
  /** Time that passes before the prompt; more than the lifetime of a cache entry for a real pause. */
  readonly minutesBefore: number;
  readonly actions: readonly ArenaAction[];
  readonly answer: string;
}

export type ArenaAction =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "search"; readonly pattern: string; readonly path: string }
  | { readonly kind: "run"; readonly command: string }
  /** Needs every line of `find` in the request; otherwise the file is read again first. */
  | { readonly kind: "edit"; readonly path: string; readonly find: string; readonly replace: string }
  /** A task within the task: needs a fact from earlier in the session and writes its value down. */
  | { readonly kind: "probe"; readonly id: string; readonly factId: string };

/** Something the session has established; later work depends on it. */
export interface Fact {
  readonly id: string;
  readonly kind: FactKind;
  /** The value itself: *seen* if it is in the request. */
  readonly needle: string;
  /** The words that give the value its meaning: *told* if all of them are near it. */
  readonly meaning: readonly string[];
  /** The prompt, from 0, that establishes it. */
  readonly since: number;
  /** The prompt that makes it wrong. From then on it should be gone. */
  readonly staleSince?: number;
  /** The action that shows it again; a fact from the user's own words has none. */
  readonly source?: ArenaAction;
}

export const FACT_KINDS = ["decision", "value", "error", "file", "edit", "to-do"] as const;
export type FactKind = (typeof FACT_KINDS)[number];

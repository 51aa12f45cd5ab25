import type { Memento } from "vscode";

/** VS Code's storage of a workspace or of the user. */
export type State = Pick<Memento, "get" | "update">;

/**
 * Several versions of Hermes may share this storage, since VS Code keeps it through updates and downgrades. So a key
 * never changes the shape of its value: a new shape gets a new key, and a value of another shape counts as absent.
 */
export function readText(state: State, key: string): string | undefined {
  const value: unknown = state.get(key);
  return typeof value === "string" ? value : undefined;
}

export function readTexts(state: State, key: string): readonly string[] {
  const value: unknown = state.get(key);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export function readRecord(state: State, key: string): Readonly<Record<string, unknown>> {
  const value: unknown = state.get(key);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

import type { Memento } from "vscode";

/** State storage in memory. */
export function memoryState(): Pick<Memento, "get" | "update"> {
  const kept = new Map<string, unknown>();
  return {
    get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  } as Pick<Memento, "get" | "update">;
}

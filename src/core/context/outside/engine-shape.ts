import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { ContextEngine } from "../engine";

const NEEDED = ["updateFromResponse", "shouldCompress", "compress", "status"] as const;

/** What others made, as an engine; throws where it cannot be one. */
export function asEngine(made: unknown): ContextEngine {
  const missing = NEEDED.filter((method) => typeof memberOf(made, method) !== "function");
  if (missing.length > 0) throw new SentenceError(sentence("it lacks {methods}", { methods: missing }));
  // Its methods are there; what they return is for the guard to judge.
  return made as ContextEngine;
}

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objectsOf = (value: unknown): readonly Json[] => listOf(value).filter(isObject);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Thrown by a protocol's check and returned as the provider's 400 response. */
export class Violation extends Error {}

export function demand(holds: boolean, message: string): void {
  if (!holds) throw new Violation(message);
}

import type { JsonObject } from "../base/json";

/** Arguments have passed the schema; these functions restate the type for the compiler. */
export const textOf = (args: JsonObject, key: string): string => {
  const value = args[key];
  return typeof value === "string" ? value : "";
};

export const optionalTextOf = (args: JsonObject, key: string): string | undefined => {
  const value = args[key];
  return typeof value === "string" ? value : undefined;
};

export const integerOf = (args: JsonObject, key: string, otherwise: number): number => {
  const value = args[key];
  return typeof value === "number" ? value : otherwise;
};

export const isSet = (args: JsonObject, key: string): boolean => args[key] === true;

import { parseJsonObject } from "../../base/json";

/** A path or the beginning of a command; what is longer is read elsewhere. */
const SUBJECT_CHARS = 160;

/** The arguments that identify a call, most informative first. */
const SUBJECT_KEYS = ["command", "path", "pattern", "query", "url", "id", "action"];

/** The argument a person looks for: path, command, pattern. */
export function subjectOf(inputJson: string): string {
  // Arguments that do not parse have no subject; the agent answers the call with an error.
  const input = parseJsonObject(inputJson) ?? {};
  const key =
    SUBJECT_KEYS.find((name) => typeof input[name] === "string") ??
    Object.keys(input).find((name) => typeof input[name] === "string");
  const value = key === undefined ? undefined : input[key];
  return typeof value === "string" ? value.slice(0, SUBJECT_CHARS) : "";
}

/** A path or the beginning of a command; what is longer is read elsewhere. */
const SUBJECT_CHARS = 160;

/** The argument a person looks for, in the order of how much it tells. */
const SUBJECT_KEYS = ["command", "path", "pattern", "query", "url", "id", "action"];

/** The argument a person looks for: path, command, pattern. */
export function subjectOf(inputJson: string): string {
  const input = parseObject(inputJson);
  const key =
    SUBJECT_KEYS.find((name) => typeof input[name] === "string") ??
    Object.keys(input).find((name) => typeof input[name] === "string");
  const value = key === undefined ? undefined : input[key];
  return typeof value === "string" ? value.slice(0, SUBJECT_CHARS) : "";
}

function parseObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // Arguments that do not parse have no subject; the agent answers the call with an error.
  }
}

import { parseJsonObject } from "../../base/json";

/**
 * JSON text that goes out byte for byte. The Messages API wants tool input as an object, and parsing and printing it
 * again would reorder integer-like keys, drop duplicate ones and round long numbers: the model would read back
 * something it never wrote, and the cached prefix would be lost with it. So the text itself is spliced into the body.
 */
export class VerbatimJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Tool input as an object on the wire. What the model garbled stays readable under one key, so it can correct itself.
 */
export function verbatimInput(inputJson: string): VerbatimJson {
  if (inputJson.trim() === "") return new VerbatimJson("{}");
  return new VerbatimJson(
    parseJsonObject(inputJson) === undefined ? JSON.stringify({ malformed_input: inputJson }) : inputJson,
  );
}

/** `JSON.stringify`, except that verbatim text is printed as it is. */
export function toWireJson(value: unknown): string {
  if (value instanceof VerbatimJson) return value.text;
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => (item === undefined ? "null" : toWireJson(item))).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${toWireJson(field)}`).join(",")}}`;
}

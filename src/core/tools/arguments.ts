import type { JsonObject, JsonValue } from "../conversation/message";
import type { Tool } from "./tool";
import { findProblems, isObject } from "./validate";

export type ParsedArguments =
  | { readonly kind: "good"; readonly args: JsonObject }
  /** `reason` tells the model what to correct. */
  | { readonly kind: "bad"; readonly reason: string };

/** Turns almost-JSON into JSON text; throws where it cannot. Comes from an edge because it is a library. */
export type RepairJson = (text: string) => Promise<string>;

export async function parseArguments(tool: Tool, inputJson: string, repair: RepairJson): Promise<ParsedArguments> {
  const parsed = await readJson(inputJson.trim() === "" ? "{}" : inputJson, repair);
  if (parsed.kind === "bad")
    return {
      kind: "bad",
      reason: `${parsed.reason} Send the call again with one complete JSON object that follows the schema of ${tool.name}.`,
    };
  if (!isObject(parsed.value)) return { kind: "bad", reason: `The arguments of ${tool.name} must be one JSON object.` };
  const problems = findProblems(tool.parameters, parsed.value);
  if (problems.length === 0) return { kind: "good", args: parsed.value };
  return {
    kind: "bad",
    reason: `The arguments of ${tool.name} do not fit its schema: ${problems.join("; ")}. Correct them and call again.`,
  };
}

type ReadJson =
  | { readonly kind: "read"; readonly value: JsonValue }
  | { readonly kind: "bad"; readonly reason: string };

async function readJson(text: string, repair: RepairJson): Promise<ReadJson> {
  try {
    return { kind: "read", value: JSON.parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (endsEarly(text))
      return {
        kind: "bad",
        reason: `The arguments broke off before their end (${text.length} characters arrived), so nothing was done.`,
      };
    try {
      return { kind: "read", value: JSON.parse(await repair(text)) };
    } catch {
      // The parser's own words about the original text help the model more than those about the repaired one.
      return { kind: "bad", reason: `The arguments are not valid JSON (${why}).` };
    }
  }
}

/** Closing what a cut-off call left open would write half a file as if it were whole, so such a call is never repaired. */
function endsEarly(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === "{" || char === "[")) depth++;
    else if (!quoted && (char === "}" || char === "]")) depth--;
  }
  return quoted || depth > 0;
}

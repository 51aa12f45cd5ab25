import type { JsonObject, JsonValue } from "../base/json";
import { isObject, isTooDeep } from "../base/json";
import type { Tool } from "./tool";
import { findProblems } from "./validate";

export type ParsedArguments =
  | { readonly kind: "good"; readonly args: JsonObject }
  /** `reason` tells the model what to correct. */
  | { readonly kind: "bad"; readonly reason: string };

/** Repairs malformed JSON text; throws where it cannot. An edge provides it because it is a library. */
export type RepairJson = (text: string) => Promise<string>;

export async function parseArguments(tool: Tool, inputJson: string, repair: RepairJson): Promise<ParsedArguments> {
  const excess = findExcess(inputJson);
  if (excess !== undefined)
    return { kind: "bad", reason: `The arguments of ${tool.name} are ${excess}, so nothing was done.` };
  const parsed = await readJson(inputJson.trim() === "" ? "{}" : inputJson, repair);
  if (parsed.kind === "bad")
    return {
      kind: "bad",
      reason:
        `${parsed.reason} Send the call again with one complete JSON object that follows the schema of ` +
        `${tool.name}.`,
    };
  if (!isObject(parsed.value)) return { kind: "bad", reason: `The arguments of ${tool.name} must be one JSON object.` };
  const problems = findProblems(tool.checked ?? tool.parameters, parsed.value);
  if (problems.length === 0) return { kind: "good", args: parsed.value };
  return {
    kind: "bad",
    reason: `The arguments of ${tool.name} do not fit its schema: ${problems.join("; ")}. Correct them and call again.`,
  };
}

/** No model writes more in one reply; a server that sends more is not taken at its word. */
const MAX_ARGUMENT_CHARS = 8 * 1024 * 1024;
/** Arguments of real tools nest a few levels. */
const MAX_ARGUMENT_DEPTH = 100;
/** The repair tries many readings of a text; longer ones would block the window. */
const MAX_REPAIR_CHARS = 256 * 1024;

function findExcess(inputJson: string): string | undefined {
  if (inputJson.length > MAX_ARGUMENT_CHARS) return `longer than ${MAX_ARGUMENT_CHARS} characters`;
  return isTooDeep(inputJson, MAX_ARGUMENT_DEPTH) ? `nested deeper than ${MAX_ARGUMENT_DEPTH} levels` : undefined;
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
    if (text.length > MAX_REPAIR_CHARS)
      return { kind: "bad", reason: `The arguments are not valid JSON (${why}) and too long to repair.` };
    try {
      return { kind: "read", value: JSON.parse(await repair(text)) };
    } catch {
      // The parser's message about the original text helps the model more than one about the repaired text.
      return { kind: "bad", reason: `The arguments are not valid JSON (${why}).` };
    }
  }
}

/** A call that was cut off is never repaired: closing its brackets would write half a file as if it were whole. */
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

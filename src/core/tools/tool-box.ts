import type { JsonObject } from "../conversation/message";
import { failedOutcome, textOutcome } from "./tool";
import type { Tool } from "./tool";

/** The tools of one session, in an order that never changes: a changed list would lose the cached prefix of every request. */
export interface ToolBox {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
  /** Tools left out, with words for a notice. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

/** Where tools come from, in the order they are listed. */
export interface ToolSources {
  readonly builtin: readonly Tool[];
  readonly engine?: readonly Tool[];
  readonly mcp?: readonly Tool[];
  /** From other extensions. */
  readonly registered?: readonly Tool[];
}

/** What every provider accepts as a tool name. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export function createToolBox(sources: ToolSources): ToolBox {
  const byName = new Map<string, Tool>();
  const refused: { name: string; reason: string }[] = [];
  const sorted = [
    ...sources.builtin,
    ...(sources.engine ?? []),
    ...inNameOrder(sources.mcp ?? []),
    ...inNameOrder(sources.registered ?? []),
  ];
  for (const tool of sorted) {
    if (!TOOL_NAME.test(tool.name))
      refused.push({ name: tool.name, reason: "the name has characters or a length that models do not accept" });
    else if (byName.has(tool.name)) refused.push({ name: tool.name, reason: "another tool already has this name" });
    else byName.set(tool.name, tool);
  }
  return { tools: Object.freeze([...byName.values()]), find: (name) => byName.get(name), refused };
}

/** The tool side of a context engine, as far as a box needs it. */
export interface EngineToolSource {
  readonly name: string;
  toolSchemas?(): readonly { readonly name: string; readonly description: string; readonly parameters: JsonObject }[];
  handleToolCall?(name: string, args: JsonObject): Promise<string>;
}

export function engineTools(engine: EngineToolSource): readonly Tool[] {
  return (engine.toolSchemas?.() ?? []).map((schema) => ({
    ...schema,
    category: "internal",
    order: "parallel",
    secrets: "keep",
    async run(args) {
      if (engine.handleToolCall === undefined)
        return failedOutcome(`The context engine ${engine.name} offers ${schema.name} but does not answer it.`);
      const text = await engine.handleToolCall(schema.name, args);
      return saysError(text) ? failedOutcome(text) : textOutcome(text);
    },
  }));
}

/** Engines answer with JSON text and report errors as `{ "error": … }`. */
function saysError(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "error" in value;
  } catch {
    // Plain text is a legal answer and carries no error mark.
    return false;
  }
}

const inNameOrder = (tools: readonly Tool[]): readonly Tool[] =>
  tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

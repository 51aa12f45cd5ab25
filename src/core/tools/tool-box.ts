import type { JsonObject } from "../base/json";
import { parseJsonObject } from "../base/json";
import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { searchToolsFor } from "./deferred-tools";
import type { DemandBounds, ToolPlan } from "./on-demand/plan";
import { planTools } from "./on-demand/plan";
import type { Tool } from "./tool";
import { failedOutcome, textOutcome } from "./tool";

/** The tools of one session, in an order that never changes: a changed list would invalidate the prompt cache. */
export interface ToolBox {
  /** Those whose schemas are part of every request. */
  readonly tools: readonly Tool[];
  /** Deferred ones, too. */
  find(name: string): Tool | undefined;
  readonly refused: readonly RefusedTool[];
  /** Tools of others: those that are listed, and those that are found on demand. */
  readonly outside: ToolPlan;
}

/** A tool that was left out: the model cannot call it. */
export interface RefusedTool {
  readonly name: string;
  readonly from: ToolSource;
  /** Who has the name; absent where models do not accept the name itself. */
  readonly keeper?: ToolSource;
}

type ToolSource = keyof ToolSources;

/** The sources of tools, in the order in which they are listed. */
export interface ToolSources {
  readonly builtin: readonly Tool[];
  readonly engine?: readonly Tool[];
  readonly mcp?: readonly Tool[];
  /** From other extensions. */
  readonly registered?: readonly Tool[];
}

/** Tool names that every provider accepts. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const NOTHING_DEFERRED: DemandBounds = { windowTokens: 0, mode: "off", ages: {} };

export function createToolBox(sources: ToolSources, bounds = NOTHING_DEFERRED): ToolBox {
  const byName = new Map<string, Tool>();
  const keepers = new Map<string, ToolSource>();
  const refused: RefusedTool[] = [];
  const sorted: readonly (readonly [ToolSource, readonly Tool[]])[] = [
    ["builtin", sources.builtin],
    ["engine", sources.engine ?? []],
    ["mcp", inNameOrder(sources.mcp ?? [])],
    ["registered", inNameOrder(sources.registered ?? [])],
  ];
  for (const [from, tools] of sorted) {
    for (const tool of tools) {
      const { name } = tool;
      const keeper = keepers.get(name);
      if (keeper !== undefined) refused.push({ name, from, keeper });
      else if (!TOOL_NAME.test(name)) refused.push({ name, from });
      else {
        keepers.set(name, from);
        byName.set(name, tool);
      }
    }
  }
  const isOutside = ({ name }: Tool): boolean => OUTSIDE.has(keepers.get(name) ?? "builtin");
  const own = [...byName.values()].filter((tool) => !isOutside(tool));
  const outside = planTools(own, [...byName.values()].filter(isOutside), bounds);
  const search = outside.deferred.length === 0 ? [] : searchToolsFor(outside.deferred);
  for (const tool of search) byName.set(tool.name, tool);
  return {
    tools: Object.freeze([...own, ...search, ...outside.listed]),
    find: (name) => byName.get(name),
    refused,
    outside,
  };
}

const OUTSIDE: ReadonlySet<ToolSource> = new Set(["mcp", "registered"]);

/** For the user: which tool is missing, who has its name, and what to do about it. */
export function sayRefusal({ name, from, keeper }: RefusedTool): Sentence {
  const [owner, advice] = [SOURCES[from], ADVICE[from]];
  return keeper === undefined
    ? sentence(
        'The tool "{name}" of {owner} is left out: models accept up to 64 letters, digits, "_", and "-". {advice}',
        { name, owner, advice },
      )
    : sentence('The tool "{name}" of {owner} is left out: {keeper} already has a tool of that name. {advice}', {
        name,
        owner,
        keeper: SOURCES[keeper],
        advice,
      });
}

const SOURCES: Readonly<Record<ToolSource, Sentence>> = {
  builtin: sentence("Hermes"),
  engine: sentence("the context engine"),
  mcp: sentence("an MCP server"),
  registered: sentence("another extension"),
};

const ADVICE: Readonly<Record<ToolSource, Sentence>> = {
  builtin: sentence("Please report this."),
  engine: sentence("Choose another context engine, or rename its tool."),
  mcp: sentence("Rename the server in `hermes.mcpServers`, or turn it off."),
  registered: sentence("Disable the extension, or ask its author to rename the tool."),
};

/** The tools of a context engine. */
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
const saysError = (text: string): boolean => "error" in (parseJsonObject(text) ?? {});

const inNameOrder = (tools: readonly Tool[]): readonly Tool[] =>
  tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

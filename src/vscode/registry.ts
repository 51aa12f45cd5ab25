import type { EngineFactory } from "../core/agent/engine-choice";
import type { Tool } from "../core/tools/tool";

/** Where a window remembers which session it had. */
export const LAST_SESSION = "hermes.session";

/** What other extensions brought. The second registration of a name is refused. */
export class Registry {
  private readonly engines = new Map<string, EngineFactory>();
  private readonly tools = new Map<string, Tool>();
  private readonly warn: (reason: string) => void;

  constructor(warn: (reason: string) => void) {
    this.warn = warn;
  }

  readonly registerContextEngine = (name: string, create: EngineFactory): Removable =>
    this.add("context engine", this.engines, [name, create]);
  readonly registerTool = (tool: Tool): Removable => this.add("tool", this.tools, [tool.name, tool]);

  engine(name: string): EngineFactory | undefined {
    return this.engines.get(name);
  }

  engineNames(): readonly string[] {
    return [...this.engines.keys()];
  }

  allTools(): readonly Tool[] {
    return [...this.tools.values()];
  }

  private add<Thing>(kind: string, all: Map<string, Thing>, [name, thing]: readonly [string, Thing]): Removable {
    if (all.has(name)) {
      this.warn(`A ${kind} named "${name}" is already registered; the second one is refused.`);
      return { dispose: () => undefined };
    }
    all.set(name, thing);
    return { dispose: () => all.delete(name) };
  }
}

export interface Removable {
  dispose(): void;
}

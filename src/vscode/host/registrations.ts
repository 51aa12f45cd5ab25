import type { CreateEngine } from "../../core/agent/host";
import { isReservedName } from "../../core/context/outside/engine-names";
import type { Tool } from "../../core/tools/tool";

/**
 * Context engines and tools of other extensions. The second engine of a name is refused here; the tool box of a session
 * refuses the second tool, and tells the user.
 */
export class Registrations {
  private readonly engines = new Map<string, CreateEngine>();
  private readonly tools = new Set<Tool>();
  private readonly log: { warn(reason: string): void };

  constructor(warn: (reason: string) => void) {
    this.log = { warn };
  }

  readonly registerContextEngine = (name: string, create: CreateEngine): Removable => {
    if (this.engines.has(name) || isReservedName(name)) {
      this.log.warn(`A context engine named "${name}" already exists; the second one is refused.`);
      return { dispose: () => undefined };
    }
    this.engines.set(name, create);
    return { dispose: () => this.engines.delete(name) };
  };

  readonly registerTool = (tool: Tool): Removable => {
    if ([...this.tools].some(({ name }) => name === tool.name))
      this.log.warn(`A tool named "${tool.name}" is already registered; the second one is refused.`);
    this.tools.add(tool);
    return { dispose: () => this.tools.delete(tool) };
  };

  engine(name: string): CreateEngine | undefined {
    return this.engines.get(name);
  }

  engineNames(): readonly string[] {
    return [...this.engines.keys()];
  }

  allTools(): readonly Tool[] {
    return [...this.tools];
  }
}

export interface Removable {
  dispose(): void;
}

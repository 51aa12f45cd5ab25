import type { ContextEngine } from "./engine";
import { askToCorrect } from "./engine-folders";

export type EngineFactory = () => ContextEngine;

/** Engines by name. The second to claim a name is refused: which one runs must not depend on who starts first. */
export interface EngineRegistry {
  register(name: string, factory: EngineFactory): Registration;
  resolve(name: string, folders?: EngineFolders): ResolvedEngine;
  names(): readonly string[];
}

export type Registration =
  | { readonly kind: "registered"; remove(): void }
  | { readonly kind: "refused"; readonly warning: string };

/** Engines found in trusted folders, by name; reading and confirming them is the host's business. */
export type EngineFolders = ReadonlyMap<string, EngineFactory>;

export interface ResolvedEngine {
  readonly engine: ContextEngine;
  readonly source: "folder" | "registered" | "built-in";
  /** Why it is not the engine that was asked for. */
  readonly notice?: string;
}

export const DEFAULT_ENGINE = "compressor";

/** `builtIns` must hold the default engine; it is what every failure falls back to. */
export function createEngineRegistry(
  builtIns: Readonly<Record<typeof DEFAULT_ENGINE, EngineFactory>> & Readonly<Record<string, EngineFactory>>,
): EngineRegistry {
  const registered = new Map<string, EngineFactory>();
  return {
    register(name, factory) {
      const taken = registered.has(name) || Object.hasOwn(builtIns, name);
      if (name.trim() === "" || taken)
        return {
          kind: "refused",
          warning: taken
            ? `A context engine named "${name}" already exists; the second one was refused.`
            : "A context engine needs a name.",
        };
      registered.set(name, factory);
      return { kind: "registered", remove: () => void (registered.get(name) === factory && registered.delete(name)) };
    },
    resolve: (name, folders = new Map()) => resolveEngine(name, { folders, registered, builtIns }),
    names: () => [...Object.keys(builtIns), ...registered.keys()],
  };
}

interface Shelves {
  readonly folders: EngineFolders;
  readonly registered: ReadonlyMap<string, EngineFactory>;
  readonly builtIns: Readonly<Record<typeof DEFAULT_ENGINE, EngineFactory>> & Readonly<Record<string, EngineFactory>>;
}

function resolveEngine(name: string, shelves: Shelves): ResolvedEngine {
  const found = find(name, shelves);
  if (found === undefined)
    return {
      engine: shelves.builtIns[DEFAULT_ENGINE](),
      source: "built-in",
      notice: `There is no context engine named "${name}"; the built-in "${DEFAULT_ENGINE}" is used.`,
    };
  try {
    return { engine: found.factory(), source: found.source };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const notice = `The context engine "${name}" could not start (${why}); the built-in "${DEFAULT_ENGINE}" is used.`;
    return {
      engine: shelves.builtIns[DEFAULT_ENGINE](),
      source: "built-in",
      notice: found.source === "folder" ? askToCorrect(notice) : notice,
    };
  }
}

function find(
  name: string,
  { folders, registered, builtIns }: Shelves,
): { readonly factory: EngineFactory; readonly source: ResolvedEngine["source"] } | undefined {
  const folder = folders.get(name);
  if (folder !== undefined) return { factory: folder, source: "folder" };
  const other = registered.get(name);
  if (other !== undefined) return { factory: other, source: "registered" };
  const builtIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  return builtIn === undefined ? undefined : { factory: builtIn, source: "built-in" };
}

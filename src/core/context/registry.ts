import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { sentenceOf } from "../base/sentence-error";
import type { ContextEngine } from "./engine";
import { DEFAULT_ENGINE, isReservedName } from "./outside/engine-names";
import { askToCorrect } from "./outside/folders";

export type MakeEngine = () => ContextEngine;

/** Engines by name. The second to claim a name is refused: which one runs must not depend on who starts first. */
export interface EngineRegistry {
  register(name: string, factory: MakeEngine): Registration;
  resolve(name: string, folders?: EngineFolders): ResolvedEngine;
  names(): readonly string[];
}

type Registration =
  | { readonly kind: "registered"; remove(): void }
  | { readonly kind: "refused"; readonly warning: string };

/** Engines found in trusted folders, by name; reading and confirming them is the host's business. */
type EngineFolders = ReadonlyMap<string, MakeEngine>;

interface ResolvedEngine {
  readonly engine: ContextEngine;
  readonly source: "folder" | "registered" | "built-in";
  /** Why it is not the engine that was asked for. */
  readonly notice?: Sentence;
}

/** `builtIns` must hold the default engine; it is what every failure falls back to. */
export function createEngineRegistry(
  builtIns: Readonly<Record<typeof DEFAULT_ENGINE, MakeEngine>> & Readonly<Record<string, MakeEngine>>,
): EngineRegistry {
  const registered = new Map<string, MakeEngine>();
  return {
    register(name, factory) {
      const taken = registered.has(name) || isReservedName(name);
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

interface EngineSources {
  readonly folders: EngineFolders;
  readonly registered: ReadonlyMap<string, MakeEngine>;
  readonly builtIns: Readonly<Record<typeof DEFAULT_ENGINE, MakeEngine>> & Readonly<Record<string, MakeEngine>>;
}

function resolveEngine(name: string, sources: EngineSources): ResolvedEngine {
  const found = find(name, sources);
  if (found === undefined)
    return {
      engine: sources.builtIns[DEFAULT_ENGINE](),
      source: "built-in",
      notice: sentence('There is no context engine named "{name}"; the built-in "{builtIn}" is used.', {
        name,
        builtIn: DEFAULT_ENGINE,
      }),
    };
  try {
    return { engine: found.factory(), source: found.source };
  } catch (error) {
    const notice = sentence(
      'The context engine "{name}" could not start ({reason}); the built-in "{builtIn}" is used.',
      {
        name,
        reason: sentenceOf(error),
        builtIn: DEFAULT_ENGINE,
      },
    );
    return {
      engine: sources.builtIns[DEFAULT_ENGINE](),
      source: "built-in",
      notice: found.source === "folder" ? askToCorrect(notice) : notice,
    };
  }
}

function find(
  name: string,
  { folders, registered, builtIns }: EngineSources,
): { readonly factory: MakeEngine; readonly source: ResolvedEngine["source"] } | undefined {
  // First: no folder and no extension stands in for a built-in engine.
  const builtIn = Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;
  if (builtIn !== undefined) return { factory: builtIn, source: "built-in" };
  const folder = folders.get(name);
  if (folder !== undefined) return { factory: folder, source: "folder" };
  const other = registered.get(name);
  return other === undefined ? undefined : { factory: other, source: "registered" };
}

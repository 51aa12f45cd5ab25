import { createCompressor } from "../context/compressor/compressor";
import type { ContextEngine } from "../context/engine";
import { asEngine } from "../context/engine-shape";
import { guardEngine } from "../context/guard";
import { createLosslessEngine } from "../context/lcm/lossless-engine";
import { Patience } from "../context/patience";
import { createEngineRegistry, DEFAULT_ENGINE } from "../context/registry";
import type { Host } from "./host";
import type { EngineFallback, EngineOptions } from "./world";

/** Makes an engine for one session; the summarizer and the window come with the options. */
export type EngineFactory = (options: EngineOptions) => ContextEngine;

/** There is a folder for the engine, and it gives none: broken, not allowed, or in a workspace nobody trusts. */
export interface EngineRefusal {
  /** In sentences for a person: why, and what helps. */
  readonly refusal: string;
}

/** Folder, then registered, then built-in. Engines from outside are guarded by the built-in one. */
export async function chooseEngine(
  host: Host,
  options: EngineOptions,
  onFallback: (fallback: EngineFallback) => void,
): Promise<ContextEngine> {
  const wanted = host.settings().context.engine;
  const patience = new Patience((ms, signal) => host.wait(ms, signal));
  const lent: EngineOptions = { ...options, summarize: patience.lend(options.summarize) };
  const registry = createEngineRegistry({
    [DEFAULT_ENGINE]: () => builtInCompressor(host, options),
    lcm: () => createLosslessEngine({ ...options, ...common(host, options) }),
  });
  const registered = host.registeredEngine?.(wanted);
  if (registered) registry.register(wanted, () => asEngine(registered(lent)));
  const inFolder = await host.folderEngine?.(wanted);
  const { engine, source, notice } = registry.resolve(
    wanted,
    new Map(typeof inFolder === "function" ? [[wanted, () => inFolder(lent)]] : []),
  );
  const tell = (reason: string) => onFallback({ engine: wanted, reason });
  if (typeof inFolder === "object")
    tell(
      notice === undefined
        ? `${inFolder.refusal} Another engine of that name is used.`
        : `${inFolder.refusal} Until then the built-in "${DEFAULT_ENGINE}" keeps the conversation within the window.`,
    );
  else if (notice !== undefined) tell(notice);
  return source === "built-in"
    ? engine
    : guardEngine(engine, builtInCompressor(host, options), { name: wanted, patience, onFallback: tell });
}

function builtInCompressor(host: Host, options: EngineOptions): ContextEngine {
  const { compression } = host.settings();
  return createCompressor({
    ...options,
    ...common(host, options),
    policy: compression,
    enabled: compression.enabled,
    codexGpt55Autoraise: compression.codexGpt55Autoraise,
    trigger: compression.policy,
    breathe: (signal) => host.wait(0, signal),
    ...(options.summaryContextLength !== undefined && { summaryContextLength: options.summaryContextLength }),
  });
}

const common = (host: Host, options: EngineOptions) => ({
  model: {
    name: options.modelName,
    provider: options.providerName,
    ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
  },
  now: () => host.now(),
  newId: () => host.newId(),
});

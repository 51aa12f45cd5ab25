import { createCompressor } from "../context/compressor/compressor";
import type { ContextEngine } from "../context/engine";
import { guardEngine } from "../context/guard";
import { createLosslessEngine } from "../context/lcm/lossless-engine";
import { createEngineRegistry, DEFAULT_ENGINE } from "../context/registry";
import type { Host } from "./host";
import type { EngineChoice, EngineOptions } from "./world";

/** Makes an engine for one session; the summarizer and the window come with the options. */
export type EngineFactory = (options: EngineOptions) => ContextEngine;

/** No honest compression takes this long: two summary calls at their own limit fit in. */
const ENGINE_TIMEOUT_MS = 400_000;

/** Folder, then registered, then built-in. Engines from outside are guarded by the built-in one. */
export async function chooseEngine(host: Host, options: EngineOptions): Promise<EngineChoice> {
  const wanted = host.settings().context.engine;
  const compressor = () => builtInCompressor(host, options);
  const registry = createEngineRegistry({ [DEFAULT_ENGINE]: compressor, lcm: () => createLosslessEngine({ ...options, ...common(host, options) }) });
  const registered = host.registeredEngine?.(wanted);
  if (registered) registry.register(wanted, () => registered(options));
  const inFolder = await host.folderEngine?.(wanted);
  const { engine, source, notice } = registry.resolve(wanted, new Map(inFolder ? [[wanted, () => inFolder(options)]] : []));
  const fallback = notice === undefined ? {} : { fallback: { wanted, reason: notice } };
  if (source === "built-in") return { engine, ...fallback };
  const guarded = guardEngine(engine, compressor(), {
    onFallback: (name, reason) => host.emit({ type: "engine-fallback", engine: name, reason }),
    timeout: (signal) => host.wait(ENGINE_TIMEOUT_MS, signal),
  });
  return { engine: guarded, ...fallback };
}

function builtInCompressor(host: Host, options: EngineOptions): ContextEngine {
  const { compression } = host.settings();
  return createCompressor({
    ...options, ...common(host, options),
    policy: compression, enabled: compression.enabled, codexGpt55Autoraise: compression.codexGpt55Autoraise, trigger: compression.policy,
    breathe: (signal) => host.wait(0, signal),
    ...(options.summaryContextLength !== undefined && { summaryContextLength: options.summaryContextLength }),
  });
}

const common = (host: Host, options: EngineOptions) => ({
  model: { name: options.modelName, provider: options.providerName, ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }) }, now: () => host.now(), newId: () => host.newId(),
});

import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { createCompressor } from "../../context/compressor/compressor";
import type { ContextEngine } from "../../context/engine";
import type { ReadLiveFile } from "../../context/live-files/live-files";
import { createLosslessEngine } from "../../context/lossless/lossless-engine";
import { DEFAULT_ENGINE, isReservedName } from "../../context/outside/engine-names";
import { asEngine } from "../../context/outside/engine-shape";
import { guardEngine } from "../../context/outside/guard";
import { TimeLimit } from "../../context/outside/time-limit";
import { createEngineRegistry } from "../../context/registry";
import type { Host } from "../host";
import type { EngineFallback, EngineOptions, OutsideEngineOptions } from "../world";

/** A built-in engine by its name, or one from a folder, or a registered one. Engines from outside are guarded. */
export async function chooseEngine(
  host: Host,
  options: EngineOptions,
  onFallback: (fallback: EngineFallback) => void,
  readFile: ReadLiveFile,
): Promise<ContextEngine> {
  const wanted = host.settings().context.engine;
  const timeLimit = new TimeLimit((ms, signal) => host.wait(ms, signal));
  const engineOptions: OutsideEngineOptions = {
    ...options,
    summarize: timeLimit.wrapSummarizer(options.summarize),
    // A copy: settings are read again later, and whatever an engine does to its own must not show there.
    settings: structuredClone(host.settings().context.engineSettings[wanted] ?? {}),
  };
  const registry = createEngineRegistry({
    [DEFAULT_ENGINE]: () => builtInCompressor(host, options, readFile),
    lcm: () => createLosslessEngine({ ...options, ...common(host, options) }),
  });
  const registered = host.registeredEngine?.(wanted);
  if (registered) registry.register(wanted, () => asEngine(registered(engineOptions)));
  const inFolder = isReservedName(wanted) ? undefined : await host.folderEngine?.(wanted);
  const { engine, source, notice } = registry.resolve(
    wanted,
    new Map(typeof inFolder === "function" ? [[wanted, () => inFolder(engineOptions)]] : []),
  );
  const emitFallback = (reason: Sentence) => onFallback({ engine: wanted, reason });
  if (typeof inFolder === "object")
    emitFallback(
      notice === undefined
        ? sentence("{refusal} Another engine of that name is used.", { refusal: inFolder.refusal })
        : sentence('{refusal} Until then, the built-in "{builtIn}" is used.', {
            refusal: inFolder.refusal,
            builtIn: DEFAULT_ENGINE,
          }),
    );
  else if (notice !== undefined) emitFallback(notice);
  return source === "built-in"
    ? engine
    : guardEngine(engine, builtInCompressor(host, options, readFile), {
        name: wanted,
        timeLimit,
        onFallback: emitFallback,
      });
}

/** Engines from outside do not get to read files. */
function builtInCompressor(host: Host, options: EngineOptions, readFile: ReadLiveFile): ContextEngine {
  const { compression } = host.settings();
  return createCompressor({
    ...options,
    ...common(host, options),
    policy: compression,
    enabled: compression.enabled,
    codexGpt55Autoraise: compression.codexGpt55Autoraise,
    trigger: compression.policy,
    readFile,
    yieldToHost: (signal) => host.wait(0, signal),
    ...(options.summaryContextLength !== undefined && { summaryContextLength: options.summaryContextLength }),
  });
}

const common = (host: Host, options: EngineOptions) => ({
  model: {
    name: options.modelName,
    provider: options.providerName,
    ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
    ...(options.prices !== undefined && { prices: options.prices }),
  },
  now: () => host.now(),
  newId: () => host.newId(),
});

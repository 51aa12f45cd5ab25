import type { CompressOptions, ContextEngine } from "../../../../src/core/context/engine";
import { asEngine } from "../../../../src/core/context/outside/engine-shape";
import type { Message } from "../../../../src/core/conversation/message";

export const never = () => new Promise<never>(() => undefined);

/** An engine with the given `compress`. Its members may be as wrong as those of any engine from outside. */
export function engineThat(
  compress: (messages: readonly Message[], options: CompressOptions) => unknown,
  more: Readonly<Record<string, unknown>> = {},
): ContextEngine {
  const sizes = {
    lastPromptTokens: 0,
    lastCompletionTokens: 0,
    lastTotalTokens: 0,
    thresholdTokens: 20_000,
    contextLength: 50_000,
    compressionCount: 0,
  };
  return asEngine({
    name: "odd",
    ...sizes,
    compress,
    updateFromResponse: () => undefined,
    shouldCompress: () => true,
    status: () => ({}),
    ...more,
  });
}

export const sameList = async (given: readonly Message[]) => given;

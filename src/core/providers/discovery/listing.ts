import { countOf, isObject, listOf, objectOf, textOf } from "../../base/json";

/** A model a server says it has, with the window it serves where it says so. */
export interface ListedModel {
  readonly name: string;
  readonly windowTokens?: number;
}

/**
 * A `/models` answer. The window goes by different names: `context_length` (OpenRouter), `max_model_len` (vLLM),
 * `loaded_context_length` before `max_context_length` (LM Studio: what is loaded is what counts), `meta.n_ctx`
 * (llama.cpp).
 */
export function readListing(body: unknown): readonly ListedModel[] {
  const entries = Array.isArray(body)
    ? listOf(body)
    : [...listOf(objectOf(body)["data"]), ...listOf(objectOf(body)["models"])];
  return entries.flatMap((entry) => {
    const name = textOf(entry["id"]) || textOf(entry["model"]) || textOf(entry["name"]);
    const meta = objectOf(entry["meta"]);
    const windowTokens = [
      entry["loaded_context_length"],
      entry["context_length"],
      entry["max_model_len"],
      entry["context_window"],
      entry["max_context_length"],
      meta["n_ctx"],
    ]
      .map(countOf)
      .find((count) => count > 0);
    return name === "" ? [] : [windowTokens === undefined ? { name } : { name, windowTokens }];
  });
}

/**
 * Ollama's `/api/show`: `num_ctx` of the model file is what it serves. What the weights could do stands there too,
 * but Ollama does not serve it unless told to, so it is no answer.
 */
export function readShown(body: unknown): number | undefined {
  const parameters = textOf(objectOf(body)["parameters"]);
  const stated = countOf(Number(/\bnum_ctx\s+(\d+)/.exec(parameters)?.[1]));
  return stated > 0 ? stated : undefined;
}

/** Ollama's `/api/ps`: the window of a model that is loaded right now. */
export function readLoaded(body: unknown, model: string): number | undefined {
  const loaded = listOf(objectOf(body)["models"]).find((entry) => entry["name"] === model || entry["model"] === model);
  const count = isObject(loaded) ? countOf(loaded["context_length"]) : 0;
  return count > 0 ? count : undefined;
}

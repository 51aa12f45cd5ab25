import type { Json } from "./json";

/** A model as local servers list it. */
export interface ServedModel {
  readonly id: string;
  readonly windowTokens?: number;
}

/** The listing endpoints of OpenAI-compatible servers, OpenRouter, vLLM, Ollama and LM Studio. */
export function answerDiscovery(path: string, body: string, models: readonly ServedModel[]): [number, Json] {
  if (path.endsWith("/api/v0/models"))
    return [
      200,
      {
        object: "list",
        data: models.map((model) => ({
          id: model.id,
          type: "llm",
          state: "loaded",
          loaded_context_length: model.windowTokens,
          max_context_length: 131_072,
        })),
      },
    ];
  if (path.endsWith("/models"))
    return [
      200,
      {
        object: "list",
        data: models.map((model) => ({
          id: model.id,
          object: "model",
          ...(model.windowTokens !== undefined && {
            context_length: model.windowTokens,
            max_model_len: model.windowTokens,
          }),
        })),
      },
    ];
  if (path.endsWith("/api/tags"))
    return [200, { models: models.map((model) => ({ name: model.id, model: model.id })) }];
  if (path.endsWith("/api/ps"))
    return [200, { models: models.map((model) => ({ name: model.id, context_length: model.windowTokens })) }];
  if (path.endsWith("/api/show")) return showModel(body, models);
  return [404, { error: { message: `Invalid URL (${path})`, type: "invalid_request_error" } }];
}

function showModel(body: string, models: readonly ServedModel[]): [number, Json] {
  const wanted = (JSON.parse(body) as { readonly model?: string }).model;
  const model = models.find((candidate) => candidate.id === wanted);
  if (model === undefined) return [404, { error: `model '${wanted ?? ""}' not found` }];
  return [
    200,
    {
      parameters: model.windowTokens === undefined ? "" : `num_ctx ${model.windowTokens}`,
      model_info: { "general.architecture": "qwen3", "qwen3.context_length": 262_144 },
    },
  ];
}

import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { requestEmbeddings } from "../providers/embeddings/client";
import type { Embedder, EmbeddingPorts } from "../sessions/embedded-search";
import type { Host } from "./host";
import { isPrivateWay, keyOrigin } from "./settings/keys";

/** Vectors for the search of sessions, only where the user named a server and a model. One notice tells of failures. */
export function embeddingFor(host: Host): EmbeddingPorts {
  let told = "";
  return {
    embedder() {
      const { baseUrl, model } = host.settings().recall.embeddings;
      return baseUrl === "" || model === "" ? undefined : embedderAt(host, baseUrl, model);
    },
    onEmbeddingFailed(reason: Sentence) {
      const { baseUrl, model } = host.settings().recall.embeddings;
      if (told === `${baseUrl} ${model}`) return;
      told = `${baseUrl} ${model}`;
      const text = sentence("The embedding server did not answer ({reason}); sessions are searched by words alone.", {
        reason,
      });
      host.emit({ type: "notice", level: "warning", text, actions: ["open-settings"] });
    },
  };
}

/** A key that was entered for exactly this server goes along; others never do. */
const embedderAt = (host: Host, baseUrl: string, model: string): Embedder => ({
  name: `${model} ${baseUrl}`,
  async embed(texts) {
    const origin = keyOrigin("openai-compatible", baseUrl);
    const isSafe = origin !== undefined && isPrivateWay(origin);
    const key = isSafe ? await host.keyFor("openai-compatible", origin) : undefined;
    return requestEmbeddings({ baseUrl, model, ...(key !== undefined && { key }) }, texts);
  },
});

import type { Sentence } from "../base/sentence";
import { sentenceOf } from "../base/sentence-error";
import type { SessionIndex } from "./index/client";
import type { EmbeddedText } from "./index/vectors";

/** Turns texts into vectors, at a server that the user named. */
export interface Embedder {
  /** Vectors of another model or server cannot be compared with its own. */
  readonly name: string;
  /** One vector per text, in their order. */
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

export interface EmbeddingPorts {
  /** Absent: sessions are searched by words alone. */
  embedder?(): Embedder | undefined;
  onEmbeddingFailed?(reason: Sentence): void;
}

/** A search waits for these; the next one continues where it stopped. */
const BATCH_TEXTS = 32;
const BATCHES_PER_SEARCH = 8;

/** The query as a vector. A server that does not answer costs a search its meaning and nothing else: words remain. */
export async function embedForSearch(
  index: SessionIndex,
  ports: EmbeddingPorts,
  query: string,
): Promise<{ readonly like?: EmbeddedText }> {
  const embedder = ports.embedder?.();
  if (embedder === undefined) return {};
  try {
    await embedMessages(index, embedder);
    const [vector = []] = await embedder.embed([query]);
    return { like: { model: embedder.name, vector } };
  } catch (error) {
    ports.onEmbeddingFailed?.(sentenceOf(error));
    return {};
  }
}

/** Messages without a vector get theirs, newest first. */
async function embedMessages(index: SessionIndex, { name, embed }: Embedder): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_SEARCH; batch++) {
    const { texts } = await index.ask({ kind: "unembedded", model: name, limit: BATCH_TEXTS });
    if (texts.length === 0) return;
    const made = await embed(texts.map(({ text }) => text));
    const vectors = texts.flatMap(({ docid }, at) => {
      const vector = made[at];
      return vector === undefined ? [] : [{ docid, vector }];
    });
    await index.ask({ kind: "embed", model: name, vectors });
  }
}

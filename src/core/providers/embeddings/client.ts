import { readBounded } from "../../base/bounded-body";
import { directFetch } from "../../base/direct-fetch";
import { isObject, parseJson } from "../../base/json";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";

export interface EmbeddingServer {
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
}

/** A person waits for the search; without an answer it goes on by words alone. */
const TIMEOUT_MS = 20_000;
/** Vectors of one batch, written out as decimals, take less. */
const MAX_ANSWER_BYTES = 16_000_000;

/** Vectors for texts, from a server with OpenAI's `/v1/embeddings`. Throws where its answer is none. */
export async function requestEmbeddings(
  { baseUrl, model, key }: EmbeddingServer,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const response = await directFetch(fetch)(addressOf(baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input: texts }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new SentenceError(sentence("status {status}", { status: response.status }));
  return readVectors(parseJson((await readBounded(response.body, MAX_ANSWER_BYTES)) ?? ""), texts.length);
}

/** Servers are written down with or without the version: `http://localhost:11434`, `http://localhost:11434/v1`. */
function addressOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, "");
  return `${/\/v\d+$/.test(base) ? base : `${base}/v1`}/embeddings`;
}

function readVectors(answer: unknown, count: number): readonly (readonly number[])[] {
  const data: unknown = isObject(answer) ? answer["data"] : undefined;
  const vectors = Array.isArray(data) ? data.flatMap(readVector) : [];
  const [first] = vectors;
  if (vectors.length !== count || first === undefined || vectors.some(({ length }) => length !== first.length))
    throw new SentenceError(sentence("its answer holds no vectors"));
  return vectors;
}

function readVector(entry: unknown): readonly (readonly number[])[] {
  const vector: unknown = isObject(entry) ? entry["embedding"] : undefined;
  return Array.isArray(vector) && vector.length > 0 && vector.every((value) => Number.isFinite(value)) ? [vector] : [];
}

import { isObject, objectOf, textOf } from "../../base/json";
import type { FailedRequest } from "./failures";

/** An error thrown by an SDK, for the classifier. SDKs and gateways nest the provider's message at different depths. */
export function describeRefusal(error: unknown): FailedRequest {
  const thrown = objectOf(error instanceof Error ? { ...error, message: error.message } : error);
  const body = objectOf(thrown["error"]);
  const inner = isObject(body["error"]) ? body["error"] : body;
  const upstream = textOf(objectOf(inner["metadata"])["raw"]);
  const message = textOf(inner["message"]) || textOf(body["error"]) || textOf(thrown["message"]) || String(error);
  const code = [
    textOf(inner["type"]),
    textOf(inner["code"]),
    textOf(thrown["code"]),
    refusedLength(textOf(inner["param"])),
    ...causeCodes(error),
  ]
    .filter(Boolean)
    .join(" ");
  const retryAfterMs = retryAfterOf(thrown["headers"]);
  return {
    message: [message, upstream, ...statedSizes(inner)].filter(Boolean).join(": "),
    ...(typeof thrown["status"] === "number" && { status: thrown["status"] }),
    ...(code !== "" && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** A server of the local kind states both sizes beside its message, not in it. */
const statedSizes = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  ["n_prompt_tokens", "n_ctx"].flatMap((field) =>
    typeof body[field] === "number" ? [`${field}: ${body[field]}`] : [],
  );

/** Where the text only says "above maximum value", the field tells that the reply would be too long. */
const refusedLength = (field: string): string => (/^max\w*tokens$/i.test(field) ? field : "");

/** Fetch hides the system's reason (`ECONNREFUSED`) two causes deep. */
function causeCodes(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (
    let cause: unknown = error instanceof Error ? error.cause : undefined, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth++
  ) {
    codes.push(textOf((cause as { readonly code?: unknown }).code), cause.message);
  }
  return codes.filter(Boolean);
}

/** Milliseconds, seconds or a date; a date is compared with the server's clock, since the local one may be wrong. */
function retryAfterOf(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const ms = Number(headers.get("retry-after-ms") ?? NaN);
  if (ms >= 0) return ms;
  const stated = headers.get("retry-after") ?? "";
  const seconds = Number(stated || NaN);
  if (seconds >= 0) return seconds * 1_000;
  const untilDate = Date.parse(stated) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(untilDate) ? undefined : Math.max(0, untilDate);
}

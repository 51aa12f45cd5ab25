export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A server that moved within itself does so once or twice. */
const MAX_HOPS = 3;
/** The request is repeated as it is; other redirects would turn it into one without a body. */
const KEEPS_METHOD = new Set([307, 308]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** "Misdirected request": final, and no status that servers of models use. */
const REFUSED = 421;

/**
 * A `fetch` that stays with the server it was meant for. The one it wraps would follow a redirect to any other server,
 * with the conversation and with every header except `authorization`, so with `x-api-key` too.
 */
export function directFetch(send: Fetch): Fetch {
  return async (input, init) => {
    if (input instanceof Request) return answerOrRefusal(await send(input, { ...init, redirect: "manual" }), input.url);
    let url = new URL(input);
    for (let hop = 0; hop <= MAX_HOPS; hop++) {
      const response = await send(url.href, { ...init, redirect: "manual" });
      const target = targetOf(response, url);
      if (target?.origin !== url.origin || !mayRepeat(response, init)) return answerOrRefusal(response, url.href);
      await response.body?.cancel();
      url = target;
    }
    return refusal(url);
  };
}

function answerOrRefusal(response: Response, url: string): Response {
  // Browsers hide where a redirect leads; such an answer has the status 0.
  if (response.type === "opaqueredirect") return refusal(undefined);
  return REDIRECTS.has(response.status) ? refusal(targetOf(response, new URL(url))) : response;
}

function targetOf(response: Response, url: URL): URL | undefined {
  const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
  return location !== null && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
}

const mayRepeat = ({ status }: Response, init: RequestInit | undefined): boolean =>
  KEEPS_METHOD.has(status) || (init?.method ?? "GET").toUpperCase() === "GET";

/** In the shape of a provider's error, so that the row shows its sentence. */
function refusal(target: URL | undefined): Response {
  const where = target === undefined ? "another address" : target.origin;
  const message =
    `The server redirected the request to ${where}, which was not followed: keys and conversations stay with the ` +
    "configured address. If the new address is right, configure it instead.";
  return new Response(JSON.stringify({ error: { type: "redirect_refused", message } }), {
    status: REFUSED,
    headers: { "content-type": "application/json" },
  });
}

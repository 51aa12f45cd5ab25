import { lookup } from "node:dns/promises";
import { isPrivateAddress } from "./private-address";

export type FetchedPage =
  | { readonly kind: "page"; readonly url: string; readonly type: string; readonly body: string; readonly cut: boolean }
  /** To another server, which the user has not been asked about. */
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "refused"; readonly reason: string };

const MAX_BYTES = 2_000_000;
const MAX_HOPS = 5;
const TIMEOUT_MS = 20_000;
const READABLE = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|javascript|[\w.-]+\+(?:json|xml)))/;

/** Reads a page of one server. A redirect is followed within that server only: any other needs its own consent. */
export async function fetchPage(address: URL, signal: AbortSignal): Promise<FetchedPage> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let url = address;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const response = await fetch(url, {
      redirect: "manual",
      signal: either,
      headers: { accept: "text/html, text/plain;q=0.9, application/json;q=0.8", "user-agent": "Hermes-VSCode" },
    });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (location === null || !URL.canParse(location, url.href)) return readPage(response, url);
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== url.origin) return { kind: "moved", to: next.href };
    url = next;
  }
  return { kind: "refused", reason: `the server redirected more than ${MAX_HOPS} times` };
}

async function readPage(response: Response, url: URL): Promise<FetchedPage> {
  const type = response.headers.get("content-type") ?? "text/plain";
  if (!READABLE.test(type) || !response.ok) {
    await response.body?.cancel();
    const reason = response.ok ? `${type} is not text` : `the server answered with status ${response.status}`;
    return { kind: "refused", reason };
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_BYTES));
  return { kind: "page", url: url.href, type, body, cut: bytes > MAX_BYTES };
}

/** True also where the name cannot be resolved: what is not understood is asked about with care. */
export async function leadsToPrivateAddress(host: string): Promise<boolean> {
  const bare = host.replace(/^\[|\]$/g, "");
  const addresses = await lookup(bare, { all: true }).catch(() => []);
  return addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address));
}

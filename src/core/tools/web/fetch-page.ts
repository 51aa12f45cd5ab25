import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import type { Sentence } from "../../base/sentence";
import { sentence, verbatim } from "../../base/sentence";
import { isPrivateAddress } from "./private-address";

export type FetchedPage =
  | { readonly kind: "page"; readonly url: string; readonly type: string; readonly body: string; readonly cut: boolean }
  /** To another server, which the user has not been asked about. */
  | { readonly kind: "moved"; readonly to: string }
  | { readonly kind: "refused"; readonly reason: Sentence };

/**
 * Where a name leads. Looked up once, for the question and for the connection: a name that leads elsewhere the second
 * time would otherwise reach a machine that the user was not asked about.
 */
export interface ResolvedHost {
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
  /** "private": at least one of them is; "unknown": there is none. */
  readonly reach: "public" | "private" | "unknown";
}

export type ResolveHost = (host: string) => Promise<ResolvedHost>;

export const MAX_PAGE_BYTES = 2_000_000;
const MAX_HOPS = 5;
const TIMEOUT_SECONDS = 20;
const READABLE = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|javascript|[\w.-]+\+(?:json|xml)))/;
const HEADERS = {
  accept: "text/html, text/plain;q=0.9, application/json;q=0.8",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Hermes-VSCode",
};

export async function resolveHost(host: string): Promise<ResolvedHost> {
  const bare = host.replace(/^\[|\]$/g, "");
  const addresses = await lookup(bare, { all: true }).catch(() => []);
  if (addresses.length === 0) return { addresses, reach: "unknown" };
  return { addresses, reach: addresses.some(({ address }) => isPrivateAddress(address)) ? "private" : "public" };
}

/** Reads a page of one server. A redirect is followed within that server only: any other needs its own consent. */
export async function fetchPage(address: URL, host: ResolvedHost, signal: AbortSignal): Promise<FetchedPage> {
  if (host.addresses.length === 0)
    return refused(sentence("the server {host} cannot be found", { host: address.host }));
  const late = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
  try {
    return await followPage(address, host, AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted)
      return refused(sentence("the server did not answer within {seconds} seconds", { seconds: TIMEOUT_SECONDS }));
    return refused(sentence("the server cannot be reached ({reason})", { reason: codeOf(error) }));
  }
}

async function followPage(address: URL, host: ResolvedHost, signal: AbortSignal): Promise<FetchedPage> {
  let url = address;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const response = await connect(url, host, signal);
    const { statusCode = 0, headers } = response;
    const location = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    if (location === undefined || !URL.canParse(location, url.href)) return readPage(response, url);
    response.destroy();
    const next = new URL(location, url);
    if (next.origin !== url.origin) return { kind: "moved", to: next.href };
    url = next;
  }
  return refused(sentence("the server redirected more than {count} times", { count: MAX_HOPS }));
}

/** A connection of its own: a kept one may lead to an address that was looked up another time. */
function connect(url: URL, { addresses }: ResolvedHost, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const toResolved: LookupFunction = (_, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family ?? 0);
  };
  return new Promise((resolve, reject) => {
    send(url, { headers: HEADERS, signal, lookup: toResolved, agent: false }, resolve).on("error", reject).end();
  });
}

async function readPage(response: IncomingMessage, url: URL): Promise<FetchedPage> {
  const type = response.headers["content-type"] ?? "text/plain";
  const status = response.statusCode ?? 0;
  if (!READABLE.test(type) || status < 200 || status >= 300) {
    response.destroy();
    return status >= 200 && status < 300
      ? refused(sentence("{type} is not text", { type: verbatim(type) }))
      : refused(sentence("the server answered with status {status}", { status }));
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(response)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_PAGE_BYTES) break;
  }
  response.destroy();
  const body = decode(Buffer.concat(chunks).subarray(0, MAX_PAGE_BYTES), type);
  return { kind: "page", url: url.href, type, body, cut: bytes > MAX_PAGE_BYTES };
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const unpack = encoding === "br" ? createBrotliDecompress() : PACKED.has(encoding) ? createUnzip() : undefined;
  if (unpack === undefined) return response;
  // An error of the connection would otherwise leave the reader of the unpacked text waiting.
  response.on("error", (error) => unpack.destroy(error));
  return response.pipe(unpack);
}

const PACKED: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate"]);

/** A page names its encoding within so many bytes. */
const MOST_BEFORE_ENCODING = 1_024;

/** In the encoding that the server or else the page names, where it is known. */
function decode(bytes: Buffer, type: string): string {
  const beginning = /html/.test(type) ? bytes.subarray(0, MOST_BEFORE_ENCODING).toString("latin1") : "";
  const name =
    /charset="?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(beginning)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    // An encoding that nobody knows; most pages are UTF-8 whatever they say.
    return new TextDecoder().decode(bytes);
  }
}

const refused = (reason: Sentence): FetchedPage => ({ kind: "refused", reason });

/** "ENOTFOUND" and the like, which people can look up; several attempts fail with one error around them all. */
function codeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error && "code" in first && typeof first.code === "string" ? first.code : String(first);
}

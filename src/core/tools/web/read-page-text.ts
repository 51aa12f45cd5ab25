import type { FetchedPage, ResolvedHost } from "./fetch-page";
import { fetchPage } from "./fetch-page";
import { pageText } from "./page-text";

export type PageText =
  | Exclude<FetchedPage, { kind: "page" }>
  | { readonly kind: "text"; readonly text: string; readonly cut: boolean };

/** A page as people read it: without the markup, where it has any. */
export async function readPageText(url: URL, host: ResolvedHost, signal: AbortSignal): Promise<PageText> {
  const page = await fetchPage(url, host, signal);
  if (page.kind !== "page") return page;
  return { kind: "text", text: /html/.test(page.type) ? pageText(page.body) : page.body, cut: page.cut };
}

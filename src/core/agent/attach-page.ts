import { sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import type { Attachment } from "../conversation/attached";
import { callId } from "../conversation/ids";
import { attachmentTexts } from "../memory/attachment-texts";
import { redactSecrets } from "../redact/secrets";
import type { Approvals } from "../tools/approval";
import { NOT_INSTRUCTIONS, previewFetch, readAddress, webFetchTool } from "../tools/builtin/web-fetch";
import type { AskApproval } from "../tools/tool";
import type { ResolveHost } from "../tools/web/fetch-page";
import { MAX_PAGE_BYTES, resolveHost } from "../tools/web/fetch-page";
import { readPageText } from "../tools/web/read-page-text";

const BYTES_PER_MB = 1_000_000;

interface PageWorld {
  readonly approvals: Approvals;
  /** The question belongs to the composer, not to a row of the chat. */
  readonly ask: AskApproval;
  newId(): string;
  readonly resolve?: ResolveHost;
}

/** A web page for a message, under the rules that hold for the model too: each server is asked about. */
export async function attachPage(address: string, world: PageWorld, signal: AbortSignal): Promise<Attachment> {
  const url = readAddress(address);
  if (url === undefined)
    throw new SentenceError(sentence("This is no http or https address without a user name or password."));
  const host = await (world.resolve ?? resolveHost)(url.hostname);
  const call = { callId: callId(world.newId()), tool: webFetchTool(), preview: previewFetch(url, host) };
  const verdict = await world.approvals.decide(call, { ...UNSEEN, ask: world.ask }, signal);
  if (verdict.kind === "denied")
    throw new SentenceError(
      verdict.by.kind === "rule"
        ? sentence("This page may not be read: {rule}.", { rule: verdict.by.rule })
        : sentence("You did not allow reading {host}.", { host: url.host }),
    );
  const page = await readPageText(url, host, signal);
  if (page.kind === "refused")
    throw new SentenceError(sentence("The page was not read: {reason}.", { reason: page.reason }));
  if (page.kind === "moved")
    throw new SentenceError(sentence("The page has moved to another server. Attach {to} instead.", { to: page.to }));
  if (page.cut)
    throw new SentenceError(sentence("The page is larger than {size} MB.", { size: MAX_PAGE_BYTES / BYTES_PER_MB }));
  const text = attachmentTexts.page(`${NOT_INSTRUCTIONS}\n${redactSecrets(page.text)}`);
  return { kind: "web", name: url.href, text };
}

const UNSEEN = { onApprovalAsked: () => undefined, onApprovalAnswered: () => undefined };

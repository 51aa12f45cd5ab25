import type { Message } from "../../../conversation/message";
import { identifiersIn } from "../../../conversation/text/identifiers";
import { readableText } from "../../../conversation/text/original";
import type { Ledger } from "../../../ledger/ledger";
import type { ReportedClaim, Verification } from "../../engine";
import type { OriginalStore } from "../../recall/originals";
import type { UserStatements } from "../../summary/facts/user-statements";
import { claimTexts } from "../../summary/finish-summary";
import type { FittedFacts, Required } from "../../summary/required-facts";
import { fitRequired, requiredOf } from "../../summary/required-facts";
import type { LosslessNode } from "../dag";

/** Facts of the ledger that the messages before the tail hold: what the summary must state. */
export const requiredBefore = (
  tail: readonly Message[],
  messages: readonly Message[],
  { ledger, said }: { readonly ledger: Ledger; readonly said: UserStatements },
) =>
  requiredOf(
    {
      legal: messages,
      head: [],
      folded: messages.slice(0, messages.length - tail.length),
      tail,
      foldedTokens: 0,
      targetTokens: 0,
    },
    ledger,
    said,
  );

/** Rendered facts with those added that neither they nor the nodes state. */
export function completeFacts(
  facts: string,
  nodes: readonly LosslessNode[],
  required: readonly Required[],
  roomTokens: number,
): FittedFacts & { readonly text: string } {
  const stated = [facts, ...nodes.map((node) => node.text)].join("\n");
  const fitted = fitRequired(stated, required, roomTokens);
  const lines = fitted.added.map(({ line }) => line);
  const text =
    lines.length === 0
      ? facts
      : [facts, `## Critical Context\n${lines.join("\n")}`].filter((part) => part !== "").join("\n\n");
  return { ...fitted, text };
}

/** A longer list would not be read by anyone. */
const MOST_CLAIMS = 100;
const MOST_INVENTED = 20;
const MOST_STATED = 400;

/** What the row says about the nodes that this compression put in place. */
export function verifyNodes(
  nodes: readonly LosslessNode[],
  { added, lost }: FittedFacts,
  requiredCount: number,
  store: Pick<OriginalStore, "original">,
): { readonly verification: Verification; readonly claims: readonly ReportedClaim[] } {
  const claims = nodes.flatMap((node) => node.claims ?? []).slice(0, MOST_CLAIMS);
  const total = requiredCount + 1;
  return {
    claims,
    verification: {
      score: (total - lost.length) / total,
      lost,
      repaired: added.map(({ sign }) => sign),
      invented: [...new Set(nodes.flatMap((node) => inventedIn(node, store)))].slice(0, MOST_INVENTED),
      required: total,
      ...claimTexts(claims),
    },
  };
}

/** Names that a node states and its messages do not. A node cut by code only repeats them. */
function inventedIn(node: LosslessNode, store: Pick<OriginalStore, "original">): readonly string[] {
  if (node.writing === "deterministic") return [];
  const source = node.covers
    .map((id) => store.original(id)?.message)
    .map((message) => (message === undefined ? "" : readableText(message)))
    .join("\n");
  return identifiersIn(node.text, MOST_STATED).filter((name) => !source.includes(name));
}

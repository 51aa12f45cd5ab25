import { l10n, window } from "vscode";
import { sentence } from "../../core/base/sentence";
import type { AgentOffer } from "../../core/delegation/find-kinds";
import { showInvisible } from "../../presenter/words/visible-text";
import { say } from "../base/language";
import type { ContentConsent } from "./content-consent";

const SHOWN_NAMES = 20;
const HASH_CHARS = 16;

/** Asks once for each content whether agents of other products may be used. */
export const confirmAgents = (consent: ContentConsent, offer: AgentOffer): Promise<"use" | "leave"> =>
  consent.confirm("agents", offer.hash, () => askToUse(offer));

async function askToUse({ folder, names, hash }: AgentOffer): Promise<"use" | "leave"> {
  const use = l10n.t("Use them");
  const listed = [...names.slice(0, SHOWN_NAMES), ...(names.length > SHOWN_NAMES ? ["…"] : [])].join(", ");
  const risk = l10n.t("Their texts become instructions of sub-agents. What those do is approved as always.");
  const edition = say(sentence("SHA-256 {hash}…", { hash: hash.slice(0, HASH_CHARS) }));
  const answer = await window.showWarningMessage(
    l10n.t("This workspace has agents that were written for other products. Use them?"),
    {
      modal: true,
      detail: `${showInvisible(`${folder}: ${listed}`)}\n${edition}\n\n${risk}`,
    },
    use,
  );
  return answer === use ? "use" : "leave";
}

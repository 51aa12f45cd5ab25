import { l10n } from "vscode";
import type { ForeignSession } from "../../core/foreign/session";
import { readForeignRequest } from "../../core/host";
import { agentName } from "../../presenter/foreign/agent-names";
import type { HostContext } from "../host/host-context";

/** A request as another agent recorded it, below a line that says what its record lacks. */
export async function openForeignRequest(
  { documents }: HostContext,
  session: ForeignSession,
  requestId: string,
): Promise<void> {
  const agent = agentName(session.agent);
  const request = await readForeignRequest(session, requestId, new AbortController().signal);
  if (request === undefined) throw new Error(l10n.t("{agent} did not record what it sent in this request.", { agent }));
  const missing = l10n.t("Sent, but not recorded by {agent}: {fields}", { agent, fields: request.missing.join(", ") });
  await documents.open("request.jsonc", `// ${missing}\n${JSON.stringify(request.body, null, 2)}\n`);
}

import { findKinds } from "../../delegation/find-kinds";
import type { AgentKind } from "../../delegation/kind";
import { BUILT_IN_KINDS } from "../../delegation/kind";
import type { Host } from "../host";

/** The kinds of sub-agents for a session that begins or continues now; problems are told once. */
export async function kindsFor(host: Host): Promise<readonly AgentKind[]> {
  if (host.trust() === "untrusted") return BUILT_IN_KINDS;
  const { kinds, problems } = await findKinds({
    workspaceFolders: host.roots(),
    ...(host.homeFolder !== undefined && { homeFolder: host.homeFolder }),
    confirm: async (offer) => (await host.confirmAgents?.(offer)) ?? "leave",
  });
  for (const text of problems) host.emit({ type: "notice", level: "warning", text });
  return kinds;
}

import { listForeignSessions } from "../list";
import type { ForeignWorld } from "../places";
import { resolveLinks } from "../reading/plain-file";
import type { ForeignAgent, ForeignFile } from "../session";
import { FOREIGN_AGENTS } from "../session";
import { worksIn } from "../works-in";

/** Which sessions a model may see: those of this workspace, of the agents that the user lets Hermes read. */
export interface WorkspaceWorld extends ForeignWorld {
  readonly workspace: string;
  readonly agents?: readonly ForeignAgent[];
}

const SESSIONS_PER_AGENT = 200;

/** Files of sessions that worked in this workspace, newest first. */
export async function workspaceFiles(world: WorkspaceWorld, signal: AbortSignal): Promise<readonly ForeignFile[]> {
  // Most agents note where a link leads, VS Code the link itself.
  const folders = [world.workspace, await resolveLinks(world.workspace)];
  const found: ForeignFile[] = [];
  for (const agent of world.agents ?? FOREIGN_AGENTS) {
    const entries = await listForeignSessions(world, agent, { most: SESSIONS_PER_AGENT }, signal);
    for (const { file, workspace } of entries)
      if (folders.some((folder) => worksIn(workspace, folder))) found.push(file);
  }
  return found.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
}

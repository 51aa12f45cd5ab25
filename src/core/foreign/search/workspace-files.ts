import { listForeignSessions, worksIn } from "../list";
import type { ForeignWorld } from "../places";
import type { ForeignAgent, ForeignFile } from "../session";
import { FOREIGN_AGENTS } from "../session";

/** Which sessions a model may see: those of this workspace, of the agents that the user lets Hermes read. */
export interface WorkspaceWorld extends ForeignWorld {
  readonly workspace: string;
  readonly agents?: readonly ForeignAgent[];
}

const SESSIONS_PER_AGENT = 200;

/** Files of sessions that worked in this workspace, newest first. */
export async function workspaceFiles(world: WorkspaceWorld, signal: AbortSignal): Promise<readonly ForeignFile[]> {
  const found: ForeignFile[] = [];
  for (const agent of world.agents ?? FOREIGN_AGENTS) {
    const entries = await listForeignSessions(world, agent, { most: SESSIONS_PER_AGENT }, signal);
    found.push(...entries.filter(({ workspace }) => worksIn(workspace, world.workspace)).map(({ file }) => file));
  }
  return found.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
}

import { join } from "node:path";
import type { Sentence } from "../../core/base/sentence";
import { readGuardedBytes, readServerFile } from "../../core/host";
import type { McpServerSetting } from "../../core/tools/mcp/server-setting";

export interface ServerFileWorld {
  folder(): string | undefined;
  trust(): "trusted" | "untrusted";
  warn(problem: Sentence): void;
}

/** Where other programs keep the servers of a workspace; the first file that names a server wins. */
const FILES = [join(".vscode", "mcp.json"), ".mcp.json"];
const MAX_BYTES = 256 * 1024;

/** MCP servers that files of the workspace offer. Each starts only after the user's answer about its content. */
export class ServerFiles {
  private readonly world: ServerFileWorld;
  private found: Readonly<Record<string, McpServerSetting>> = {};

  constructor(world: ServerFileWorld) {
    this.world = world;
  }

  /** What the newest reading found. */
  get servers(): Readonly<Record<string, McpServerSetting>> {
    return this.found;
  }

  async read(): Promise<void> {
    const folder = this.world.folder();
    const isAllowed = folder !== undefined && this.world.trust() === "trusted";
    const files = isAllowed ? await Promise.all(FILES.map((file) => this.readFile(folder, file))) : [];
    this.found = Object.assign({}, ...files.toReversed());
  }

  private async readFile(root: string, file: string): Promise<Readonly<Record<string, McpServerSetting>>> {
    const limit = { maxBytes: MAX_BYTES, beyond: "refuse" } as const;
    const read = await readGuardedBytes({ root, path: join(root, file) }, limit);
    if (read.kind !== "bytes") return {};
    const { servers, problems } = readServerFile(new TextDecoder().decode(read.bytes), root);
    problems.forEach((problem) => this.world.warn(problem));
    return servers;
  }
}

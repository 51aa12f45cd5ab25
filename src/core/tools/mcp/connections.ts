import type { AdmittedTools } from "./admit-tools";
import type { McpConnection } from "./connection";
import { connectMcp } from "./connection";
import type { McpServerSetting } from "./server-setting";

/** The live connections by server name: at most one per server, shared by all sessions. */
export interface McpConnections {
  /** The last known state, without a request to the server. */
  find(name: string): KnownServer | undefined;
  /** "retry" gives a server that failed before another chance. Undefined where it cannot be reached. */
  connect(name: string, setting: McpServerSetting, failures: "keep" | "retry"): Promise<McpConnection | undefined>;
  close(): Promise<void>;
}

export interface KnownServer {
  /** The setting of this connection as JSON; another setting needs another connection. */
  readonly setting: string;
  readonly connection?: McpConnection;
  readonly failure?: string;
}

interface ConnectionWatch {
  onConnected(server: string, offer: AdmittedTools): void;
  onFailure(server: string, reason: string): void;
}

export function createConnections(version: string, watch: ConnectionWatch): McpConnections {
  const known = new Map<string, KnownServer>();
  const attempts = new Map<string, Promise<McpConnection | undefined>>();
  const life = new AbortController();

  const open = async (name: string, setting: McpServerSetting): Promise<McpConnection | undefined> => {
    await known.get(name)?.connection?.close();
    try {
      const connection = await connectMcp(setting, version, life.signal);
      known.set(name, { setting: JSON.stringify(setting), connection });
      watch.onConnected(name, connection.offer);
      return connection;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      known.set(name, { setting: JSON.stringify(setting), failure });
      if (!life.signal.aborted) watch.onFailure(name, failure);
      return undefined;
    }
  };

  return {
    find: (name) => known.get(name),
    connect(name, setting, failures) {
      const server = known.get(name);
      const current = server?.setting === JSON.stringify(setting);
      if (current && server.connection?.isOpen()) return Promise.resolve(server.connection);
      if (current && server.failure !== undefined && failures === "keep") return Promise.resolve(undefined);
      const attempt = attempts.get(name) ?? open(name, setting).finally(() => attempts.delete(name));
      attempts.set(name, attempt);
      return attempt;
    },
    async close() {
      life.abort();
      await Promise.allSettled(attempts.values());
      await Promise.allSettled([...known.values()].map(({ connection }) => connection?.close()));
      known.clear();
    },
  };
}

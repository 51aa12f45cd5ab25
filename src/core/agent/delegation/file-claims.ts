import type { SessionId } from "../../conversation/ids";
import type { TouchLog } from "../../tools/builtin/world";

/** Which sub-agent changes which file while several run at once. */
export interface FileClaims {
  /** Throws for a file that another running sub-agent has changed; the message is for the model. */
  claim(session: SessionId, path: string): void;
  begin(session: SessionId): void;
  end(session: SessionId): void;
}

export function createFileClaims(): FileClaims {
  const owners = new Map<string, SessionId>();
  const running = new Set<SessionId>();
  return {
    claim(session, path) {
      if (!running.has(session)) return;
      const owner = owners.get(path);
      if (owner !== undefined && owner !== session)
        throw new Error(
          `${path} is being changed by another sub-agent that works in parallel, so nothing was written. Leave this ` +
            "file to it, go on with the rest, and name what is missing as an open point in your report.",
        );
      owners.set(path, session);
    },
    begin: (session) => void running.add(session),
    end(session) {
      running.delete(session);
      for (const [path, owner] of owners) if (owner === session) owners.delete(path);
    },
  };
}

/** Each file has one sub-agent that changes it while several run at once. */
export const claiming = (touched: TouchLog, claims: FileClaims): TouchLog => ({
  ...touched,
  beforeWrite(session, path, call) {
    claims.claim(session, path);
    return touched.beforeWrite(session, path, call);
  },
});

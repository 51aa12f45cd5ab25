import type { SessionId } from "../../conversation/ids";
import type { TouchLog } from "../../tools/builtin/world";
import { fileIdentity } from "../../tools/files/workspace-paths";

/** A running sub-agent. Its compressions give it another session, and it stays who it is. */
interface Claimant {
  readonly id: SessionId;
}

/** Which sub-agent changes which file while several run at once. */
export interface FileClaims {
  /** Throws for a file that another running sub-agent has changed; the message is for the model. */
  claim(session: SessionId, file: ClaimedFile): void;
  begin(claimant: Claimant): void;
  end(claimant: Claimant): void;
}

interface ClaimedFile {
  readonly path: string;
  /** Tells the file by what it is, whatever its name; absent for one that does not exist yet. */
  readonly identity?: string;
}

export function createFileClaims(): FileClaims {
  const owners = new Map<string, Claimant>();
  const running = new Set<Claimant>();
  return {
    claim(session, { path, identity }) {
      const claimant = [...running].find(({ id }) => id === session);
      if (claimant === undefined) return;
      const names = identity === undefined ? [path] : [path, identity];
      if (names.some((name) => owners.has(name) && owners.get(name) !== claimant))
        throw new Error(
          `${path} is being changed by another sub-agent that works in parallel, so nothing was written. Leave this ` +
            "file to it, go on with the rest, and name what is missing as an open point in your report.",
        );
      for (const name of names) owners.set(name, claimant);
    },
    begin: (claimant) => void running.add(claimant),
    end(claimant) {
      running.delete(claimant);
      for (const [name, owner] of owners) if (owner === claimant) owners.delete(name);
    },
  };
}

/** Each file has one sub-agent that changes it while several run at once. */
export const claiming = (touched: TouchLog, claims: FileClaims): TouchLog => ({
  ...touched,
  async beforeWrite(session, path, call) {
    claims.claim(session, await identify(path));
    const after = await touched.beforeWrite(session, path, call);
    return async () => {
      await after();
      // A file that was just created has an identity only now.
      const created = await identify(path);
      try {
        claims.claim(session, created);
      } catch {
        // Written already: whoever claimed its other name in the meantime keeps that.
      }
    };
  },
});

async function identify(path: string): Promise<ClaimedFile> {
  const identity = await fileIdentity(path);
  return identity === undefined ? { path } : { path, identity };
}

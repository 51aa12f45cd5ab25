import type { Message } from "../conversation/message";
import { findDurableFacts } from "../memory/durable-facts";
import { redactSecrets } from "../redact/secrets";
import type { MemoryFile, MemoryFiles } from "../tools/ports";

/** Facts that a compression folds away, until the user says whether to remember them. Nothing is written unasked. */
export interface MemoryOffers {
  noteFolded(messages: readonly Message[]): void;
  /** What to propose now, once; empty where there is nothing new. */
  take(): Promise<readonly string[]>;
  /** Writes what was proposed last; a second answer writes nothing. */
  keep(): Promise<void>;
  leave(): void;
}

const FILE: MemoryFile = { name: "MEMORY.md", scope: "workspace" };

export function createMemoryOffers(files: MemoryFiles): MemoryOffers {
  let folded: readonly Message[] = [];
  let proposed: readonly string[] = [];
  return {
    noteFolded: (messages) => {
      folded = [...folded, ...messages];
    },
    async take() {
      const [messages, memory] = [folded, await files.read(FILE).catch(() => "")];
      folded = [];
      const facts = findDurableFacts(messages, memory).filter((fact) => redactSecrets(fact) === fact);
      if (facts.length > 0) proposed = facts;
      return facts;
    },
    async keep() {
      const facts = proposed;
      proposed = [];
      if (facts.length === 0) return;
      const before = (await files.read(FILE)).trimEnd();
      await files.write(
        FILE,
        `${[...(before === "" ? [] : [before]), ...facts.map((fact) => `- ${fact}`)].join("\n")}\n`,
      );
    },
    leave: () => {
      proposed = [];
    },
  };
}

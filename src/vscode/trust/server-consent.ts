import type { Memento } from "vscode";
import type { McpServerSetting } from "../../core/tools/mcp/server-setting";
import { readTexts } from "../base/kept-state";

const ALLOWED = "hermes.offeredServersAllowed";
const REFUSED = "hermes.offeredServersRefused";

export interface ConsentParts {
  readonly state: Pick<Memento, "get" | "update">;
  fingerprint(setting: McpServerSetting): string;
  ask(name: string, setting: McpServerSetting): Promise<"run" | "leave">;
}

/** Answers about MCP servers that a workspace offers, by name and content: another command is another question. */
export class ServerConsent {
  private readonly parts: ConsentParts;
  private readonly open = new Map<string, Promise<"run" | "leave">>();

  constructor(parts: ConsentParts) {
    this.parts = parts;
  }

  /** Asks once for each content; sessions that open meanwhile share the question. */
  confirm(name: string, setting: McpServerSetting): Promise<"run" | "leave"> {
    const key = this.keyOf(name, setting);
    if (this.answers(ALLOWED).includes(key)) return Promise.resolve("run");
    if (this.answers(REFUSED).includes(key)) return Promise.resolve("leave");
    const asking = this.open.get(key) ?? this.ask(name, setting).finally(() => this.open.delete(key));
    this.open.set(key, asking);
    return asking;
  }

  isRefused(name: string, setting: McpServerSetting): boolean {
    return this.answers(REFUSED).includes(this.keyOf(name, setting));
  }

  /** The user wants to be asked again. */
  async forgetRefusal(name: string, setting: McpServerSetting): Promise<void> {
    const key = this.keyOf(name, setting);
    await this.parts.state.update(
      REFUSED,
      this.answers(REFUSED).filter((refused) => refused !== key),
    );
  }

  private async ask(name: string, setting: McpServerSetting): Promise<"run" | "leave"> {
    const answer = await this.parts.ask(name, setting);
    const list = answer === "run" ? ALLOWED : REFUSED;
    await this.parts.state.update(list, [...this.answers(list), this.keyOf(name, setting)]);
    return answer;
  }

  private keyOf(name: string, setting: McpServerSetting): string {
    return JSON.stringify([name, this.parts.fingerprint(setting)]);
  }

  private answers(list: typeof ALLOWED | typeof REFUSED): readonly string[] {
    return readTexts(this.parts.state, list);
  }
}

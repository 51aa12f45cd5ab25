import type { Memento } from "vscode";

const OFF = "hermes.mcpServersOff";

/** Which of the configured MCP servers a person has switched off in this workspace. */
export class McpSwitch {
  private readonly state: Pick<Memento, "get" | "update">;

  constructor(state: Pick<Memento, "get" | "update">) {
    this.state = state;
  }

  isOn(server: string): boolean {
    return !this.off().includes(server);
  }

  /** Servers of other settings keep their state: they may come back. */
  async keepOn(chosen: readonly string[], offered: readonly string[]): Promise<"changed" | "same"> {
    const off = [
      ...this.off().filter((server) => !offered.includes(server)),
      ...offered.filter((server) => !chosen.includes(server)),
    ];
    const same = offered.every((server) => off.includes(server) !== this.isOn(server));
    await this.state.update(OFF, off);
    return same ? "same" : "changed";
  }

  private off(): readonly string[] {
    return this.state.get<readonly string[]>(OFF, []);
  }
}

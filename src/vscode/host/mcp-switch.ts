import type { Memento } from "vscode";
import { readTexts } from "../base/kept-state";

const OFF = "hermes.mcpServersOff";

/** The configured MCP servers that the user has switched off in this workspace. */
export class McpSwitch {
  private readonly state: Pick<Memento, "get" | "update">;

  constructor(state: Pick<Memento, "get" | "update">) {
    this.state = state;
  }

  isOn(server: string): boolean {
    return !this.off().includes(server);
  }

  /** Servers that are not offered now keep their state: another setting may bring them back. */
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
    return readTexts(this.state, OFF);
  }
}

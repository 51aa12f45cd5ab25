import type { ForeignAgent } from "./session";

/** What decides where the agents keep their sessions. */
export interface ForeignWorld {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** VS Code's own `User` folder, where extensions and the built-in chat keep theirs. */
  readonly userFolder?: string;
  readonly wasmFile?: string;
}

/** A folder to look into, and how session files are named in it. */
export interface ForeignPlace {
  readonly folder: string;
  /** How many levels of folders lie between this one and the files. */
  readonly depth: number;
  readonly file: RegExp;
  readonly kind: "lines" | "document" | "mutations" | "database";
}

/** Every place of an agent, whatever the workspace. Paths have forward slashes, which every platform accepts. */
export function placesOf(agent: ForeignAgent, world: ForeignWorld): readonly ForeignPlace[] {
  const { home, variables } = world;
  const user = world.userFolder;
  const data = variables["XDG_DATA_HOME"] || `${home}/.local/share`;
  switch (agent) {
    case "claude-code":
      return [lines(`${variables["CLAUDE_CONFIG_DIR"] || `${home}/.claude`}/projects`, 1, /^[\w-]+\.jsonl$/)];
    case "codex":
      return [lines(`${variables["CODEX_HOME"] || `${home}/.codex`}/sessions`, 3, /^rollout-.*\.jsonl$/)];
    case "pi":
      return [lines(`${variables["PI_CODING_AGENT_DIR"] || `${home}/.pi/agent`}/sessions`, 1, /\.jsonl$/)];
    case "opencode":
      return ["opencode", "kilo"].map((name) => ({
        folder: `${data}/${name}`,
        depth: 0,
        file: /^(opencode|kilo)\.db$/,
        kind: "database",
      }));
    case "cline":
      return [
        { folder: `${home}/.cline/data/sessions`, depth: 1, file: /^(?!agent_).*\.messages\.json$/, kind: "document" },
        ...(user === undefined ? [] : CLINE_EXTENSIONS.map((id) => extensionPlace(user, id))),
      ];
    case "copilot-chat":
      return user === undefined
        ? []
        : [
            { folder: `${user}/workspaceStorage`, depth: 2, file: /^[\w-]+\.json$/, kind: "document" },
            { folder: `${user}/workspaceStorage`, depth: 2, file: /^[\w-]+\.jsonl$/, kind: "mutations" },
          ];
  }
}

const lines = (folder: string, depth: number, file: RegExp): ForeignPlace => ({ folder, depth, file, kind: "lines" });

/** The messages of a sub-agent, in the folder of its session. */
export const CLINE_SUB_AGENT = /^agent_.*\.messages\.json$/;

const CLINE_EXTENSIONS = ["saoudrizwan.claude-dev", "kilocode.kilo-code", "rooveterinaryinc.roo-cline"];

const extensionPlace = (user: string, id: string): ForeignPlace => ({
  folder: `${user}/globalStorage/${id}/tasks`,
  depth: 1,
  file: /^api_conversation_history\.json$/,
  kind: "document",
});

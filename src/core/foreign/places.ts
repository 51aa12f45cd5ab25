import type { ForeignAgent } from "./session";

/** What decides where the agents keep their sessions. */
export interface ForeignWorld {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** VS Code's own `User` folder, where extensions and the built-in chat keep theirs. */
  readonly userFolder?: string;
  /** Storage that belongs to a folder: in a browser, VS Code itself does not note there which folder that is. */
  readonly ownStorage?: { readonly storage: string; readonly folder: string };
}

/** A folder to look into, and how session files are named in it. */
export interface ForeignPlace {
  readonly folder: string;
  /** How many levels of folders lie between this one and the files. */
  readonly depth: number;
  readonly file: RegExp;
  /** The name of the folder that holds the files, where others lie on the same level. */
  readonly inside?: string;
  readonly kind: "lines" | "document" | "mutations" | "database";
}

/** Every place of an agent, whatever the workspace. Paths have forward slashes, which every platform accepts. */
export function placesOf(agent: ForeignAgent, world: ForeignWorld): readonly ForeignPlace[] {
  const { home, variables } = world;
  const user = world.userFolder;
  const data = variables["XDG_DATA_HOME"] || `${home}/.local/share`;
  switch (agent) {
    case "claude-code":
      return [lines(`${variables["CLAUDE_CONFIG_DIR"] || `${home}/.claude`}/projects`, 1, /^(?!agent-)[\w-]+\.jsonl$/)];
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
      return user === undefined ? [] : chatPlaces(user);
  }
}

const lines = (folder: string, depth: number, file: RegExp): ForeignPlace => ({ folder, depth, file, kind: "lines" });

/** Sessions of folders, and those of windows without one. */
const chatPlaces = (user: string): readonly ForeignPlace[] =>
  [
    { folder: `${user}/workspaceStorage`, depth: 2, inside: "chatSessions" },
    { folder: `${user}/globalStorage/emptyWindowChatSessions`, depth: 0 },
  ].flatMap((place): readonly ForeignPlace[] => [
    { ...place, file: /^[\w-]+\.jsonl$/, kind: "mutations" },
    { ...place, file: /^[\w-]+\.json$/, kind: "document" },
  ]);

/** The records of a sub-agent of Claude Code. */
export const CLAUDE_CODE_SUB_AGENT = /^agent-[\w-]+\.jsonl$/;

/** The messages of a sub-agent of Cline, in the folder of its session. */
export const CLINE_SUB_AGENT = /^agent_.*\.messages\.json$/;

const CLINE_EXTENSIONS = ["saoudrizwan.claude-dev", "kilocode.kilo-code", "rooveterinaryinc.roo-cline"];

const extensionPlace = (user: string, id: string): ForeignPlace => ({
  folder: `${user}/globalStorage/${id}/tasks`,
  depth: 1,
  file: /^api_conversation_history\.json$/,
  kind: "document",
});

import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";

/**
 * Files that control what editors, agents, git, shells, package managers and build servers do by themselves, without
 * another question. Build files (`Makefile`, `package.json`) are not among them: they act when a command runs, and
 * commands have their own question. All names are in lower case and match at any depth.
 */
interface SteeringGroup {
  readonly reason: Sentence;
  /** Everything inside these folders, at any depth. A name may also be that of a file. */
  readonly folders: readonly string[];
  /** Whole names; `*` stands for any characters. */
  readonly files: readonly string[];
}

const GROUPS: readonly SteeringGroup[] = [
  {
    reason: sentence("it gives instructions or tools to coding agents"),
    folders: [
      ".hermes",
      ".agents",
      ".claude",
      ".cursor",
      ".codex",
      ".gemini",
      ".windsurf",
      ".clinerules",
      ".roo",
      ".kilocode",
      ".continue",
      ".aider",
      ".opencode",
      ".amazonq",
      ".augment",
      ".crush",
      ".factory",
      ".goose",
      ".junie",
      ".kiro",
      ".openhands",
      ".qodo",
      ".qwen",
      ".trae",
      ".github/agents",
      ".github/skills",
      ".github/prompts",
      ".github/instructions",
      ".github/chatmodes",
    ],
    files: [
      "agents.md",
      "agents.*.md",
      "agent.md",
      "claude.md",
      "claude.*.md",
      "gemini.md",
      "qwen.md",
      "crush.md",
      "warp.md",
      ".augment-guidelines",
      "opencode.json*",
      "copilot-instructions.md",
      ".cursorrules",
      ".windsurfrules",
      ".roorules*",
      ".goosehints",
      ".aider.conf.yml",
      ".rules",
      ".mcp.json",
      "mcp.json",
      ".hermesignore",
      ".cursorignore",
      ".aiignore",
    ],
  },
  {
    reason: sentence("it controls the editor or its tasks"),
    folders: [".vscode", ".vscode-server", ".devcontainer", ".idea", ".fleet", ".zed", ".idx", ".theia"],
    files: [
      "*.code-workspace",
      ".devcontainer.json",
      ".gitpod.*",
      ".replit",
      ".exrc",
      ".vimrc",
      ".nvimrc",
      ".nvim.lua",
      ".dir-locals.el",
    ],
  },
  {
    reason: sentence("it makes git run programs or replaces files behind its back"),
    folders: [".git", ".githooks", ".husky", ".github/hooks", ".lefthook", ".hg", ".jj", ".config/git"],
    files: [
      ".gitattributes",
      ".gitmodules",
      ".gitconfig",
      ".pre-commit-config.y*ml",
      ".pre-commit-hooks.y*ml",
      "lefthook*",
      ".lefthook*",
      ".huskyrc*",
      "husky.config.*",
      ".lintstagedrc*",
      "lint-staged.config.*",
      ".overcommit.yml",
    ],
  },
  {
    reason: sentence("it controls what build servers run"),
    folders: [
      ".github/workflows",
      ".github/actions",
      ".gitea/workflows",
      ".forgejo/workflows",
      ".circleci",
      ".buildkite",
      ".woodpecker",
      ".gitlab",
      ".azure-pipelines",
      ".semaphore",
      ".teamcity",
    ],
    files: [
      ".gitlab-ci*.y*ml",
      ".travis.y*ml",
      ".drone.y*ml",
      ".cirrus.y*ml",
      "azure-pipelines*.y*ml",
      "bitbucket-pipelines.y*ml",
      "appveyor.y*ml",
      "bitrise.y*ml",
      "buildspec.y*ml",
      "cloudbuild.y*ml",
      "codemagic.y*ml",
      "jenkinsfile*",
      "action.y*ml",
      "dependabot.y*ml",
      "codeowners",
    ],
  },
  {
    reason: sentence("it controls what package managers download or run"),
    folders: [".yarn", ".cargo", ".bundle", ".mvn", ".m2", ".gradle/init.d"],
    files: [
      ".npmrc",
      ".yarnrc*",
      ".pnpmfile.*",
      "pnpmfile.*",
      ".pnp.*",
      "bunfig.toml",
      ".pypirc",
      "pip.conf",
      "pip.ini",
      ".condarc",
      ".gemrc",
      "nuget.config",
      ".tool-versions",
    ],
  },
  {
    reason: sentence("it runs by itself when a shell, a debugger or a session starts"),
    folders: [".direnv", ".mise", ".config/fish", ".config/autostart", ".config/systemd", "library/launchagents"],
    files: [
      ".envrc",
      ".mise*.toml",
      "mise*.toml",
      ".bashrc",
      ".bash_*",
      ".profile",
      ".zshrc",
      ".zshenv",
      ".zprofile",
      ".zlogin",
      ".zlogout",
      ".kshrc",
      ".cshrc",
      ".tcshrc",
      ".login",
      ".logout",
      ".inputrc",
      ".xprofile",
      ".xinitrc",
      ".xsession*",
      ".pam_environment",
      "config.fish",
      "*profile.ps1",
      ".screenrc",
      ".tmux.conf",
      ".curlrc",
      ".wgetrc",
      ".irbrc",
      ".pryrc",
      ".pdbrc*",
      ".psqlrc",
      ".sqliterc",
      ".rprofile",
      "sitecustomize.py",
      "usercustomize.py",
      ".gdbinit",
      ".lldbinit*",
    ],
  },
  {
    reason: sentence("it decides who may sign in, or how"),
    folders: [".ssh", ".gnupg", ".aws", ".kube", ".docker"],
    files: [".netrc", "_netrc", ".pgpass", "authorized_keys"],
  },
];

/** Windows opens `GIT~1` as `.git` where short names are on. */
const SHORT_NAME = /^[^.~]{1,6}~\d(?:\.[^.]{0,3})?$/;
const MAY_BE_SHORT = sentence("its path may be the short form of another name");

/**
 * The reason why a change of this file is asked for singly, as a clause; undefined for an ordinary file. Any spelling
 * of a path counts, relative or absolute. Links are the caller's business: give the path as written and as resolved.
 */
export function findSteering(path: string): Sentence | undefined {
  const names = namesOf(path);
  // Where a name before `..` is a link, dropping both would miss the real place; so both readings count.
  const readings = [names.filter((name) => name !== ".."), withoutDots(names)];
  for (const reading of readings) {
    const group = RULES.find(({ pattern }) => pattern.test(reading.join("/")));
    if (group !== undefined) return group.reason;
    if (reading.some((name) => SHORT_NAME.test(name))) return MAY_BE_SHORT;
  }
  return undefined;
}

/** Files of git itself, which no tool edits by hand. */
export const isInGitFolder = (path: string): boolean => namesOf(path).includes(".git");

/**
 * The names of a path as the most lenient file system reads them: letter case, trailing dots and spaces, alternate
 * streams, compatibility letters and invisible characters do not tell two files apart everywhere.
 */
function namesOf(path: string): readonly string[] {
  return path
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}\p{Variation_Selector}]/gu, "")
    .toLowerCase()
    .split(/[/\\]/)
    .map((name) => (name === ".." ? name : name.replace(/(?<=.):.*$/, "").replace(/[. ]+$/, "")))
    .filter((name) => name !== "");
}

function withoutDots(names: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
}

const RULES = GROUPS.map(({ reason, folders, files }) => ({
  reason,
  pattern: new RegExp(
    `(?:^|/)(?:(?:${folders.map(toPattern).join("|")})(?:/|$)|(?:${files.map(toPattern).join("|")})$)`,
  ),
}));

function toPattern(name: string): string {
  return name
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]*");
}

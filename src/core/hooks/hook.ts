import type { JsonObject } from "../base/json";
import { isObject } from "../base/json";
import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { compilePattern } from "../pattern/compile";

const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "Stop",
  "SubagentStop",
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A command of the user or, with the user's consent, of the workspace, that runs when something happens. */
export interface Hook {
  readonly event: HookEvent;
  /** A pattern for whole names of tools, triggers, or sources; absent: every one. */
  readonly matcher?: string;
  readonly command: string;
  readonly timeoutMs: number;
  readonly home: "user" | "workspace";
}

export interface ReadHooks {
  readonly hooks: readonly Hook[];
  /** One sentence for each part that is left out. */
  readonly problems: readonly Sentence[];
}

const DEFAULT_TIMEOUT_S = 60;
const LONGEST_TIMEOUT_S = 600;
const MOST_HOOKS = 200;

/** Reads `{ "<event>": [{ "matcher": …, "hooks": [{ "type": "command", "command": …, "timeout": … }] }] }`. */
export function readHooks(source: unknown, home: Hook["home"]): ReadHooks {
  const problems: Sentence[] = [];
  const table = isObject(source) && isObject(source["hooks"]) ? source["hooks"] : source;
  if (!isObject(table))
    return { hooks: [], problems: [sentence("The hooks are left out: they must be one JSON object.")] };
  const hooks: Hook[] = [];
  for (const [name, groups] of Object.entries(table)) {
    const event = HOOK_EVENTS.find((known) => known === name);
    if (event === undefined) {
      if (name !== "$schema") problems.push(sentence('There is no hook event named "{name}".', { name }));
      continue;
    }
    for (const group of Array.isArray(groups) ? groups : [undefined])
      hooks.push(...readGroup(event, group, home, problems));
  }
  return { hooks: hooks.slice(0, MOST_HOOKS), problems };
}

function readGroup(event: HookEvent, group: unknown, home: Hook["home"], problems: Sentence[]): readonly Hook[] {
  const bad = (): readonly Hook[] => {
    problems.push(
      sentence(
        [
          "A {event} hook is left out: each entry needs `hooks`, a list with `type` set to `command`, a `command`,",
          "and a valid `matcher` if there is one.",
        ],
        { event },
      ),
    );
    return [];
  };
  if (!isObject(group) || !Array.isArray(group["hooks"])) return bad();
  const matcher = group["matcher"] ?? "";
  if (typeof matcher !== "string" || !isPattern(matcher)) return bad();
  return group["hooks"].flatMap((entry: unknown) => {
    if (!isObject(entry) || (entry["type"] ?? "command") !== "command") return bad();
    const command = entry["command"];
    if (typeof command !== "string" || command.trim() === "") return bad();
    const isAll = matcher === "" || matcher === "*";
    return [{ event, ...(isAll ? {} : { matcher }), command, timeoutMs: timeoutOf(entry["timeout"]), home }];
  });
}

function timeoutOf(seconds: unknown): number {
  const wanted = typeof seconds === "number" && seconds > 0 ? seconds : DEFAULT_TIMEOUT_S;
  return Math.min(wanted, LONGEST_TIMEOUT_S) * 1_000;
}

function isPattern(matcher: string): boolean {
  if (matcher === "" || matcher === "*") return true;
  try {
    compilePattern(matcher);
    return true;
  } catch {
    // Being no pattern is one of the two answers.
    return false;
  }
}

/** Steps of the pattern machine; names are short. */
const MATCH_BUDGET = 100_000;

/** Whether a hook is about one of these names. */
export const isAbout = ({ matcher }: Hook, names: readonly string[]): boolean => {
  if (matcher === undefined) return true;
  const pattern = compilePattern(`^(?:${matcher})$`);
  return names.some((name) => pattern.find(name, MATCH_BUDGET).start >= 0);
};

/** What other agents call the same tools, so that their hooks fit. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  terminal: ["Bash"],
  read_file: ["Read"],
  write_file: ["Write"],
  patch: ["Edit", "MultiEdit"],
  list_files: ["Glob", "LS"],
  search_files: ["Grep"],
  todo: ["TodoWrite"],
  skill: ["Skill"],
  delegate: ["Task", "Agent"],
};

/** Tools of others may be named `constructor`. */
export const namesOfTool = (tool: string): readonly string[] => [
  tool,
  ...(Object.hasOwn(OTHER_NAMES, tool) ? (OTHER_NAMES[tool] ?? []) : []),
];

/** What a hook is told, beside the fields that every hook gets. */
export interface HookCall {
  readonly event: HookEvent;
  /** What the matcher is held against. */
  readonly names: readonly string[];
  readonly fields: JsonObject;
}

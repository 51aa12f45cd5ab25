import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { Effort, Model } from "../../models/model";
import type { ApprovalRules, CallToApprove, Refusal } from "../../tools/approval";
import type { AgentControls, AgentMode, ApprovalLevel } from "./control-choices";

interface ControlsWorld {
  /** `hermes.approval.*`. */
  rules(): ApprovalRules;
  emit(event: { readonly type: "controls-changed"; readonly controls: AgentControls }): void;
}

/**
 * What the user chooses beside the composer: how far the agent may go, how often it asks, and how long it thinks. None
 * of it changes the tools or the system prompt, which would lose the prompt cache: a call that the mode excludes is
 * refused at the gate, and the turn states its mode.
 */
export class Controls {
  private readonly world: ControlsWorld;
  private mode: AgentMode = "agent";
  /** Undefined: as the settings say. Never stored: it lasts as long as the session. */
  private level: ApprovalLevel | undefined;
  private effort: Effort | null = null;

  constructor(world: ControlsWorld) {
    this.world = world;
  }

  get current(): AgentControls {
    return { mode: this.mode, approval: levelOf(this.rules()), effort: this.effort };
  }

  change(wanted: Partial<AgentControls>): void {
    this.mode = wanted.mode ?? this.mode;
    this.level = wanted.approval ?? this.level;
    if (wanted.effort !== undefined) this.effort = wanted.effort;
    this.announce();
  }

  /** Also after a change of the settings, which may show another level. */
  announce(): void {
    this.world.emit({ type: "controls-changed", controls: this.current });
  }

  /** For a request to this model; undefined where it takes none. */
  effortFor({ efforts }: Pick<Model, "efforts">): Effort | undefined {
    return efforts?.find((effort) => effort === this.effort);
  }

  /** A new session asks as the settings say. */
  forgetSession(): void {
    if (this.level === undefined) return;
    this.level = undefined;
    this.announce();
  }

  /** The settings with the level of this session. What the settings deny stays denied. */
  rules(): ApprovalRules {
    const rules = this.world.rules();
    if (this.level === undefined) return rules;
    const allowed = ALLOWED[this.level];
    const withLevel = (category: "edit" | "run" | "mcp") =>
      rules[category] === "deny" ? "deny" : allowed.includes(category) ? "allow" : "ask";
    return { ...rules, edit: withLevel("edit"), run: withLevel("run"), mcp: withLevel("mcp") };
  }

  /** Why the mode excludes a call; undefined for a call that only reads. */
  async refuse({ tool, preview }: CallToApprove): Promise<Refusal | undefined> {
    const { mode } = this;
    if (mode === "agent" || tool.category === "read" || tool.category === "internal") return undefined;
    if (preview.changes === "nothing") return undefined;
    if (preview.command !== undefined && (await changesNothing(preview.command))) return undefined;
    return { reason: REFUSALS[mode], rule: RULES[mode] };
  }
}

const ALLOWED: Readonly<Record<ApprovalLevel, readonly string[]>> = {
  ask: [],
  edits: ["edit"],
  all: ["edit", "run", "mcp"],
};

function levelOf({ edit, run, mcp }: ApprovalRules): ApprovalLevel {
  if (edit !== "allow") return "ask";
  return run === "allow" && mcp === "allow" ? "all" : "edits";
}

async function changesNothing(command: string): Promise<boolean> {
  // The parser of shell text is loaded with the first command.
  const { onlyReads } = await import("../../tools/shell/command-footprint");
  return onlyReads(command);
}

const RULES: Readonly<Record<"ask" | "plan", Sentence>> = {
  ask: sentence("the mode is Ask"),
  plan: sentence("the mode is Plan"),
};

const REFUSALS: Readonly<Record<"ask" | "plan", string>> = {
  ask:
    "Not run: the user chose Ask mode, in which nothing is changed. Answer from what you can read; if a change is " +
    "needed, describe it and say that Agent mode would make it. Do not try this call again.",
  plan:
    "Not run: the user chose Plan mode, in which nothing is changed yet. Go on reading, then hand in the plan with " +
    "write_plan. Do not try this call again.",
};

/** States the mode to the model, at the end of the conversation, where it leaves the cached prefix alone. */
export const describeMode = (mode: AgentMode, before: AgentMode): readonly string[] =>
  mode === "agent" && before === "agent" ? [] : [`<mode>\n${MODES[mode]}\n</mode>`];

const MODES: Readonly<Record<AgentMode, string>> = {
  ask: "Ask mode: read whatever helps and answer. Calls that would change files or run commands are refused.",
  plan:
    "Plan mode: read whatever helps, ask what you need to know, then call write_plan with a plan in Markdown: the " +
    "goal, the steps in order with the files each touches, how to verify the result, and what stays out. The user " +
    "edits the plan and starts it. Calls that would change files or run commands are refused until then.",
  agent: "Agent mode: the restrictions of earlier modes no longer hold. You may change files and run commands.",
};

/** The mode that the newest message with one states; "agent" where none does. */
export function modeIn(attachments: readonly (string | undefined)[]): AgentMode {
  const newest = attachments.findLast((attachment) => attachment?.includes("<mode>\n"));
  const modes: readonly AgentMode[] = ["ask", "plan"];
  return modes.find((mode) => newest?.includes(MODES[mode])) ?? "agent";
}

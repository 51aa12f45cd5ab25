import type { CallId } from "../conversation/ids";
import { commandKeys, judgeCommand } from "./command-rules";
import type { ApprovalAnswer, ApprovalRequest, AskApproval, CallPreview, Tool } from "./tool";

export type ApprovalMode = "ask" | "allow" | "deny";

/** `hermes.approval.*` as it stands at the moment of the call. */
export interface ApprovalRules {
  readonly read: ApprovalMode;
  readonly edit: ApprovalMode;
  readonly run: ApprovalMode;
  readonly mcp: ApprovalMode;
  readonly allowedCommands: readonly string[];
  readonly deniedCommands: readonly string[];
}

export interface ApprovalOptions {
  rules(): ApprovalRules;
  trust(): "trusted" | "untrusted";
  readonly ask: AskApproval;
  /** Answers remembered for the workspace; kept by the host. Without it they live as long as the session. */
  readonly kept?: KeptApprovals;
}

export interface KeptApprovals {
  load(): Promise<readonly string[]>;
  add(keys: readonly string[]): Promise<void>;
}

/** Called around each question, so that the views can show it. */
export interface ApprovalWatch {
  onApprovalAsked(request: ApprovalRequest): void;
  onApprovalAnswered(callId: CallId, answer: ApprovalAnswer): void;
}

export interface Approvals {
  /** Drops what was remembered for the session; for the start of a new one. */
  forgetSession(): void;
  /** Why no call of this tool may run at all, whatever its arguments; asked before anything is looked at. */
  findDenial(tool: Tool): string | undefined;
  decide(call: CallToApprove, watch: ApprovalWatch, signal: AbortSignal): Promise<Verdict>;
}

export interface CallToApprove {
  readonly callId: CallId;
  readonly tool: Tool;
  readonly preview: Extract<CallPreview, { kind: "ready" }>;
}

/** `reason` is meant for the model. */
export type Verdict = { readonly kind: "allowed" } | { readonly kind: "denied"; readonly reason: string };

export function createApprovals(options: ApprovalOptions): Approvals {
  const session = new Set<string>();
  const remembered = async (): Promise<ReadonlySet<string>> =>
    new Set([...session, ...((await options.kept?.load()) ?? [])]);

  return {
    forgetSession: () => session.clear(),
    findDenial: (tool) => findDenial(tool, options.rules(), options.trust()),
    async decide(call, watch, signal) {
      const denial = findDenial(call.tool, options.rules(), options.trust());
      if (denial !== undefined) return { kind: "denied", reason: denial };
      const step = judge(call, options.rules());
      if (step.kind !== "ask") return step;
      const known = await remembered();
      if (step.keys.every((key) => known.has(key))) return { kind: "allowed" };
      const request = requestFor(call, step.note);
      watch.onApprovalAsked(request);
      const answer = await options.ask(request, signal);
      watch.onApprovalAnswered(call.callId, answer);
      if (answer.kind === "deny") return { kind: "denied", reason: sayDenial(answer.reason) };
      if (answer.remember !== "once") step.keys.forEach((key) => session.add(key));
      if (answer.remember === "workspace") await options.kept?.add(step.keys);
      return { kind: "allowed" };
    },
  };
}

type Step =
  | Verdict
  | {
      readonly kind: "ask";
      readonly note?: string /** What an answer may be remembered for. */;
      readonly keys: readonly string[];
    };

function findDenial({ category }: Tool, rules: ApprovalRules, trust: "trusted" | "untrusted"): string | undefined {
  if (trust === "untrusted")
    return "Nothing runs in an untrusted workspace. Ask the user to trust this workspace first.";
  if (category === "internal" || rules[category] !== "deny") return undefined;
  return `The user's settings deny every tool of the category "${category}". Do not try again; go on without it or tell the user.`;
}

/** What the rules say before anybody is asked. */
function judge({ tool, preview }: CallToApprove, rules: ApprovalRules): Step {
  if (tool.category === "internal") return { kind: "allowed" };
  const mode = rules[tool.category];
  if (tool.category === "run" && preview.command !== undefined) return judgeRun(preview.command, mode, rules);
  if (preview.careful !== undefined)
    return { kind: "ask", note: preview.careful, keys: [`${tool.category} ${preview.title}`] };
  if (mode === "allow") return { kind: "allowed" };
  return {
    kind: "ask",
    keys: [tool.category === "mcp" || tool.category === "run" ? `${tool.category} ${tool.name}` : tool.category],
  };
}

function judgeRun(command: string, mode: ApprovalMode, rules: ApprovalRules): Step {
  const verdict = judgeCommand(command, { allowed: rules.allowedCommands, denied: rules.deniedCommands });
  if (verdict.kind === "denied")
    return {
      kind: "denied",
      reason: `The command was refused: ${verdict.reason}. Do not try to reach the same effect another way; tell the user if it is needed.`,
    };
  if (verdict.kind === "allowed" || (verdict.why === "unlisted" && mode === "allow")) return { kind: "allowed" };
  return {
    kind: "ask",
    keys: commandKeys(command).map((key) => `run ${key}`),
    ...(verdict.why === "risky" ? { note: verdict.reason } : {}),
  };
}

function requestFor({ callId, tool, preview }: CallToApprove, note: string | undefined): ApprovalRequest {
  const warning = note === undefined ? {} : { warning: `Look closely: ${note}.` };
  const base = {
    callId,
    tool: tool.name,
    category: tool.category,
    title: preview.title,
    detail: preview.detail,
    ...warning,
  };
  return preview.edit === undefined ? base : { ...base, edit: preview.edit };
}

const sayDenial = (reason: string | undefined): string =>
  reason === undefined || reason.trim() === ""
    ? "The user denied this call. Do not repeat it; choose another way or ask what they would prefer."
    : `The user denied this call and said: ${reason}`;

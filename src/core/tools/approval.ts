import type { Sentence } from "../base/sentence";
import { sentence, toSentence, verbatim } from "../base/sentence";
import type { CallId } from "../conversation/ids";
import type { CommandToRun, RunWorld } from "./shell/run-approval";
import type { ApprovalAnswer, ApprovalRequest, AskApproval, CallPreview, DecidedBy, Tool } from "./tool";

type ApprovalMode = "ask" | "allow" | "deny";

/** `hermes.approval.*` at the moment of the call. */
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
  /** What commands run in. Default: this system's shell and repositories. */
  readonly commands?: RunWorld;
  /** Why the mode of the agent excludes a call, whatever the rules say. */
  refuse?(call: CallToApprove): Promise<Refusal | undefined>;
  /** Answers remembered for the workspace, stored by the host. Without it they last as long as the session. */
  readonly kept?: KeptApprovals;
}

/** `reason` is meant for the model, `rule` for the record. */
export interface Refusal {
  readonly reason: string;
  readonly rule: Sentence;
}

export interface KeptApprovals {
  load(): Promise<readonly string[]>;
  add(keys: readonly string[]): Promise<void>;
}

/** Called around each question, so that the views can show it. */
export interface ApprovalWatch {
  onApprovalAsked(request: ApprovalRequest): void;
  onApprovalAnswered(callId: CallId, answer: ApprovalAnswer): void;
  /** Asks somewhere else than usual. */
  readonly ask?: AskApproval;
}

export interface Approvals {
  /** Drops the answers remembered for the session; called when a new one starts. */
  forgetSession(): void;
  /** The reason why no call of this tool may run, whatever its arguments; checked before the call is previewed. */
  findDenial(tool: Tool): string | undefined;
  decide(call: CallToApprove, watch: ApprovalWatch, signal: AbortSignal): Promise<Verdict & { readonly by: DecidedBy }>;
}

export interface CallToApprove {
  readonly callId: CallId;
  readonly tool: Tool;
  readonly preview: Extract<CallPreview, { kind: "ready" }>;
}

/** `reason` is meant for the model. */
type Verdict = { readonly kind: "allowed" } | { readonly kind: "denied"; readonly reason: string };

export function createApprovals(options: ApprovalOptions): Approvals {
  const session = new Set<string>();
  const remembered = async (): Promise<ReadonlySet<string>> =>
    new Set([...session, ...((await options.kept?.load()) ?? [])]);

  return {
    forgetSession: () => session.clear(),
    findDenial: (tool) => findDenial(tool, options.rules(), options.trust()),
    async decide(call, watch, signal) {
      const denial = findDenial(call.tool, options.rules(), options.trust());
      if (denial !== undefined) return { kind: "denied", reason: denial, by: byRule(call, options) };
      const refusal = await options.refuse?.(call);
      if (refusal !== undefined)
        return { kind: "denied", reason: refusal.reason, by: { kind: "rule", rule: refusal.rule } };
      const step = await judge(call, options);
      if (step.kind !== "ask") return { ...step, by: byRule(call, options, step.rule) };
      const known = await remembered();
      if (step.keys.length > 0 && step.keys.every((key) => known.has(key)))
        return { kind: "allowed", by: { kind: "remembered", covers: step.covers ?? toSentence(call.tool.name) } };
      const request = requestFor(call, step);
      watch.onApprovalAsked(request);
      const answer = await (watch.ask ?? options.ask)(request, signal);
      watch.onApprovalAnswered(call.callId, answer);
      if (answer.kind === "deny")
        return { kind: "denied", reason: describeDenial(answer.reason), by: { kind: "user", remember: "no" } };
      if (answer.remember !== "once") step.keys.forEach((key) => session.add(key));
      if (answer.remember === "workspace") await options.kept?.add(step.keys);
      const covers = answer.remember === "once" || step.covers === undefined ? {} : { covers: step.covers };
      return { kind: "allowed", by: { kind: "user", remember: answer.remember, ...covers } };
    },
  };
}

/** The rule that decided without a question, in words. */
function byRule({ tool, preview }: CallToApprove, { rules, trust }: ApprovalOptions, rule?: Sentence): DecidedBy {
  if (rule !== undefined) return { kind: "rule", rule };
  if (trust() === "untrusted") return { kind: "rule", rule: sentence("the workspace is not trusted") };
  if (tool.category === "internal") return { kind: "rule", rule: sentence("it touches only Hermes' own state") };
  if (preview.changes === "nothing") return { kind: "rule", rule: sentence("it changes nothing") };
  const setting = `hermes.approval.${tool.category}`;
  return { kind: "rule", rule: sentence("{setting} is {value}", { setting, value: rules()[tool.category] }) };
}

type Step =
  /** With the rule that decided, where that is not the mode of the category. */
  | (Verdict & { readonly rule?: Sentence })
  | {
      readonly kind: "ask";
      readonly note?: Sentence | string;
      /** The answer may be remembered for these; for nothing where there are none. */
      readonly keys: readonly string[];
      /** The same in words, for the buttons that offer to remember it. */
      readonly covers?: Sentence;
    };

function findDenial({ category }: Tool, rules: ApprovalRules, trust: "trusted" | "untrusted"): string | undefined {
  if (trust === "untrusted")
    return "Nothing runs in an untrusted workspace. Ask the user to trust this workspace first.";
  if (category === "internal" || rules[category] !== "deny") return undefined;
  return (
    `The user's settings deny every tool of the category "${category}". Do not try again; go on without it or tell ` +
    `the user.`
  );
}

/** Decides by the rules alone, before the user is asked. */
async function judge(call: CallToApprove, options: ApprovalOptions): Promise<Step> {
  const step = await judgeByMode(call, options);
  const { careful, remember } = call.preview;
  if (careful === undefined || step.kind === "denied") return step;
  // Asked for singly: a file that controls tools may have other contents, and other effects, the next time.
  const other = step.kind === "ask" ? step.note : undefined;
  const note = other === undefined ? careful : sentence("{first}, and {second}", { first: careful, second: other });
  return remember === undefined
    ? { kind: "ask", note, keys: [] }
    : { kind: "ask", note, keys: [remember.key], covers: remember.covers };
}

async function judgeByMode({ tool, preview }: CallToApprove, { rules, commands }: ApprovalOptions): Promise<Step> {
  if (tool.category === "internal" || preview.changes === "nothing") return { kind: "allowed" };
  const mode = rules()[tool.category];
  if (tool.category === "run" && preview.command !== undefined) return judgeCommandText(preview, rules(), commands);
  if (mode === "allow") return { kind: "allowed" };
  return { kind: "ask", ...rememberedAs(tool, preview) };
}

/** An answer about a tool of others covers that tool as it is configured now. */
function rememberedAs(
  { category, name }: Tool,
  { origin }: CallToApprove["preview"],
): Pick<Extract<Step, { kind: "ask" }>, "keys" | "covers"> {
  if (category === "read") return { keys: [category], covers: sentence("reading any file of the workspace") };
  if (category === "edit")
    return { keys: [category], covers: sentence("every edit except of files that control tools") };
  return origin === undefined
    ? { keys: [`${category} ${name}`], covers: verbatim(name) }
    : {
        keys: [`${category} ${JSON.stringify([name, origin.fingerprint])}`],
        covers: sentence("{tool} of {server}, as it is configured now", { tool: origin.tool, server: origin.server }),
      };
}

async function judgeCommandText(
  { command: text = "", cwd = "", sandbox }: CallToApprove["preview"],
  rules: ApprovalRules,
  commands: RunWorld | undefined,
): Promise<Step> {
  const command: CommandToRun = { text, cwd };
  // The parser of shell text is loaded with the first command.
  const { judgeRun } = await import("./shell/run-approval");
  const step = await judgeRun(command, rules, commands);
  if (step.kind === "denied") return { ...step, rule: listedIn("hermes.approval.deniedCommands", [step.rule]) };
  if (step.kind === "allowed")
    return step.rules.length === 0
      ? { kind: "allowed" }
      : { kind: "allowed", rule: listedIn("hermes.approval.allowedCommands", step.rules) };
  const { covers, ...rest } = step;
  return {
    ...rest,
    // An answer about a command in the sandbox does not hold outside.
    keys: covers.map((cover) => `run ${JSON.stringify([cover.cwd, cover.text, ...(sandbox ? [sandbox] : [])])}`),
    covers: sandbox
      ? sentence("{what}, in the sandbox", { what: describeCover(command, covers) })
      : describeCover(command, covers),
  };
}

const listedIn = (setting: string, rules: readonly string[]): Sentence =>
  sentence("{rules} in {setting}", { rules: rules.map((rule) => `\`${rule}\``), setting });

/** The command itself is on the card, above the buttons. */
function describeCover({ text, cwd: folder }: CommandToRun, covers: readonly CommandToRun[]): Sentence {
  const [first, ...more] = covers;
  if (more.length === 0 && first?.text === text.trim()) return sentence("exactly this command in {folder}", { folder });
  return sentence("{commands} in {folder}", { commands: covers.map((cover) => `\`${cover.text}\``), folder });
}

function requestFor(
  { callId, tool, preview }: CallToApprove,
  { note, keys, covers }: Extract<Step, { kind: "ask" }>,
): ApprovalRequest {
  return {
    callId,
    tool: tool.name,
    category: tool.category,
    title: toSentence(preview.title),
    detail: preview.detail,
    ...(note === undefined ? {} : { warning: sentence("Look closely: {note}.", { note }) }),
    ...(preview.place === undefined ? {} : { place: preview.place }),
    ...(covers === undefined ? {} : { covers }),
    ...(keys.length === 0 ? { remember: "never" } : {}),
    ...(preview.edit === undefined ? {} : { edit: preview.edit }),
  };
}

const describeDenial = (reason: string | undefined): string =>
  reason === undefined || reason.trim() === ""
    ? "The user denied this call. Do not repeat it; choose another way or ask what they would prefer."
    : `The user denied this call and said: ${reason}`;

import type { Json } from "../../support/model-server/json";
import type { Reply, ReplyPart } from "../../support/model-server/reply";
import { calls, says } from "../../support/model-server/reply";
import type { RecordedRequest } from "../../support/model-server/server";
import { isTold } from "../measures/facts";
import { NOTES_FILE } from "../task/generate";
import type { ArenaAction, ArenaTask, Fact } from "../task/task";
import type { Purpose, TimedReply } from "./arena-time";
import { STEP_MS, writingMs } from "./arena-time";
import { hasTool, mapAction } from "./map-action";
import type { OfferedTool } from "./request-view";
import { earlierNotes, newestInstruction, newestResult, offeredTools, visibleText } from "./request-view";
import type { SummaryQuality } from "./summarizer";
import { asksForChanges, requestedTokens, summarize } from "./summarizer";

/** How a task within the task ended. */
type ProbeOutcome = "solved" | "solved-after-rereading" | "failed";

export interface ProbeResult {
  readonly id: string;
  readonly factId: string;
  readonly outcome: ProbeOutcome;
}

/** What the model made of a request; the measures start from this list. */
export interface RequestNote {
  readonly purpose: Purpose;
  readonly prompt: number;
}

interface ScriptedModelOptions {
  readonly task: ArenaTask;
  readonly workspace: string;
  readonly quality: SummaryQuality;
  /** The same size for every agent, instead of what each one asks for. */
  readonly summaryTokens?: number;
}

type Editing = Extract<ArenaAction, { readonly kind: "edit" }>;
type Doing = Exclude<ArenaAction, { readonly kind: "probe" }>;

/**
 * A model that works through a task whichever agent carries it. It knows nothing but the request at hand: where a
 * request no longer holds what the next action needs, it reads again, and fails where there is nothing to read.
 */
export class ScriptedModel {
  readonly notes: RequestNote[] = [];
  readonly probes: ProbeResult[] = [];
  /** Edits whose old text was still in the request, of all edits. */
  readonly edits = { available: 0, all: 0 };
  rereads = 0;
  /** Whether the prompt has its answer, after all of its work. */
  hasAnswered = false;
  /** Actions that the agent offered no tool for. */
  readonly unmapped: string[] = [];
  private readonly options: ScriptedModelOptions;
  /** Every line of the task, as it can turn up in a conversation. */
  private readonly lines: ReadonlySet<string>;
  private prompt = 0;
  private queue: ArenaAction[] = [];
  /** The action that lacks something, and how often it has looked for it: in the source, then by name. */
  private reread: { readonly action: ArenaAction; readonly times: number } | undefined;
  private lastEdit: Editing | undefined;
  private last: { readonly text: string; readonly reply: Reply } | undefined;

  constructor(options: ScriptedModelOptions) {
    this.options = options;
    const { files, prompts } = options.task;
    const edits = prompts.flatMap(({ actions }) =>
      actions.flatMap((action) => (action.kind === "edit" ? [action.replace] : [])),
    );
    const texts = [...Object.values(files), ...prompts.map(({ text }) => text), ...edits];
    this.lines = new Set(texts.flatMap((text) => text.split("\n").map(withoutPrefix)));
  }

  /** The user has sent the prompt with this number. */
  begin(prompt: number): void {
    this.prompt = prompt;
    this.hasAnswered = false;
    this.queue = [...(this.options.task.prompts[prompt]?.actions ?? [])];
  }

  readonly reply = (request: RecordedRequest): Reply => {
    // An agent that sends a request again gets the same answer again.
    if (this.last?.text === request.text) return this.last.reply;
    const reply = this.decide(request);
    this.last = { text: request.text, reply };
    return reply;
  };

  private decide(request: RecordedRequest): Reply {
    const { body } = request;
    const purpose = purposeOf(request);
    this.notes.push({ purpose, prompt: this.prompt });
    if (purpose === "summary") {
      const instruction = newestInstruction(body);
      const tokens = this.options.summaryTokens ?? requestedTokens(instruction);
      const visible = visibleText(body);
      const earlier = asksForChanges(instruction) ? earlierNotes(visible) : "";
      const material = { text: this.conversationIn(visible), earlier };
      return says(summarize(material, instruction, tokens, this.options.quality));
    }
    if (purpose === "other") return says("Service work");
    this.retryRefusedEdit(newestResult(body));
    return this.work(visibleText(body), offeredTools(body));
  }

  /** The lines that belong to the session: an agent's instructions around them are not to be summarized. */
  private conversationIn(text: string): string {
    const own = text.split("\n").map(withoutPrefix);
    return own.filter((line) => this.lines.has(line)).join("\n");
  }

  /** Some agents refuse an edit of a file they have not read since their last compaction. */
  private retryRefusedEdit(result: string): void {
    const edit = this.lastEdit;
    this.lastEdit = undefined;
    if (edit === undefined || !REFUSED_EDIT.test(result)) return;
    this.lookAgainFor(edit);
    this.queue.unshift({ kind: "read", path: edit.path }, edit);
  }

  private work(text: string, tools: readonly OfferedTool[]): Reply {
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      const doing = this.prepare(next, text);
      if (doing === undefined) continue;
      if (doing.kind === "read" && !hasTool("read", tools)) {
        // Agents without a tool for reading cut long output, so that their models read in pieces.
        this.queue.unshift(
          ...PIECES.map((lines) => ({ kind: "run", command: `sed -n ${lines} ${doing.path}` }) as const),
        );
        continue;
      }
      const call = mapAction(doing, tools, this.options.workspace);
      if (call !== undefined) return calls(remark(doing), call);
      this.unmapped.push(doing.kind);
    }
    this.hasAnswered = true;
    return says(this.options.task.prompts[this.prompt]?.answer ?? "Done.");
  }

  /** What has to be done for an action now; undefined where it cannot be done. */
  private prepare(action: ArenaAction, text: string): Doing | undefined {
    if (action.kind === "edit") return this.prepareEdit(action, text);
    if (action.kind !== "probe") return action;
    const fact = this.options.task.facts.find(({ id }) => id === action.factId);
    if (fact === undefined) return undefined;
    const times = this.timesLookedFor(action);
    const told = isTold(fact, text);
    const again = told ? undefined : lookAgain(fact, times);
    if (again !== undefined) {
      this.lookAgainFor(action);
      this.queue.unshift(action);
      return again;
    }
    const outcome = !told ? "failed" : times > 0 ? "solved-after-rereading" : "solved";
    this.probes.push({ id: action.id, factId: action.factId, outcome });
    return { kind: "run", command: `echo "${action.id} ${told ? fact.needle : "unknown"}" >> ${NOTES_FILE}` };
  }

  private timesLookedFor(action: ArenaAction): number {
    return this.reread?.action === action ? this.reread.times : 0;
  }

  private lookAgainFor(action: ArenaAction): void {
    this.rereads += 1;
    this.reread = { action, times: this.timesLookedFor(action) + 1 };
  }

  private prepareEdit(edit: Editing, text: string): Doing {
    const before = this.timesLookedFor(edit) > 0;
    const available = edit.find.split("\n").every((line) => text.includes(line));
    if (!before) {
      this.edits.all += 1;
      if (available) this.edits.available += 1;
    }
    if (!available && !before) {
      this.lookAgainFor(edit);
      this.queue.unshift(edit);
      return { kind: "read", path: edit.path };
    }
    this.lastEdit = edit;
    return edit;
  }
}

/** First the whole source; where the agent shows only a part of it, its lines with the name. Then there is no more. */
function lookAgain({ source, meaning }: Fact, times: number): Doing | undefined {
  if (source === undefined || source.kind === "probe" || times > 1) return undefined;
  if (times === 0) return source;
  const [name = ""] = meaning;
  return source.kind === "run"
    ? { kind: "run", command: `${source.command} | grep ${name}` }
    : { kind: "search", pattern: name, path: source.path };
}

const CHARS_PER_TOKEN = 4;

/** The halves of a generated file. */
const PIECES = ["1,140p", "'141,$p'"] as const;

/** Line numbers, list marks and the places that searches print, which are not part of a line. */
const withoutPrefix = (line: string): string => line.replace(/^\s*(?:- |[\w./-]+:\d+:|\d+[→|:\t])?\s*/, "").trimEnd();

/** What a request is for, by what it says and offers. */
export function purposeOf({ body, promptTokens }: { readonly body: Json; readonly promptTokens: number }): Purpose {
  const tools = offeredTools(body);
  if (asksForSummary(newestInstruction(body)) || (tools.length === 0 && promptTokens > LARGE_WITHOUT_TOOLS))
    return "summary";
  return tools.length === 0 ? "other" : "work";
}

/** How long a model takes for a reply, on the arena's clock. */
export function timeOf(reply: Reply, purpose: Purpose): TimedReply {
  const parts = reply.kind === "answer" ? reply.parts : [];
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const isAnswer = purpose === "work" && parts.every((part) => part.type !== "call");
  const lastsMs = { other: 0, work: STEP_MS, summary: writingMs(text.length / CHARS_PER_TOKEN) }[purpose];
  return { purpose, lastsMs, brings: isAnswer ? "answer" : "step" };
}

/** A request of this size without tools can only be about the conversation as a whole. */
const LARGE_WITHOUT_TOOLS = 4_000;
const REFUSED_EDIT =
  /has not been read|not been read yet|must (?:first )?(?:be )?read|read it (?:first|again)|modified since/i;

/**
 * How agents ask for a summary. The prompts and files of a task contain none of these words, and what an agent says
 * *after* a compaction speaks of a summary that exists, not of one to write.
 */
export const asksForSummary = (instruction: string): boolean =>
  SUMMARY_REQUESTS.some((request) => request.test(instruction));

const SUMMARY_REQUESTS = [
  new RegExp(
    String.raw`(?:create|write|provide|generate|produce|update|merge|return)\b[^.\n]{0,120}` +
      String.raw`\b(?:summary|hand-?off|checkpoint|snapshot)`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:summari[sz]e|condense|compact)\b[^.\n]{0,80}` +
      String.raw`\b(?:conversation|session|history|turns|messages|record|notes)`,
    "i",
  ),
  /\b(?:stretch|stretches|parts) of (?:the|one) session\b/i,
];

const remark = (action: Doing): ReplyPart => ({ type: "text", text: REMARKS[action.kind] });
const REMARKS: Readonly<Record<Doing["kind"], string>> = {
  read: "I will look at this file.",
  search: "I will search for this.",
  run: "I will run this.",
  edit: "I will change this.",
};

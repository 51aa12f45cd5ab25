import type { CompressionDraft, ContextEngine } from "../context/engine";
import type { MessageId, RequestId, SessionId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { Message, UserMessage } from "../conversation/message";
import type { Todo } from "../ledger/ledger";
import type { ModelRequest } from "../providers/provider";
import type { SessionWriter } from "../sessions/session";
import { SessionError } from "../sessions/session";
import { titleOf } from "../sessions/title";
import { branchBefore, turnsFrom } from "./branching";
import { carryOver, sayCarryCost } from "./change-engine";
import { bringBack, evict, pin, unpin } from "./curate";
import type { PinTarget } from "./curate";
import type { Desk } from "./desk";
import { tellEngineModel, tellMeasure, tellNotices } from "./desk";
import { noImageLimit } from "./image-limit";
import { draftCompression, keepEngineState, makeRoom } from "./make-room";
import type { CompressionOrder } from "./make-room";
import { stopPreparing } from "./prepare";
import { beginSession, layStored, resumeSession } from "./open-session";
import { userMessage } from "./user-message";
import { runTurn } from "./turn";
import type { TurnEnd } from "./turn";
import type { AgentWorld, UserInput } from "./world";

/**
 * The agent of one window. One lock covers everything that changes the session — send, compress, undo, resume —
 * so that no two of them ever interleave; `stop` alone goes past it.
 */
export class Agent {
  private readonly world: AgentWorld;
  private desk: Desk | undefined;
  private tail: Promise<unknown> = Promise.resolve();
  private running: AbortController | undefined;
  private readonly waiting: Waiting[] = [];

  constructor(world: AgentWorld) {
    this.world = world;
  }

  get session(): SessionId | undefined {
    return this.desk?.live.id;
  }

  get busy(): boolean {
    return this.running !== undefined;
  }

  /** Starts a turn, or queues the message behind what is running. Resolves when its turn has ended. */
  send(input: UserInput): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (this.busy) this.tellQueue();
      else this.sendNext("idle");
    });
  }

  /** Stops at once whatever runs: model, tool, retry wait, compression. Waiting messages stay in the queue until the next send. */
  stop(): void {
    this.running?.abort(new DOMException("Stopped by the user", "AbortError"));
  }

  /** Takes a waiting message out of the queue. */
  unqueue(index: number): void {
    for (const { resolve } of this.waiting.splice(index, 1)) resolve({ outcome: "stopped" });
    this.tellQueue();
  }

  compress(order: Omit<CompressionOrder, "trigger"> = {}): Promise<"smaller" | "unchanged"> {
    return this.exclusive(async (signal) =>
      makeRoom(this.world, await this.sitDown(), { trigger: "manual", ...order }, signal),
    );
  }

  /** A compression to look at before it happens: hand the draft, edited or not, to `compress`. */
  draftCompression(focusTopic?: string): Promise<CompressionDraft | { readonly reason: string }> {
    return this.exclusive(async (signal) => {
      const desk = await this.sitDown();
      return draftCompression(desk, { trigger: "manual", ...(focusTopic !== undefined && { focusTopic }) }, signal);
    });
  }

  evict(id: MessageId): Promise<void> {
    return this.exclusive(async () => evict(this.world, await this.sitDown(), id));
  }

  putBack(id: MessageId): Promise<void> {
    return this.exclusive(async () => bringBack(this.world, await this.sitDown(), id));
  }

  pin(target: PinTarget): Promise<void> {
    return this.exclusive(async () => pin(this.world, await this.sitDown(), target));
  }

  unpin(target: PinTarget): Promise<void> {
    return this.exclusive(async () => unpin(this.world, await this.sitDown(), target));
  }

  /** Sends an earlier message again, changed, on a branch; the conversation it leaves stays as it was. */
  resend(id: MessageId, input: UserInput): Promise<TurnEnd> {
    return this.exclusive(async (signal) => {
      const writer = await branchBefore(this.world, await this.sitDown(), id);
      await this.moveTo(writer, "branch");
      return this.takeTurn(input, signal);
    });
  }

  /** Back to before this message: the files its turn and later ones changed, the conversation, or both. */
  restore(id: MessageId, what: "files" | "conversation" | "both"): Promise<void> {
    return this.exclusive(async () => {
      const desk = await this.sitDown();
      const { checkpoints } = this.world;
      const plan =
        what === "conversation" || checkpoints === undefined ? undefined : await checkpoints.plan(turnsFrom(desk, id));
      const outcome = plan === undefined ? { restored: [], failed: [] } : await checkpoints?.restore(plan);
      if (what !== "files") await this.moveTo(await branchBefore(this.world, desk, id), "branch");
      this.world.emit({
        type: "checkpoint-restored",
        session: this.desk?.live.id ?? desk.live.id,
        messageId: id,
        restored: what,
        files: outcome?.restored ?? [],
      });
      const lost = [...(plan?.uncovered ?? []), ...(outcome?.failed ?? [])];
      if (lost.length > 0)
        this.world.emit({
          type: "notice",
          level: "warning",
          text: `Not restored: ${lost.map(({ path, reason }) => `${path} (${reason})`).join(", ")}.`,
        });
    });
  }

  /** Exactly what one of the newest requests sent. */
  requestOf(id: RequestId): ModelRequest | undefined {
    return this.desk?.sent.get(id);
  }

  /** The engine of the session in hand, for views that can show its inside. */
  get engine(): ContextEngine | undefined {
    return this.desk?.live.engine;
  }

  get messages(): readonly Message[] {
    return this.desk?.live.messages ?? [];
  }

  /** The list of steps as the conversation last told it. */
  get todos(): readonly Todo[] {
    return this.desk?.live.ledger.todos ?? NO_TODOS;
  }

  /** Back to the session before the newest compression. What came after stays as a branch; "replay" also says it again, word for word, on the session that is back. */
  undoCompression(laterTurns: "leave" | "replay" = "leave"): Promise<SessionId> {
    return this.exclusive(async () => {
      const desk = await this.sitDown();
      const child = desk.live.id;
      const later = await this.world.sessions.laterTurns(child);
      const writer = await this.world.sessions.undoCompression(child);
      if (laterTurns === "replay" && later.length > 0) await writer.append(later);
      this.world.emit({
        type: "compression-undone",
        from: child,
        to: writer.header.id,
        laterTurns: later.length === 0 ? "none" : laterTurns === "replay" ? "replayed" : "left",
      });
      return this.moveTo(writer, "undo");
    });
  }

  newSession(): Promise<SessionId> {
    return this.exclusive(async () => {
      await this.standUp("reset");
      this.world.approvals.forgetSession();
      this.desk = await beginSession(this.world);
      return this.desk.live.id;
    });
  }

  resume(id: SessionId): Promise<SessionId> {
    return this.exclusive(async () => {
      // Opened anew: another window may have had it meanwhile.
      if ((await this.world.sessions.compressionTip(id)) === this.desk?.live.id) await this.standUp("leave");
      const next = await resumeSession(this.world, id);
      await this.standUp("leave");
      this.desk = next;
      return next.live.id;
    });
  }

  /** The model or its route changed in the settings; the next request is checked against the new window, and before the first one it is told who would answer. */
  changeRoute(): Promise<void> {
    return this.exclusive(async () => {
      const { desk } = this;
      const route = await this.world.route();
      if (desk !== undefined) {
        desk.route = route;
        desk.imageLimit = noImageLimit;
        tellEngineModel(desk);
      }
      this.world.emit({
        type: "model-changed",
        model: route.model,
        ...(route.note !== undefined && { routeNote: route.note }),
      });
      if (desk === undefined) return;
      tellMeasure(this.world, desk);
      tellNotices(this.world, desk);
    });
  }

  /** Another engine was chosen in the settings: the session goes on in a continuation that carries every message. */
  changeEngine(): Promise<void> {
    return this.exclusive(async () => {
      const { desk } = this;
      const { engine } = this.world.settings().context;
      if (desk === undefined || desk.live.header.engine === engine) return;
      const [count, cost] = [desk.live.messages.length, sayCarryCost(this.world, desk)];
      await this.moveTo(await carryOver(this.world, desk), "continuation");
      this.world.emit({
        type: "notice",
        level: "info",
        text: `From here on the context engine is "${this.engine?.name ?? engine}". All ${count} messages were carried over; ${cost}. Undo leads back to the engine before.`,
      });
    });
  }

  /** Lets go of the session; the store stays open for its owner to close. */
  async dispose(): Promise<void> {
    this.stop();
    await this.exclusive(() => this.standUp("leave"));
  }

  private async takeTurn(input: UserInput, signal: AbortSignal): Promise<TurnEnd> {
    const id = messageId(this.world.newId());
    const desk = await this.sitDown(titleOf({ role: "user", id, content: [{ type: "text", text: input.text }] }));
    const end = await this.endOfTurn(desk, { ...input, id }, signal);
    const files = (await this.world.checkpoints?.end()) ?? [];
    if (files.length > 0) this.world.emit({ type: "checkpoint-made", session: desk.live.id, messageId: id, files });
    // A session that another window took over keeps its own state; the turn's end has told why.
    await keepEngineState(this.world, desk.live).catch(() => undefined);
    this.world.emit({ type: "turn-ended", session: desk.live.id, ...end });
    return end;
  }

  /** Whatever breaks, a turn ends with an event: a view that waits for one would hang for ever. */
  private async endOfTurn(
    desk: Desk,
    input: UserInput & { readonly id: MessageId },
    signal: AbortSignal,
  ): Promise<TurnEnd> {
    try {
      const message: UserMessage = await userMessage(this.world, desk.live, input);
      await desk.live.append(this.world, [message]);
      await this.world.checkpoints?.begin(message.id);
      this.world.emit({ type: "turn-started", session: desk.live.id, messageId: message.id });
      return await runTurn(this.world, desk, signal);
    } catch (error) {
      if (signal.aborted) return { outcome: "stopped" };
      if (error instanceof SessionError) return { outcome: "failed", reason: error.message, actions: ["new-session"] };
      return {
        outcome: "failed",
        reason: `Something went wrong inside Hermes: ${error instanceof Error ? error.message : String(error)}`,
        actions: ["retry"],
      };
    }
  }

  private async sitDown(title?: string): Promise<Desk> {
    this.desk ??= await beginSession(this.world, title);
    return this.desk;
  }

  private async moveTo(writer: SessionWriter, reason: "undo" | "branch" | "continuation"): Promise<SessionId> {
    await this.standUp("leave");
    this.desk = await layStored(this.world, writer, reason);
    return this.desk.live.id;
  }

  private async standUp(how: "reset" | "leave"): Promise<void> {
    if (this.desk === undefined) return;
    const { live } = this.desk;
    stopPreparing(this.desk);
    live.engine.onSessionEnd?.(live.id);
    if (how === "reset") live.engine.onSessionReset?.();
    await live.writer.release();
    this.desk = undefined;
  }

  private sendNext(before: "idle" | "queued"): void {
    const next = this.waiting.shift();
    if (next === undefined) return;
    if (before === "queued" || this.waiting.length > 0) this.tellQueue();
    this.exclusive((signal) => this.takeTurn(next.input, signal)).then(next.resolve, next.reject);
  }

  private exclusive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const run = this.tail.then(async () => {
      this.running = controller;
      try {
        return await work(controller.signal);
      } finally {
        this.running = undefined;
        if (!controller.signal.aborted) this.sendNext("queued");
      }
    });
    this.running ??= controller;
    this.tail = run.catch(() => undefined);
    return run;
  }

  private tellQueue(): void {
    this.world.emit({ type: "queue-changed", waiting: this.waiting.map(({ input }) => input.text) });
  }
}

const NO_TODOS: readonly Todo[] = [];

interface Waiting {
  readonly input: UserInput;
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (error: unknown) => void;
}

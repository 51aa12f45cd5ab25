import type { Reason } from "../base/reason";
import type { Sentence } from "../base/sentence";
import { counted } from "../base/sentence";
import type { CompressionDraft, ContextEngine } from "../context/engine";
import type { MessageId, RequestId, SessionId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { Knowledge } from "../knowledge/knowledge";
import type { Pin, Todo } from "../ledger/ledger";
import type { Prices } from "../models/model";
import type { ModelRequest } from "../providers/provider";
import type { SessionWriter } from "../sessions/lineage/session";
import { titleOf } from "../sessions/lineage/title";
import type { FilePreview } from "../tools/checkpoints/checkpoints";
import type { RestoreChoice, RestoreChoices, RestoreFile } from "../tools/checkpoints/restore-plan";
import { compressSession, draftCompression } from "./compression/compress";
import type { ChosenCompression, CompressionOrder } from "./compression/order";
import type { SessionPlan } from "./compression/plan";
import { measurePlan, planSession } from "./compression/plan";
import type { SessionSum, TurnEnd } from "./events";
import { beginSession, openStoredSession, resumeSession } from "./open-session";
import type { ActiveSession } from "./session/active-session";
import { branchBefore, branchWhole } from "./session/branching";
import { continueWithNewEngine, describeRereadCost } from "./session/change-engine";
import { ChangeReview } from "./session/changes/review";
import { evictMessage, putBackMessage } from "./session/edits/edit-context";
import type { PinTarget } from "./session/edits/pinning";
import { pin, unpin } from "./session/edits/pinning";
import { emitMeasure, emitNotices } from "./session/emit-state";
import type { SwitchPrice } from "./session/prices-ahead";
import { switchPrice } from "./session/prices-ahead";
import type { PlannedRestore, RestoreTarget } from "./session/restore";
import { conversationFor, planRestoreOf, restoreFiles } from "./session/restore";
import { sumUpSession } from "./session/session-end";
import type { ListedPin } from "./session/sizes/listed-pins";
import { listPins } from "./session/sizes/listed-pins";
import type { Controls } from "./settings/controls";
import type { Delivery } from "./steering/queued-message";
import { Steering } from "./steering/steering";
import { TurnSchedule } from "./steering/turn-schedule";
import { proposeMemory, takeTurn } from "./turn/take-turn";
import { undoNewestCompression } from "./undo-compression";
import type { AgentWorld, UserInput } from "./world";

/**
 * The agent of one window. One lock covers everything that changes the session — send, compress, undo, resume —
 * so that no two of them ever interleave; only `stop` bypasses it.
 */
export class Agent {
  private readonly world: AgentWorld;
  private active: ActiveSession | undefined;
  /** What runs now and what waits. */
  readonly schedule: TurnSchedule;
  /** What Hermes changed in files, for the user to keep or undo. */
  readonly review: ChangeReview;
  private readonly steering: Steering;
  /** The newest compression that the user asked for, unless a turn has compressed by itself since. */
  private asked: ChosenCompression = {};

  constructor(world: AgentWorld) {
    this.schedule = new TurnSchedule({
      newId: () => world.newId(),
      takeTurn: (input, signal) => this.takeTurn(input, signal),
      onQueue: (waiting, state) => world.emit({ type: "queue-changed", waiting, state }),
    });
    this.steering = new Steering(this.schedule.queue);
    this.world = { ...world, steering: this.steering };
    this.review = new ChangeReview(world, {
      session: () => this.active,
      exclusive: (work) => this.exclusive(() => work()),
    });
  }

  get session(): SessionId | undefined {
    return this.active?.id;
  }

  get controls(): Controls {
    return this.world.controls;
  }

  get busy(): boolean {
    return this.schedule.busy;
  }

  /** Starts a turn, or queues the message while something is running. Resolves when its turn has ended. */
  send(input: UserInput, when: Delivery | "now" = "after-turn"): Promise<TurnEnd> {
    return this.schedule.send(input, when);
  }

  /** Stops a running model call, tool, retry wait or compression. */
  stop(): void {
    this.schedule.stop();
  }

  /** Ends the wait before another attempt. */
  retryNow(): void {
    this.steering.retryNow();
  }

  compress(order: Omit<CompressionOrder, "trigger"> = {}): Promise<"smaller" | "unchanged"> {
    return this.exclusive(async (signal) => {
      const { focusTopic, range } = order;
      this.asked = { ...(focusTopic !== undefined && { focusTopic }), ...(range !== undefined && { range }) };
      const session = await this.ensureSession();
      this.world.hooks.refresh();
      const made = await compressSession(this.world, session, { trigger: "manual", ...order }, signal);
      await proposeMemory(this.world, session);
      return made === "smaller" ? made : "unchanged";
    });
  }

  /** Once more what failed, with the same topic and range; "deterministic" asks no model. */
  retryCompression(summary: "model" | "deterministic"): Promise<"smaller" | "unchanged"> {
    return this.compress({ ...this.asked, summary });
  }

  /**
   * What a compression would do now, without a model call; or why nobody can say. Changes nothing, so it does not wait
   * for a running turn.
   */
  async planCompression(order: ChosenCompression = {}): Promise<SessionPlan | Reason> {
    const session = await this.ensureSession();
    return planSession(this.world, session, { trigger: "manual", ...order }, new AbortController().signal);
  }

  /** The figures of a draft: its plan with the size of its summary. */
  measureDraft({ planned }: CompressionDraft): SessionPlan | undefined {
    return planned && this.active && measurePlan(this.world, this.active, planned);
  }

  /** A compression to review before it is applied: pass the draft, edited or not, to `compress`. */
  draftCompression(order: ChosenCompression = {}): Promise<CompressionDraft | Reason> {
    return this.exclusive(async (signal) =>
      draftCompression(await this.ensureSession(), { trigger: "manual", ...order }, signal),
    );
  }

  evict(id: MessageId): Promise<void> {
    return this.exclusive(async () => evictMessage(this.world, await this.ensureSession(), id));
  }

  putBack(id: MessageId): Promise<void> {
    return this.exclusive(async () => putBackMessage(this.world, await this.ensureSession(), id));
  }

  pin(target: PinTarget): Promise<void> {
    return this.exclusive(async () => pin(this.world, await this.ensureSession(), target));
  }

  unpin(target: PinTarget): Promise<void> {
    return this.exclusive(async () => unpin(this.world, await this.ensureSession(), target));
  }

  /** Continues in a copy of a stored session, which stays as it is. */
  branch(id: SessionId): Promise<SessionId> {
    return this.exclusive(async () => this.moveTo(await branchWhole(this.world, id), "branch"));
  }

  /** Sends an edited version of an earlier message on a branch; the original conversation is not changed. */
  resend(id: MessageId, input: UserInput): Promise<TurnEnd> {
    return this.exclusive(async (signal) => {
      const writer = await branchBefore(this.world, await this.ensureSession(), id);
      await this.moveTo(writer, "branch");
      return this.takeTurn(input, signal);
    });
  }

  /** Continues with another version of a message; nothing ends, so that nothing is summed up or forgotten. */
  showVersion(id: SessionId): Promise<void> {
    return this.exclusive(async () => {
      if ((await this.world.sessions.compressionTip(id)) === this.active?.id) return;
      await resumeSession(this.world, id, (next) => this.replaceSession(next));
    });
  }

  /** What a restore would do, file by file; `restore` carries it out. */
  planRestore(target: RestoreTarget): Promise<PlannedRestore> {
    return this.exclusive(async () => planRestoreOf(this.world, await this.ensureSession(), target));
  }

  /** What a choice would make of one file of a plan. */
  previewRestore(file: RestoreFile, choice: RestoreChoice): Promise<FilePreview | undefined> {
    return this.world.checkpoints?.preview(file, choice) ?? Promise.resolve(undefined);
  }

  /** Takes files, the conversation, or both back. A file without a choice is treated as the plan suggests. */
  restore(plan: PlannedRestore, choices: RestoreChoices = {}): Promise<void> {
    return this.exclusive(async () => {
      const left = await this.ensureSession();
      const conversation = await conversationFor(this.world, plan.target);
      if (conversation.kind === "branch-before")
        await this.moveTo(await branchBefore(this.world, left, conversation.id), "branch");
      if (conversation.kind === "return-to") await this.switchTo(conversation.session);
      await restoreFiles(this.world, await this.ensureSession(), plan, { choices, left: left.id });
      await this.review.refresh();
    });
  }

  /** One of the newest requests, exactly as it was sent. */
  requestOf(id: RequestId): ModelRequest | undefined {
    return this.active?.requestOf(id);
  }

  /** The engine of the current session, for views that show its state. */
  get engine(): ContextEngine | undefined {
    return this.active?.engine;
  }

  get messages(): readonly Message[] {
    return this.active?.messages ?? [];
  }

  get pins(): readonly Pin[] {
    return this.active?.pins ?? [];
  }

  get listedPins(): readonly ListedPin[] {
    return this.active === undefined ? [] : listPins(this.active.pins, this.active.messages);
  }

  /** What a change of the engine costs, to be told before it happens; undefined while there is nothing to read. */
  describeEngineSwitch(): Sentence | undefined {
    return this.active === undefined || this.active.messages.length === 0
      ? undefined
      : describeRereadCost(this.world, this.active);
  }

  /** The same for a model with these prices. */
  priceOfModelSwitch(prices: Prices | undefined): SwitchPrice | undefined {
    return this.active === undefined || this.active.messages.length === 0
      ? undefined
      : switchPrice(this.active, prices);
  }

  /** What the record says about files, commands, errors, decisions, and tasks. */
  get knowledge(): Pick<Knowledge, "entries" | "outputs"> {
    return this.active?.knowledge ?? NOTHING_KNOWN;
  }

  /** The newest list of steps in the conversation. */
  get todos(): readonly Todo[] {
    return this.active?.ledger.todos ?? NO_TODOS;
  }

  /**
   * Returns to the session before the newest compression. Later messages stay in a branch; "replay" also appends them
   * unchanged to the restored session.
   */
  undoCompression(laterTurns: "leave" | "replay" = "leave"): Promise<SessionId> {
    return this.exclusive(async () => {
      const writer = await undoNewestCompression(this.world, await this.ensureSession(), laterTurns);
      return this.moveTo(writer, "undo");
    });
  }

  newSession(): Promise<SessionId> {
    return this.exclusive(async () => {
      const ended = await this.sumUp();
      await this.closeSession("reset");
      this.world.approvals.forgetSession();
      this.controls.forgetSession();
      const { id } = await this.beginSession();
      if (ended !== undefined) this.world.emit({ type: "session-ended", ...ended });
      return id;
    });
  }

  resume(id: SessionId): Promise<SessionId> {
    return this.exclusive(() => this.switchTo(id).finally(() => this.controls.forgetSession()));
  }

  /** Renames any session; what the user calls it stays, whatever is said in it. */
  async rename(id: SessionId, title: string): Promise<void> {
    await this.world.sessions.rename(id, title);
    if (id === this.active?.id) this.world.emit({ type: "title-changed", session: id, title });
  }

  /**
   * The model or its route changed in the settings. The next request is checked against the new window; without a
   * session only the model's name is emitted.
   */
  changeRoute(): Promise<void> {
    return this.exclusive(async () => {
      const { active } = this;
      const route = await this.world.route();
      active?.changeRoute(route);
      this.world.emit({
        type: "model-changed",
        model: route.model,
        ...(route.note !== undefined && { routeNote: route.note }),
      });
      if (active === undefined) return;
      emitMeasure(this.world, active);
      emitNotices(this.world, active);
    });
  }

  /** Another engine was chosen in the settings: the session continues in a new one with every message. */
  changeEngine(): Promise<void> {
    return this.exclusive(async () => {
      const { active } = this;
      const { engine } = this.world.settings().context;
      if (active === undefined || active.header.engine === engine) return;
      const [count, cost] = [active.messages.length, describeRereadCost(this.world, active)];
      await this.moveTo(await continueWithNewEngine(this.world, active), "continuation");
      this.world.emit({
        type: "notice",
        level: "info",
        text: counted(
          count,
          'The context engine is now "{engine}". The message was kept. {cost} Undo returns to the previous engine.',
          [
            'The context engine is now "{engine}". All {count} messages were kept.',
            "{cost} Undo returns to the previous engine.",
          ],
          { engine: this.engine?.name ?? engine, cost },
        ),
      });
    });
  }

  /** Closes the session; the store stays open for its owner to close. */
  async dispose(): Promise<void> {
    this.stop();
    await this.exclusive(() => this.closeSession("leave"));
  }

  private async takeTurn(input: UserInput, signal: AbortSignal): Promise<TurnEnd> {
    this.asked = {};
    const id = messageId(this.world.newId());
    const session = await this.ensureSession(
      titleOf({ role: "user", id, content: [{ type: "text", text: input.text }] }),
    );
    const end = await takeTurn(this.world, session, { ...input, id }, signal);
    // A view that waits for the end would hang if the list of changes could not be read.
    await this.review.refreshAfter(id).catch(() => undefined);
    this.world.emit({ type: "turn-ended", session: session.id, ...end });
    this.steering.end(end);
    return end;
  }

  private async ensureSession(title?: string): Promise<ActiveSession> {
    return this.active ?? (await this.beginSession(title));
  }

  private async moveTo(writer: SessionWriter, reason: "undo" | "branch" | "continuation"): Promise<SessionId> {
    await this.closeSession("leave");
    const { id } = await openStoredSession(this.world, writer, reason, (next) => this.replaceSession(next));
    return id;
  }

  private beginSession(title?: string): Promise<ActiveSession> {
    return beginSession(this.world, title, undefined, (next) => this.replaceSession(next));
  }

  private async replaceSession(next: ActiveSession): Promise<void> {
    await this.closeSession("leave");
    this.active = next;
  }

  private async switchTo(id: SessionId): Promise<SessionId> {
    // Closed and opened again: another window may have changed it in between.
    if ((await this.world.sessions.compressionTip(id)) === this.active?.id) await this.closeSession("leave");
    const ended = await this.sumUp();
    const next = await resumeSession(this.world, id, (session) => this.replaceSession(session));
    if (ended !== undefined) this.world.emit({ type: "session-ended", ...ended });
    return next.id;
  }

  /** Undefined without an open session, and for one without requests. */
  private sumUp(): Promise<SessionSum | undefined> {
    return this.active === undefined ? Promise.resolve(undefined) : sumUpSession(this.world, this.active);
  }

  private async closeSession(how: "reset" | "leave"): Promise<void> {
    const session = this.active;
    if (session === undefined) return;
    session.stopPreparing();
    session.engine.onSessionEnd?.(session.id, session.messages.slice());
    if (how === "reset") session.engine.onSessionReset?.();
    await session.writer.release();
    this.active = undefined;
  }

  private exclusive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.schedule.exclusive(work);
  }
}

const NO_TODOS: readonly Todo[] = [];
const NOTHING_KNOWN: Agent["knowledge"] = { entries: () => [], outputs: () => new Set() };

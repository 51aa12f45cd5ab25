import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import type { MessageId, SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { EmbeddingPorts } from "./embedded-search";
import { embedForSearch } from "./embedded-search";
import type { SessionIndex } from "./index/client";
import { openLocalIndex, startIndexWorker } from "./index/client";
import type { AnswerOf, IndexRequest } from "./index/request";
import type { SessionFolder } from "./journal/folder";
import { openFolder } from "./journal/folder";
import type { JournalOptions } from "./journal/journal";
import { Journal, readLines } from "./journal/journal";
import type { JournalRecord, SessionState } from "./journal/records";
import { decodeRecord, encodeRecord, foldSession, isNewer, isSafeId, outlineState, stepState } from "./journal/records";
import type { SessionRequest } from "./journal/usage-lines";
import { groupRequests } from "./journal/usage-lines";
import { JournalWriter } from "./journal/writer";
import type { SessionStates } from "./lineage/continuation";
import {
  continuationOf,
  findContinuations,
  findEnd,
  findLatest,
  findTip,
  isVisible,
  listSessions,
} from "./lineage/continuation";
import { newerSession, nothingToUndo, searchFailed, unknownSession } from "./lineage/refusals";
import type {
  EventRecord,
  FoundMessage,
  SearchHit,
  SearchOptions,
  Session,
  SessionHeader,
  SessionLine,
  SessionStore,
  SessionWriter,
  TimeRange,
  TrashedSession,
  UsageLine,
} from "./lineage/session";
import { SessionError } from "./lineage/session";
import type { Titled } from "./lineage/title";
import { titledBy, titledByHeader } from "./lineage/title";
import type { MessageVersions } from "./lineage/versions";
import { SessionTrash } from "./trash";

/** No compression takes this long between writing its continuation and pointing at it. */
const HALF_MADE_MS = 60 * 60 * 1000;

export interface SessionStoreOptions extends EmbeddingPorts {
  /** Holds the journals; shared by every window and process of a workspace. */
  readonly folder: string;
  now(): number;
  newId(): string;
  /** The disk refused, and the conversation continues in memory. */
  onDegraded?(reason: Sentence, session: SessionId): void;
  /** The disk took everything that was kept in memory. */
  onRestored?(session: SessionId): void;
  /**
   * The built `session-index-worker`; without it the index runs in this thread, which suits programs without a window.
   */
  readonly workerFile?: string;
  /** Where `sql-wasm.wasm` lies; needed once bundled. */
  readonly wasmFile?: string;
}

export const createSessionStore = (options: SessionStoreOptions): SessionStore => new JournalSessionStore(options);

class JournalSessionStore implements SessionStore {
  private readonly options: SessionStoreOptions;
  private readonly folder: SessionFolder;
  private readonly bin: SessionTrash;
  private readonly index: SessionIndex;
  private preparing: Promise<void> | undefined;
  private readonly writers = new Map<SessionId, JournalWriter>();
  /** Journals with an open writer, and those released while the disk still refused their last lines. */
  private readonly journals = new Map<SessionId, Journal>();

  constructor(options: SessionStoreOptions) {
    this.options = options;
    this.folder = openFolder(options.folder);
    this.bin = new SessionTrash(this.folder, async (id) => outlineState((await this.lines(id)) ?? []));
    this.index = openIndex(options);
  }

  async list(): Promise<readonly SessionLine[]> {
    return (await this.askIndex({ kind: "list" }))?.lines ?? listSessions(await this.states());
  }

  async latest(): Promise<SessionId | undefined> {
    return findLatest(await this.list());
  }

  async read(id: SessionId, continuedBy?: SessionId): Promise<Session> {
    const { session, state } = await this.load(id, continuedBy);
    const end = findEnd(await this.family(state), id);
    return { ...session, endedAt: end?.at ?? null, endReason: end?.reason ?? null };
  }

  async create(header: SessionHeader, messages: readonly Message[] = []): Promise<SessionWriter> {
    return await this.createSession(header, messages, []);
  }

  async open(id: SessionId): Promise<SessionWriter> {
    return await this.openIf(id, (states) => {
      if (continuationOf(states, id) === undefined) return;
      throw new SessionError(
        sentence("This session was compressed. Open its continuation, or undo the compression."),
        "ended",
      );
    });
  }

  async continueSession(
    parent: SessionWriter,
    child: SessionHeader,
    messages: readonly Message[],
    events: readonly EventRecord[] = [],
  ): Promise<SessionWriter> {
    const ending = this.writers.get(parent.header.id);
    if (ending === undefined || ending !== parent)
      throw new SessionError(sentence("Only an open session can be continued."), "ended");
    const writer = await this.createSession(child, messages, events);
    try {
      await ending.endByCompression(child);
    } catch (error) {
      await writer.release();
      throw error;
    }
    return writer;
  }

  async undoCompression(child: SessionId): Promise<SessionWriter> {
    const { state } = await this.load(child);
    const { parentId } = state.header;
    if (parentId === null) throw nothingToUndo();
    const writer = await this.openIf(parentId, (states) => {
      if (continuationOf(states, parentId) !== child) throw nothingToUndo();
    });
    await writer.takeBackEnd(child, state.messageCount);
    return writer;
  }

  async laterTurns(id: SessionId): Promise<readonly Message[]> {
    const { session } = await this.load(id);
    return session.messages.slice(session.seedCount);
  }

  async branch(from: SessionId, at: MessageId, header: SessionHeader): Promise<SessionWriter> {
    const { session } = await this.load(from);
    const index = session.messages.findLastIndex((message) => message.id === at);
    if (index < 0) throw new SessionError(sentence("The message to branch at is not part of this session."), "unknown");
    return await this.createSession(header, session.messages.slice(0, index + 1), []);
  }

  async compressionTip(id: SessionId): Promise<SessionId> {
    const { state } = await this.load(id);
    return findTip(await this.family(state), id);
  }

  async rename(id: SessionId, title: string): Promise<void> {
    const writer = this.writers.get(id);
    if (writer !== undefined) return await writer.rename(title);
    const brief = await this.openIf(id, () => undefined);
    await brief.rename(title).finally(() => brief.release());
  }

  async remove(id: SessionId): Promise<void> {
    await this.load(id);
    const chain = findContinuations(await this.states(), id);
    // The tip goes first: what is left after a crash is then a shorter chain that still opens.
    for (const member of chain.toReversed()) await this.discard(member);
  }

  async trash(): Promise<readonly SessionId[]> {
    return await this.folder.trash();
  }

  async restore(id: SessionId): Promise<void> {
    if (!isSafeId(id)) throw unknownSession(id);
    const trashed = await this.bin.outlines();
    const chain = findContinuations(new Map([...trashed, ...(await this.states())]), id).filter((member) =>
      trashed.has(member),
    );
    // The oldest comes first: what a crash leaves is then a shorter chain that still opens.
    for (const member of chain.length === 0 ? [id] : chain) await this.folder.restore(member);
  }

  trashed(): Promise<readonly TrashedSession[]> {
    return this.bin.list();
  }

  readTrashed(id: SessionId): Promise<Session | undefined> {
    return this.bin.read(id);
  }

  async emptyTrash(ids?: readonly SessionId[]): Promise<void> {
    await this.folder.emptyTrash(ids?.filter(isSafeId));
    // The full text of the index cannot forget single sessions. Without the index there is nothing to forget.
    await this.index.ask({ kind: "rebuild" }).catch(() => undefined);
  }

  async sweep(): Promise<void> {
    const shown = new Set((await this.list()).map((line) => line.id));
    for (const id of await this.folder.list()) {
      if (shown.has(id) || this.journals.has(id)) continue;
      const state = outlineState((await this.lines(id)) ?? []);
      if (
        state === undefined ||
        this.options.now() - state.header.startedAt < HALF_MADE_MS ||
        isVisible(await this.family(state), id)
      )
        continue;
      // Somebody who holds it is at work after all.
      await this.discard(id).catch(() => undefined);
    }
  }

  async search(query: string, options: SearchOptions): Promise<readonly SearchHit[]> {
    const like = await embedForSearch(this.index, this.options, query);
    return (await this.index.ask({ kind: "search", query, options, ...like }).catch(searchFailed)).hits;
  }

  async findMessage(id: MessageId, near: SessionId | null = null): Promise<FoundMessage | undefined> {
    return (await this.index.ask({ kind: "message", id, near }).catch(searchFailed)).found ?? undefined;
  }

  async usage(range: TimeRange): Promise<readonly UsageLine[]> {
    return (await this.askIndex({ kind: "usage", ...range }))?.lines ?? (await this.countUsage(range));
  }

  async versions(id: SessionId): Promise<readonly MessageVersions[]> {
    return (await this.askIndex({ kind: "versions", session: id }))?.versions ?? [];
  }

  async close(): Promise<void> {
    await Promise.all([...this.writers.values()].map((writer) => writer.release()));
    await this.index.close();
  }

  /**
   * Undefined where only the journals know: the index cannot run, or the disk refused lines that exist in memory alone.
   */
  private async askIndex<Kind extends "list" | "usage" | "versions">(
    request: Extract<IndexRequest, { readonly kind: Kind }>,
  ): Promise<AnswerOf<Kind> | undefined> {
    if ([...this.journals.values()].some((journal) => journal.storage === "memory")) return undefined;
    return await this.index.ask(request).catch(() => undefined);
  }

  private async countUsage({ fromMs, toMs }: TimeRange): Promise<readonly UsageLine[]> {
    const requests: SessionRequest[] = [];
    for (const [id, { title }] of await this.states()) {
      for (const record of (await this.records(id)) ?? []) {
        if (record.kind === "request" && record.request.at >= fromMs && record.request.at < toMs)
          requests.push({ session: id, title, request: record.request });
      }
    }
    return groupRequests(requests);
  }

  private async createSession(
    header: SessionHeader,
    messages: readonly Message[],
    events: readonly EventRecord[],
  ): Promise<JournalWriter> {
    if (!isSafeId(header.id))
      throw new SessionError(sentence('"{id}" cannot be the name of a session.', { id: header.id }), "unknown");
    if (this.journals.has(header.id) || (await this.folder.has(header.id)))
      throw new SessionError(sentence('The session "{id}" already exists.', { id: header.id }), "in-use");
    const at = header.startedAt;
    const records: readonly JournalRecord[] = [
      { kind: "header", at, header, seedCount: messages.length },
      ...messages.map((message): JournalRecord => ({ kind: "message", at, message })),
      ...events.map((event): JournalRecord => ({ kind: "event", at, event })),
    ];
    this.preparing ??= this.folder.prepare(this.options.now());
    await this.preparing;
    const journal = await Journal.create(this.journalOptions(header.id), records.map(encodeRecord).join(""));
    return this.adopt(header, messages.reduce(titledBy, titledByHeader(header.title)), journal);
  }

  /** Looks only once the lease is held: before that another window may still compress or undo. */
  private async openIf(id: SessionId, check: (states: SessionStates) => void): Promise<JournalWriter> {
    const journal = await this.openJournal(id);
    try {
      const { state } = await this.load(id);
      check(await this.family(state));
      return this.adopt(state.header, state, journal);
    } catch (error) {
      await this.closeJournal(id, journal);
      throw error;
    }
  }

  private async discard(id: SessionId): Promise<void> {
    const journal = await this.openJournal(id);
    await this.folder.discard(id, this.options.now()).finally(() => this.closeJournal(id, journal));
  }

  private async openJournal(id: SessionId): Promise<Journal> {
    if (this.writers.has(id))
      throw new SessionError(sentence("This session is already open in this window."), "in-use");
    const known = this.journals.get(id);
    if (known !== undefined) return known;
    if (!isSafeId(id) || !(await this.folder.has(id))) throw unknownSession(id);
    // Before the journal is opened: opening one repairs its end.
    if (isNewer((await this.lines(id)) ?? [])) throw newerSession();
    const journal = await Journal.open(this.journalOptions(id));
    this.journals.set(id, journal);
    return journal;
  }

  /** What the disk still refuses stays readable in this window. */
  private async closeJournal(id: SessionId, journal: Journal): Promise<void> {
    await journal.close();
    if (journal.extent.unsaved === "") this.journals.delete(id);
  }

  private adopt(header: SessionHeader, { title, titleOrigin }: Titled, journal: Journal): JournalWriter {
    const { id } = header;
    const titled = { title, titleOrigin };
    const onRelease = async () => {
      this.writers.delete(id);
      await this.closeJournal(id, journal);
    };
    const writer = new JournalWriter({ header, titled, journal, now: this.options.now, onRelease });
    this.writers.set(id, writer);
    this.journals.set(id, journal);
    return writer;
  }

  private journalOptions(id: SessionId): JournalOptions {
    const { now, newId, onDegraded, onRestored } = this.options;
    return {
      file: this.folder.fileOf(id),
      clock: { now, newId },
      onDegraded: (failure) => onDegraded?.(failure.sentence, id),
      onRestored: () => onRestored?.(id),
    };
  }

  private async lines(id: SessionId): Promise<readonly string[] | undefined> {
    return isSafeId(id) ? await readLines(this.folder.fileOf(id), this.journals.get(id)?.extent) : undefined;
  }

  private async records(id: SessionId): Promise<readonly JournalRecord[] | undefined> {
    return (await this.lines(id))?.map(decodeRecord);
  }

  private async load(
    id: SessionId,
    continuedBy?: SessionId,
  ): Promise<{ readonly session: Session; readonly state: SessionState }> {
    const lines = (await this.lines(id)) ?? [];
    if (isNewer(lines)) throw newerSession();
    const records = lines.map(decodeRecord);
    const end =
      continuedBy === undefined
        ? -1
        : records.findIndex((record) => record.kind === "end" && record.childId === continuedBy);
    const folded = foldSession(end < 0 ? records : records.slice(0, end + 1));
    if (folded === undefined) throw unknownSession(id);
    return folded;
  }

  /** The states that decide what became of a session: its own, its parent's and those it points to. */
  private async family(state: SessionState): Promise<SessionStates> {
    const states = new Map([[state.header.id, state]]);
    const add = async (id: SessionId) => {
      const relative = outlineState((await this.lines(id)) ?? []);
      if (relative !== undefined) states.set(id, relative);
      return relative;
    };
    if (state.header.parentId !== null) await add(state.header.parentId);
    for (let next = state.end?.childId; next != null && !states.has(next); next = (await add(next))?.end?.childId);
    return states;
  }

  private async states(): Promise<SessionStates> {
    const states = new Map<SessionId, SessionState>();
    for (const id of new Set([...(await this.folder.list()), ...this.journals.keys()])) {
      // One journal that cannot be read must not hide the others; opening it says why.
      const records = await this.records(id).catch(() => undefined);
      const state = records?.reduce<SessionState | undefined>(stepState, undefined);
      if (state !== undefined) states.set(id, state);
    }
    return states;
  }
}

function openIndex({ folder, workerFile, wasmFile, newId }: SessionStoreOptions): SessionIndex {
  const options = { folder, instance: newId(), ...(wasmFile === undefined ? {} : { wasmFile }) };
  return workerFile === undefined ? openLocalIndex(options) : startIndexWorker(workerFile, options);
}

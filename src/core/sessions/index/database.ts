import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SqlJsStatic } from "sql.js";
import initSqlJs from "sql.js";
import type { MessageId, SessionId } from "../../conversation/ids";
import type { JournalLine } from "../journal/journal-reader";
import { linesFrom, readLineAt } from "../journal/journal-reader";
import type { JournalRecord, SessionState } from "../journal/records";
import { decodeRecord, fileNameOf, sessionOfFile, stepState } from "../journal/records";
import { groupRequests } from "../journal/usage-lines";
import type { SessionStates } from "../lineage/continuation";
import { findChain, isVisible, listSessions } from "../lineage/continuation";
import type { FoundMessage, RequestRecord, SearchHit } from "../lineage/session";
import type { MessageVersions, PlacedMessage } from "../lineage/versions";
import { findBranches, findVersions } from "../lineage/versions";
import type { RankedMessage } from "./ranking";
import { rankMessages } from "./ranking";
import type { AnswerOf, DocumentText, DocumentVector, IndexAnswer, IndexOptions, IndexRequest } from "./request";
import { meaningfulText, searchableText } from "./search";
import { dropSnapshot, loadSnapshot, saveSnapshot } from "./snapshot";
import type { Insert } from "./tables";
import { IndexTables } from "./tables";
import { cutSnippet, indexTerms, queryTerms } from "./terms";
import { fuseRanks, packVector, rankByMeaning } from "./vectors";

/** Catching up with fewer records than this takes less time than writing a snapshot. */
const SAVE_AFTER_RECORDS = 2_000;

/** One request looks at so many; a later one continues. */
const LOOKED_AT_MESSAGES = 2_000;

interface Journal {
  readonly offset: number;
  readonly state: SessionState | undefined;
}

/**
 * Everything that can be asked about all sessions at once. Holds nothing of its own: each answer first reads
 * what the journals gained since the last one, and a database that is missing or broken is built again from them.
 */
export class IndexDatabase {
  private readonly options: IndexOptions;
  private readonly sql: SqlJsStatic;
  private tables: IndexTables;
  private journals = new Map<SessionId, Journal>();
  private unsavedRecords = 0;
  private nextDocid = 1;

  private constructor(options: IndexOptions, sql: SqlJsStatic) {
    this.options = options;
    this.sql = sql;
    this.tables = new IndexTables(sql);
  }

  static async open(options: IndexOptions): Promise<IndexDatabase> {
    const { wasmFile } = options;
    const index = new IndexDatabase(
      options,
      await initSqlJs(wasmFile === undefined ? {} : { locateFile: () => wasmFile }),
    );
    index.load();
    return index;
  }

  answer(request: IndexRequest): IndexAnswer {
    try {
      return this.answerNow(request);
    } catch {
      // A page of the database may be bad although its file was whole. The journals are the truth: start over once.
      dropSnapshot(this.snapshotFile);
      this.reset();
      return this.answerNow(request);
    }
  }

  private answerNow(request: IndexRequest): IndexAnswer {
    this.catchUp();
    if (this.unsavedRecords >= SAVE_AFTER_RECORDS) this.save();
    switch (request.kind) {
      case "list":
        return { kind: "list", lines: listSessions(this.states()) };
      case "search":
        return { kind: "search", hits: this.search(request) };
      case "unembedded":
        return { kind: "unembedded", texts: this.unembedded(request.model, request.limit) };
      case "embed":
        this.keepVectors(request.model, request.vectors);
        return { kind: "embed" };
      case "message":
        return { kind: "message", found: this.findMessage(request.id, request.near) };
      case "versions":
        return { kind: "versions", versions: this.versions(request.session) };
      case "usage":
        return this.usage(request.fromMs, request.toMs);
      case "rebuild":
        dropSnapshot(this.snapshotFile);
        this.reset();
        return { kind: "rebuild" };
      case "save":
        if (this.unsavedRecords > 0) this.save();
        return { kind: "save" };
    }
  }

  private search({ query, options, like }: Extract<IndexRequest, { kind: "search" }>): readonly SearchHit[] {
    const states = this.states();
    const within = options.within === undefined ? undefined : findChain(states, options.within);
    const outside = new Set(options.outside === undefined ? [] : findChain(states, options.outside));
    const byWords = rankMessages(this.tables.database, queryTerms(query), within);
    const byMeaning = like === undefined ? [] : rankByMeaning(this.tables, like, within);
    const ranked = fuseRanks(byWords, byMeaning).filter(
      (found) => isVisible(states, found.session) && !outside.has(found.session),
    );
    return keepOriginals(ranked, states)
      .slice(0, options.limit)
      .flatMap((found) => this.hitOf(found, query, states.get(found.session)?.title ?? ""));
  }

  /** Results are found by their words. They get an empty vector, so that nobody looks at them again. */
  private unembedded(model: string, limit: number): readonly DocumentText[] {
    const rows = this.tables.rows(
      `SELECT docid, session, offset, bytes FROM messages WHERE seed = 0
       AND docid NOT IN (SELECT docid FROM vectors WHERE model = ?) ORDER BY docid DESC LIMIT ${LOOKED_AT_MESSAGES}`,
      [model],
    );
    const texts: DocumentText[] = [];
    this.tables.fill((insert) => {
      for (const row of rows) {
        if (texts.length >= limit) return;
        const docid = Number(row["docid"]);
        const record = this.recordAt(row["session"] as SessionId, Number(row["offset"]), Number(row["bytes"]));
        const text = record.kind === "message" ? meaningfulText(record.message) : "";
        if (text === "") insert("vector", [docid, model, new Uint8Array()]);
        else texts.push({ docid, text });
      }
    });
    return texts;
  }

  private keepVectors(model: string, vectors: readonly DocumentVector[]): void {
    this.tables.fill((insert) => {
      for (const { docid, vector } of vectors) insert("vector", [docid, model, packVector(vector)]);
    });
    this.unsavedRecords += vectors.length;
  }

  private hitOf(found: RankedMessage, query: string, title: string): readonly SearchHit[] {
    const record = this.recordAt(found.session, found.offset, found.bytes);
    if (record.kind !== "message") return [];
    const { session, at, score } = found;
    return [
      {
        session,
        messageId: record.message.id,
        role: record.message.role,
        title,
        at,
        snippet: cutSnippet(searchableText(record.message), query),
        score,
      },
    ];
  }

  /** The original comes before the copies that compressions and branches made, and the chain at hand before others. */
  private findMessage(id: MessageId, near: SessionId | null): FoundMessage | null {
    const rows = this.tables.rows(
      "SELECT session, offset, bytes FROM messages WHERE message = ? ORDER BY seed, docid",
      [id],
    );
    const chain = new Set<unknown>(near === null ? [] : findChain(this.states(), near));
    const row = rows.find((candidate) => chain.has(candidate["session"])) ?? rows[0];
    if (row === undefined) return null;
    const session = row["session"] as SessionId;
    const record = this.recordAt(session, Number(row["offset"]), Number(row["bytes"]));
    return record.kind === "message" ? { session, message: record.message } : null;
  }

  private versions(open: SessionId): readonly MessageVersions[] {
    const branches = findBranches(this.states(), open);
    if (branches.length < 2) return [];
    const lines = new Map<
      MessageId,
      { readonly session: SessionId; readonly offset: number; readonly bytes: number }
    >();
    const placed = (session: SessionId): readonly PlacedMessage[] =>
      this.tables
        .rows("SELECT message, at, offset, bytes FROM messages WHERE session = ? ORDER BY offset", [session])
        .map((row) => {
          const id = row["message"] as MessageId;
          lines.set(id, { session, offset: Number(row["offset"]), bytes: Number(row["bytes"]) });
          return { id, at: Number(row["at"]) };
        });
    return findVersions(new Map(branches.map((session) => [session, placed(session)])), open, (id) => {
      const line = lines.get(id);
      const record = line && this.recordAt(line.session, line.offset, line.bytes);
      return record?.kind === "message" && record.message.role === "user";
    });
  }

  private usage(fromMs: number, toMs: number): AnswerOf<"usage"> {
    const rows = this.tables.rows("SELECT session, request FROM requests WHERE at >= ? AND at < ? ORDER BY at", [
      fromMs,
      toMs,
    ]);
    const requests = rows.flatMap((row) => {
      const session = row["session"] as SessionId;
      const title = this.journals.get(session)?.state?.title ?? "";
      return [{ session, title, request: JSON.parse(String(row["request"])) as RequestRecord }];
    });
    return { kind: "usage", lines: groupRequests(requests) };
  }

  private recordAt(session: SessionId, offset: number, bytes: number): JournalRecord {
    try {
      return decodeRecord(readLineAt(this.fileOf(session), offset, bytes));
    } catch {
      // Deleted since the last look: no find any more.
      return { kind: "unknown", at: 0 };
    }
  }

  private states(): SessionStates {
    const states = new Map<SessionId, SessionState>();
    for (const [id, { state }] of this.journals) if (state !== undefined) states.set(id, state);
    return states;
  }

  private catchUp(): void {
    const files = this.listFiles();
    for (const id of this.journals.keys()) if (!files.has(id)) this.forget(id);
    const grown = [...files].filter(([id, bytes]) => bytes !== (this.journals.get(id)?.offset ?? 0));
    if (grown.length === 0) return;
    this.tables.fill((insert) => {
      for (const [id, bytes] of grown) {
        if (bytes < (this.journals.get(id)?.offset ?? 0)) this.forget(id);
        this.readJournal(id, insert);
      }
    });
  }

  private listFiles(): ReadonlyMap<SessionId, number> {
    try {
      const ids = readdirSync(this.options.folder).flatMap((name) => sessionOfFile(name) ?? []);
      return new Map(
        ids.flatMap((id) => {
          const file = statSync(this.fileOf(id), { throwIfNoEntry: false });
          return file?.isFile() === true ? [[id, file.size] as const] : [];
        }),
      );
    } catch {
      // No folder yet, so no sessions.
      return new Map();
    }
  }

  private forget(id: SessionId): void {
    this.journals.delete(id);
    this.tables.forget(id);
  }

  private readJournal(id: SessionId, insert: Insert): void {
    let { offset, state }: Journal = this.journals.get(id) ?? { offset: 0, state: undefined };
    for (const line of readable(linesFrom(this.fileOf(id), offset))) {
      const record = decodeRecord(line.text);
      if (record.kind === "request") insert("request", [id, record.request.at, JSON.stringify(record.request)]);
      if (record.kind === "message" && state !== undefined) this.addMessage(record, line, state, insert);
      state = stepState(state, withoutPrompt(record));
      offset = line.offset + line.bytes + 1;
      this.unsavedRecords++;
    }
    this.journals.set(id, { offset, state });
    insert("session", [id, offset, state === undefined ? null : JSON.stringify(state)]);
  }

  private addMessage(
    { message, at }: Extract<JournalRecord, { readonly kind: "message" }>,
    line: JournalLine,
    before: SessionState,
    insert: Insert,
  ): void {
    const docid = this.nextDocid++;
    const seed = before.header.parentId !== null && before.messageCount < before.seedCount ? 1 : 0;
    insert("message", [docid, before.header.id, message.id, seed, at, line.offset, line.bytes]);
    insert("text", [docid, indexTerms(searchableText(message))]);
  }

  private load(): void {
    const body = loadSnapshot(this.snapshotFile);
    if (body === undefined) return;
    this.tables.close();
    this.tables = new IndexTables(this.sql, body);
    for (const row of this.tables.rows("SELECT session, offset, state FROM sessions", [])) {
      const state = typeof row["state"] === "string" ? (JSON.parse(row["state"]) as SessionState) : undefined;
      this.journals.set(row["session"] as SessionId, { offset: Number(row["offset"]), state });
    }
    this.nextDocid =
      Number(this.tables.rows("SELECT coalesce(max(docid), 0) AS docid FROM messages", [])[0]?.["docid"]) + 1;
  }

  private reset(): void {
    this.tables.close();
    this.tables = new IndexTables(this.sql);
    this.journals = new Map();
    this.unsavedRecords = 0;
    this.nextDocid = 1;
  }

  private save(): void {
    saveSnapshot(this.snapshotFile, this.tables.export(), this.options.instance);
    this.unsavedRecords = 0;
  }

  private get snapshotFile(): string {
    return join(this.options.folder, "index", "snapshot");
  }

  private fileOf(id: SessionId): string {
    return join(this.options.folder, fileNameOf(id));
  }
}

/** The prompt is the longest thing in a header, and no list shows it. */
const withoutPrompt = (record: JournalRecord): JournalRecord =>
  record.kind === "header" ? { ...record, header: { ...record.header, systemPrompt: "" } } : record;

/** A journal that vanishes or cannot be read on must not keep the others from being found. */
function* readable(lines: Iterable<JournalLine>): Generator<JournalLine> {
  const iterator = lines[Symbol.iterator]();
  for (;;) {
    let next: IteratorResult<JournalLine>;
    try {
      next = iterator.next();
    } catch {
      // What was read up to here counts; the rest is tried again with the next question.
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

/** One find per message: compressions and branches carry copies along, and the original is what people want to see. */
function keepOriginals(ranked: readonly RankedMessage[], states: SessionStates): readonly RankedMessage[] {
  const roots = new Map<SessionId, SessionId>();
  const rootOf = (id: SessionId) => {
    const root = roots.get(id) ?? findChain(states, id)[0] ?? id;
    roots.set(id, root);
    return root;
  };
  const kept = new Map<string, RankedMessage>();
  for (const found of ranked) {
    const key = `${rootOf(found.session)}/${found.message}`;
    const known = kept.get(key);
    if (known === undefined || (known.seed && !found.seed)) kept.set(key, found);
  }
  return [...kept.values()];
}

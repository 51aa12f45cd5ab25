import type { ForeignEntry } from "../../../core/foreign/list";
import type { ForeignFile } from "../../../core/foreign/session";
import { worksIn } from "../../../core/host";
import type { SearchHit } from "../../../core/sessions/lineage/session";
import {
  foreignId,
  foreignLines,
  foundLines,
  newestFirst,
  ownLines,
  passagesOf,
} from "../../../presenter/history/history-lines";
import { sayError } from "../../../presenter/words/say";
import type { HistoryLine, HistoryPicture } from "../../../protocol/history";
import { say } from "../../base/language";
import { findInForeign } from "../../foreign/foreign-search";
import type { ForeignSessions } from "../../foreign/foreign-sessions";
import type { HostContext } from "../../host/host-context";

/** More than anyone scrolls through; a search reaches all of them. */
const MOST_LINES = 500;
const MOST_HITS = 100;
/** Fewer letters are in nearly every file, and each file has to be read. */
const FOREIGN_QUERY_CHARS = 3;

const NOTHING: HistoryPicture = {
  query: "",
  state: "loading",
  lines: [],
  problem: null,
  more: 0,
  deleted: null,
  others: "settled",
};

type HistoryWorld = Pick<HostContext, "hermes" | "views"> & {
  readonly others: ForeignSessions;
  readonly folder: string;
};

/** The list of sessions in the chat: what it shows, and how its sessions are found again. */
export class HistoryPage {
  private readonly world: HistoryWorld;
  private running = new AbortController();
  private entries: Promise<readonly ForeignEntry[]> | undefined;
  private readonly files = new Map<string, ForeignFile>();
  private bringBack: (() => Promise<void>) | undefined;

  constructor(world: HistoryWorld) {
    this.world = world;
  }

  get shown(): HistoryPicture | null {
    return this.world.views.presenter.chat().history;
  }

  /** The file of a line that another agent wrote. */
  fileOf(id: string): ForeignFile | undefined {
    return this.files.get(id);
  }

  close(): void {
    this.running.abort();
    this.entries = undefined;
    if (this.shown !== null) this.show(null);
  }

  /** Reads the list again where it is shown: a session was used, renamed, or deleted. */
  async refresh(): Promise<void> {
    const { shown } = this;
    if (shown !== null) await this.list(shown.query);
  }

  /** Lists the sessions that a query finds, or all; own ones first, because others are read from files. */
  async list(query: string): Promise<void> {
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    const { hermes, others } = this.world;
    const text = query.trim();
    const before = this.shown ?? NOTHING;
    this.show({
      ...before,
      query: text,
      state: before.state === "loading" ? "loading" : "searching",
      others: others.consent === undefined ? "ask" : "settled",
    });
    const isLast = others.agents.length === 0;
    const lines = await hermes.sessions.list();
    const own = ownLines(lines, hermes.agent.session);
    const { hits, problem } = text === "" ? { hits: [], problem: null } : await this.search(text);
    const found = text === "" ? own : foundLines(own, text, passagesOf(hits, lines));
    this.update(signal, found, isLast ? "ready" : "searching", problem);
    if (isLast) return;
    const foreign = await this.foreign(text, signal).catch(() => []);
    this.update(signal, text === "" ? newestFirst([...found, ...foreign]) : [...found, ...foreign], "ready", problem);
  }

  /** The session that was deleted last can be brought back from the list itself. */
  offerUndo(deleted: NonNullable<HistoryPicture["deleted"]>, bringBack: () => Promise<void>): void {
    this.bringBack = bringBack;
    this.showDeleted(deleted);
  }

  async undoDelete(): Promise<void> {
    const { bringBack } = this;
    this.bringBack = undefined;
    this.showDeleted(null);
    await bringBack?.();
  }

  private showDeleted(deleted: HistoryPicture["deleted"]): void {
    const { shown } = this;
    if (shown !== null) this.show({ ...shown, deleted });
  }

  private async search(
    text: string,
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly problem: string | null }> {
    try {
      return { hits: await this.world.hermes.sessions.search(text, { limit: MOST_HITS }), problem: null };
    } catch (error) {
      // Titles are found without the index.
      return { hits: [], problem: sayError(error, say) };
    }
  }

  private async foreign(text: string, signal: AbortSignal): Promise<readonly HistoryLine[]> {
    this.entries ??= this.listForeign();
    const entries = await this.entries;
    this.remember(entries.map(({ file }) => file));
    const lines = foreignLines(entries);
    if (text === "") return lines;
    const titled = foundLines(lines, text, new Map());
    if (text.length < FOREIGN_QUERY_CHARS) return titled;
    const known = new Set(titled.map(({ id }) => id));
    const hits = await findInForeign(this.world.others, text, signal);
    this.remember(hits.map(({ file }) => file));
    const fresh = new Map(hits.toReversed().map((hit) => [foreignId(hit.file), hit]));
    const found = [...fresh].filter(([id]) => !known.has(id)).map(([, hit]) => hit);
    return [
      ...titled,
      ...foreignLines(found.map(({ file, title }) => ({ file, title, workspace: "" }))).map((line) => ({
        ...line,
        found: { messageId: null, text: fresh.get(line.id)?.snippet ?? "" },
      })),
    ];
  }

  /** Those that worked in this folder; an agent whose files cannot be read must not hide the others. */
  private async listForeign(): Promise<readonly ForeignEntry[]> {
    const { others, folder } = this.world;
    const { signal } = new AbortController();
    const lists = await Promise.all(others.agents.map((agent) => others.list(agent, signal).catch(() => [])));
    return lists.flat().filter(({ workspace }) => worksIn(workspace, folder));
  }

  private remember(files: readonly ForeignFile[]): void {
    for (const file of files) this.files.set(foreignId(file), file);
  }

  private update(
    signal: AbortSignal,
    lines: readonly HistoryLine[],
    state: HistoryPicture["state"],
    problem: string | null,
  ): void {
    const { shown } = this;
    if (signal.aborted || shown === null) return;
    const more = Math.max(0, lines.length - MOST_LINES);
    this.show({ ...shown, state, problem, more, lines: lines.slice(0, MOST_LINES) });
  }

  private show(history: HistoryPicture | null): void {
    this.world.views.answer({ kind: "history", history });
  }
}

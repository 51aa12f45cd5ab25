import { homedir } from "node:os";
import { dirname } from "node:path";
import type { Event, ExtensionContext } from "vscode";
import { EventEmitter } from "vscode";
import type { ForeignEntry } from "../../core/foreign/list";
import type { ForeignWorld } from "../../core/foreign/places";
import type { ForeignAgent, ForeignFile, ForeignSession } from "../../core/foreign/session";
import {
  discoverSessions,
  FOREIGN_AGENTS,
  listForeignSessions,
  readForeignPast,
  readForeignSession,
  searchForeignPast,
  worksIn,
} from "../../core/host";
import type { PastSessions } from "../../core/tools/ports";
import { readText } from "../base/kept-state";
import type { Settings } from "../host/settings";

const CONSENT = "hermes.readOtherAgents";
/** More than anyone scrolls through; a search reaches all of them. */
const LISTED_PER_AGENT = 50;

/** Sessions of other agents on this machine. Read only after the user has agreed, and never written. */
export class ForeignSessions {
  private readonly context: ExtensionContext;
  private readonly settings: Settings;
  private readonly folder: () => string;
  private readonly changed = new EventEmitter<void>();
  /** What may be read has changed: the user's answer, or the list of agents. */
  readonly onDidChange: Event<void> = this.changed.event;

  constructor(context: ExtensionContext, settings: Settings, folder: () => string) {
    this.context = context;
    this.settings = settings;
    this.folder = folder;
    context.subscriptions.push(
      this.changed,
      settings.onDidChange((change) => {
        if (change.affectsConfiguration("hermes.otherAgents")) this.changed.fire();
      }),
    );
  }

  /** Undefined until the user has answered. */
  get consent(): "given" | "refused" | undefined {
    const consent = readText(this.context.globalState, CONSENT);
    return consent === "given" || consent === "refused" ? consent : undefined;
  }

  async answer(consent: "given" | "refused"): Promise<void> {
    await this.context.globalState.update(CONSENT, consent);
    this.changed.fire();
  }

  get agents(): readonly ForeignAgent[] {
    const chosen = this.settings.current.otherAgents.read;
    return this.consent === "given" ? FOREIGN_AGENTS.filter((agent) => chosen.includes(agent)) : [];
  }

  get world(): ForeignWorld & { readonly workspace: string } {
    const storage = this.context.storageUri?.fsPath;
    return {
      home: homedir(),
      platform: process.platform,
      variables: process.env,
      // …/User/globalStorage/<extension>
      userFolder: dirname(dirname(this.context.globalStorageUri.fsPath)),
      // …/User/workspaceStorage/<workspace>/<extension>
      ...(storage !== undefined && { ownStorage: { storage: dirname(storage), folder: this.folder() } }),
      workspace: this.folder(),
    };
  }

  /** Newest first, those of this workspace before all others. */
  async list(agent: ForeignAgent, signal: AbortSignal): Promise<readonly ForeignEntry[]> {
    const entries = await listForeignSessions(this.world, agent, { most: LISTED_PER_AGENT }, signal);
    const isHere = ({ workspace }: ForeignEntry) => worksIn(workspace, this.folder());
    return [...entries.filter(isHere), ...entries.filter((entry) => !isHere(entry))];
  }

  /** Every session file, newest first; its title is not known yet. */
  async files(signal: AbortSignal): Promise<readonly ForeignFile[]> {
    const found = await Promise.all(this.agents.map((agent) => discoverSessions(this.world, agent, signal)));
    return found.flat().toSorted((a, b) => b.modifiedAt - a.modifiedAt);
  }

  /** What our own model may search; undefined unless the user has allowed it. */
  get past(): PastSessions | undefined {
    if (this.agents.length === 0 || !this.settings.current.otherAgents.searchByModel) return undefined;
    const world = { ...this.world, agents: this.agents };
    const { signal } = new AbortController();
    return {
      search: (query, { limit }) => searchForeignPast(world, query, { limit }, signal),
      readMessage: (id) => readForeignPast(world, id, signal),
    };
  }

  read(file: ForeignFile, signal: AbortSignal): Promise<ForeignSession> {
    return readForeignSession(file, signal);
  }
}

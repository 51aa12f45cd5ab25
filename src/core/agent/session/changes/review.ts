import { sentence } from "../../../base/sentence";
import { SentenceError } from "../../../base/sentence-error";
import type { MessageId } from "../../../conversation/ids";
import { messageId } from "../../../conversation/ids";
import type { RestoreMark } from "../../../tools/checkpoints/checkpoint";
import type { RestoreFile } from "../../../tools/checkpoints/restore-plan";
import type { FileReview } from "../../../tools/checkpoints/review";
import { withoutHunk } from "../../../tools/checkpoints/review";
import type { ChangedFile } from "../../events";
import type { AgentWorld } from "../../world";
import type { ActiveSession } from "../active-session";
import type { PlannedRestore } from "../restore";
import { emitUnrestored, newestMessage, noteRestore, readHistory, wholeConversation } from "../restore";

interface ReviewAccess {
  session(): ActiveSession | undefined;
  /** Waits for a running turn: it may be changing the same files. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

const CHANGED = sentence("The file has changed since. Look at its changes again.");

/** What Hermes changed in files since the user last kept or undid it, across turns, compressions and reloads. */
export class ChangeReview {
  private readonly world: AgentWorld;
  private readonly access: ReviewAccess;

  constructor(world: AgentWorld, access: ReviewAccess) {
    this.world = world;
    this.access = access;
  }

  /** Emits the changes as they are now: files change under a review, by the user as well. */
  async refresh(): Promise<void> {
    const session = this.access.session();
    if (session === undefined) return;
    const { files } = await this.plan();
    const shown: ChangedFile[] = [];
    for (const file of files) shown.push(...(await this.present(file)));
    shown.sort((a, b) => (a.shown < b.shown ? -1 : 1));
    const newest = (await readHistory(this.world, session)).findLast(
      ({ restore, files: changed }) =>
        restore === undefined && changed.some((path) => shown.some((file) => file.path === path)),
    );
    // Another session may have been opened meanwhile; its own review follows.
    if (this.access.session() !== session) return;
    this.world.emit({ type: "changes-reviewed", session: session.id, files: shown, turn: newest?.turn ?? null });
  }

  /** A turn that changed no file leaves the review as it is. */
  async refreshAfter(turn: MessageId): Promise<void> {
    const record = await this.world.checkpoints?.find(turn);
    if (record !== undefined && record.files.length > 0) await this.refresh();
  }

  /** Takes these files back to before the changes under review; every file where none is named. */
  async plan(paths?: readonly string[]): Promise<PlannedRestore> {
    const session = this.access.session();
    const { checkpoints } = this.world;
    const turn = session?.messages.findLast(({ role }) => role === "user");
    const target = { kind: "message", id: turn?.id ?? messageId("none"), what: "files" } as const;
    if (session === undefined || checkpoints === undefined) return { target, files: [], uncovered: [] };
    const plan = await checkpoints.plan(await wholeConversation(this.world, session), "unreviewed");
    return {
      target,
      files: plan.files.filter(({ path }) => paths?.includes(path) ?? true),
      // Files that cannot be restored are on the row of their turn; a bar that never empties would help nobody.
      uncovered: [],
    };
  }

  /** The texts to compare: the file without Hermes's changes, and as it is. */
  async compare(path: string): Promise<Pick<FileReview, "without" | "now"> | undefined> {
    const [file] = (await this.plan([path])).files;
    return file && this.world.checkpoints?.review(file);
  }

  /** The user has looked at these files; their changes so far are no longer shown. */
  keep(paths: readonly string[]): Promise<void> {
    return this.access.exclusive(async () => {
      const session = this.access.session();
      if (session === undefined) return;
      await this.world.checkpoints?.keep(paths, { id: messageId(this.world.newId()), session: session.id });
      await this.refresh();
    });
  }

  async keepAll(): Promise<void> {
    await this.keep((await this.plan()).files.map(({ path }) => path));
  }

  /** The unsaved text of a file with one hunk undone, for the editor that has it. */
  async undoHunkIn(path: string, hunk: string, unsaved: string): Promise<string> {
    const [file] = (await this.plan([path])).files;
    const reviewed = file && (await this.world.checkpoints?.review(file, unsaved));
    const text = reviewed && withoutHunk(reviewed, hunk);
    if (text === undefined) throw new SentenceError(CHANGED);
    return text;
  }

  undoHunk(path: string, hunk: string): Promise<void> {
    return this.access.exclusive(async () => {
      const session = this.access.session();
      const { target, files } = await this.plan([path]);
      const [file] = files;
      if (session === undefined || file === undefined || target.kind !== "message") throw new SentenceError(CHANGED);
      const id = messageId(this.world.newId());
      const extent = await this.extentOfHunk(file);
      const outcome = await this.world.checkpoints?.undoHunk(file, hunk, {
        id,
        session: session.id,
        mark: { what: "files", messageId: target.id, afterMessage: newestMessage(session), ...extent },
      });
      if (outcome !== undefined && outcome.restored.length > 0) {
        if (extent.extent === undefined)
          noteRestore(session, { files: outcome.restored, since: target.id, way: "back" });
        this.world.emit({
          type: "checkpoint-restored",
          session: session.id,
          messageId: target.id,
          restored: "files",
          files: outcome.restored,
          skipped: [],
          restoreId: id,
        });
      }
      emitUnrestored(this.world, outcome?.failed ?? []);
      await this.refresh();
    });
  }

  private async extentOfHunk(file: RestoreFile): Promise<Pick<RestoreMark, "extent">> {
    const reviewed = await this.world.checkpoints?.review(file);
    return (reviewed?.hunks.length ?? 0) > 1 || (reviewed?.conflicts ?? 0) > 0 ? { extent: "part" } : {};
  }

  /** None for a file in which everything left of Hermes is undone, although the user's own changes are there. */
  private async present(file: RestoreFile): Promise<readonly ChangedFile[]> {
    const { path, byHermes, choices } = file;
    const reviewed = await this.world.checkpoints?.review(file);
    const hunks = reviewed?.hunks ?? [];
    if (byHermes === "changed" && reviewed?.conflicts === 0 && hunks.length === 0) return [];
    const changed: ChangedFile = {
      path,
      shown: (await this.world.checkpoints?.show(path)) ?? path,
      byHermes,
      hunks: byHermes === "changed" ? hunks : [],
      addedLines: hunks.reduce((sum, { added }) => sum + added.length, 0),
      removedLines: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
      undo: choices[0] === "skip" ? "ask" : "ready",
    };
    return [changed];
  }
}

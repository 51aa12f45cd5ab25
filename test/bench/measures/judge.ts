import type { Message } from "../../../src/core/conversation/message";
import { estimateMessageTokens } from "../../../src/core/tokens/estimate";
import type { ContextView } from "./context-view";
import type { Needs } from "./needs";

/** Sums over the replies of a session. */
export interface Availability {
  readonly lines: number;
  readonly linesShown: number;
  readonly names: number;
  readonly namesShown: number;
  readonly facts: number;
  readonly factsShown: number;
  readonly edits: number;
  readonly editsShown: number;
  /** Replies that used a name no longer shown. */
  readonly missCalls: number;
  /** Messages whose text would have to be read again, and their size. */
  readonly rereads: number;
  readonly rereadTokens: number;
}

export type AvailabilityTally = { -readonly [Key in keyof Availability]: number };

export const noAvailability = (): AvailabilityTally => ({
  lines: 0,
  linesShown: 0,
  names: 0,
  namesShown: 0,
  facts: 0,
  factsShown: 0,
  edits: 0,
  editsShown: 0,
  missCalls: 0,
  rereads: 0,
  rereadTokens: 0,
});

/** Adds what one reply used; what was read again since the last compression is not read twice. */
export class ReplyJudge {
  private readonly needs: Needs;
  private readonly messages: readonly Message[];
  private reread = new Set<number>();

  constructor(needs: Needs, messages: readonly Message[]) {
    this.needs = needs;
    this.messages = messages;
  }

  compressed(): void {
    this.reread = new Set();
  }

  judge(reply: number, view: ContextView, tally: AvailabilityTally): void {
    const need = this.needs.byReply.get(reply);
    if (need === undefined) return;
    const shown = (features: readonly number[]) => features.filter((feature) => view.shows(feature)).length;
    const namesShown = shown(need.names);
    tally.lines += need.lines.length;
    tally.linesShown += shown(need.lines);
    tally.names += need.names.length;
    tally.namesShown += namesShown;
    tally.facts += need.facts.length;
    tally.factsShown += shown(need.facts);
    tally.edits += need.edits.length;
    tally.editsShown += need.edits.filter((lines) => shown(lines) === lines.length).length;
    if (namesShown < need.names.length) tally.missCalls++;
    for (const feature of [...need.lines, ...need.edits.flat()])
      if (!view.shows(feature)) this.readAgain(feature, reply, tally);
  }

  private readAgain(feature: number, reply: number, tally: AvailabilityTally): void {
    const source = this.needs.sourceBefore(feature, reply);
    const message = source === undefined ? undefined : this.messages[source];
    if (source === undefined || message === undefined || this.reread.has(source)) return;
    this.reread.add(source);
    tally.rereads++;
    tally.rereadTokens += estimateMessageTokens(message);
  }
}

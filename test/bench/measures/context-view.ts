import type { Message } from "../../../src/core/conversation/message";
import type { Needs } from "./needs";

/** Which needed features the current request shows. A request is mostly the one before, so only changes are counted. */
export class ContextView {
  private readonly needs: Needs;
  private readonly counts: Int32Array;
  private messages: readonly Message[] = [];

  constructor(needs: Needs) {
    this.needs = needs;
    this.counts = new Int32Array(needs.featureCount);
  }

  show(messages: readonly Message[]): void {
    let same = 0;
    while (same < messages.length && messages[same] === this.messages[same]) same++;
    for (const message of this.messages.slice(same)) this.add(message, -1);
    for (const message of messages.slice(same)) this.add(message, 1);
    this.messages = messages;
  }

  shows(feature: number): boolean {
    return (this.counts[feature] ?? 0) > 0;
  }

  private add(message: Message, by: number): void {
    for (const feature of this.needs.shownBy(message)) this.counts[feature] = (this.counts[feature] ?? 0) + by;
  }
}

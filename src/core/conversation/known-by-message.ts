import type { Message } from "./message";

/**
 * What was found out about single messages. Messages never change, so each is read once. All findings about a message
 * are in one place: a table for each of them would have to be searched, and grow, as often as there are kinds.
 */
export class KnownByMessage<Found extends NonNullable<unknown>, Kind extends Message = Message> {
  private readonly slot = slots++;

  get(message: Kind): Found | undefined {
    // Only this instance writes to its slot.
    return findingsOf(message)[this.slot] as Found | undefined;
  }

  set(message: Kind, found: Found): void {
    findingsOf(message)[this.slot] = found;
  }

  has(message: Kind): boolean {
    return findingsOf(message)[this.slot] !== undefined;
  }
}

let slots = 0;
const findings = new WeakMap<Message, unknown[]>();

function findingsOf(message: Message): unknown[] {
  const known = findings.get(message);
  if (known !== undefined) return known;
  const fresh: unknown[] = [];
  findings.set(message, fresh);
  return fresh;
}

/**
 * Something that is put together from the messages of a list, one after the other, and grows with the list. Callers
 * share it: it must not be kept across an await, because it may have grown by then.
 */
export class GrowingWithList<State> {
  private readonly byOpening = new WeakMap<Message, readonly Grown<State>[]>();
  private readonly begin: (opening: Message | undefined) => State;
  private readonly add: (state: State, message: Message) => void;

  constructor(begin: (opening: Message | undefined) => State, add: (state: State, message: Message) => void) {
    this.begin = begin;
    this.add = add;
  }

  of(messages: readonly Message[]): State {
    const opening = messages[0];
    if (opening === undefined) return this.begin(undefined);
    const grown = this.find(messages) ?? this.start(opening);
    for (let at = grown.messages.length; at < messages.length; at++) {
      const message = messages[at];
      if (message === undefined) continue;
      grown.messages.push(message);
      this.add(grown.state, message);
    }
    return grown.state;
  }

  /** How many messages at the beginning of a list are in it already. */
  knownOf(messages: readonly Message[]): number {
    return this.find(messages)?.messages.length ?? 0;
  }

  private find(messages: readonly Message[]): Grown<State> | undefined {
    const [opening] = messages;
    if (opening === undefined) return undefined;
    return this.byOpening.get(opening)?.find((list) => isBeginning(list.messages, messages));
  }

  private start(opening: Message): Grown<State> {
    const grown = { messages: [], state: this.begin(opening) };
    this.byOpening.set(opening, [grown, ...(this.byOpening.get(opening) ?? []).slice(0, MOST_LISTS - 1)]);
    return grown;
  }
}

interface Grown<State> {
  readonly messages: Message[];
  readonly state: State;
}

/** What belongs to some messages of a list, in its order. */
export function pickAlong<Found>(
  messages: readonly Message[],
  found: readonly Found[],
  some: readonly Message[],
): readonly Found[] {
  const picked: Found[] = [];
  messages.forEach((message, at) => {
    const own = found[at];
    if (message === some[picked.length] && own !== undefined) picked.push(own);
  });
  return picked;
}

/** A conversation as it is now, as it was first written, and as it was before the last change. */
const MOST_LISTS = 3;

/** Whether a list begins with these messages. A plain loop: for nearly all messages this is all that happens. */
export function isBeginning(start: readonly Message[], messages: readonly Message[]): boolean {
  if (start.length > messages.length) return false;
  for (let index = 0; index < start.length; index++) if (messages[index] !== start[index]) return false;
  return true;
}

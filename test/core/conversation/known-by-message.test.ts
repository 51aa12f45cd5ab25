import { describe, expect, it } from "vitest";
import { GrowingWithList, KnownByMessage, pickAlong } from "../../../src/core/conversation/known-by-message";
import type { Message } from "../../../src/core/conversation/message";
import { says, user } from "../../support/conversation";

const talk: readonly Message[] = [user("one"), says("two"), user("three"), says("four")];

/** The places of messages in a list, and how often one was read. */
function countingReader() {
  let reads = 0;
  const lists = new GrowingWithList<Message[]>(
    () => [],
    (list, message) => {
      reads++;
      list.push(message);
    },
  );
  return { lists, reads: () => reads };
}

describe("what grows with a list of messages", () => {
  it("reads only what was appended", () => {
    const { lists, reads } = countingReader();
    lists.of(talk.slice(0, 3));
    expect([lists.knownOf(talk), lists.of(talk), reads()]).toEqual([3, talk, 4]);
  });

  it("begins anew where a message was replaced or taken away", () => {
    const { lists } = countingReader();
    lists.of(talk);
    const changed = talk.with(1, says("other"));
    expect([lists.of(changed), talk.slice(0, 2), talk].map((list) => [...lists.of(list)])).toEqual([
      changed,
      talk.slice(0, 2),
      talk,
    ]);
  });

  it("does not mind that the owner of a list appends to it", () => {
    const { lists } = countingReader();
    const list = talk.slice(0, 2);
    lists.of(list);
    list.push(...talk.slice(2));
    expect(lists.of(list)).toEqual(talk);
  });
});

describe("what is known by message", () => {
  it("is apart for each finding", () => {
    const [first = user(""), second = user("")] = talk;
    const [sizes, names] = [new KnownByMessage<number>(), new KnownByMessage<string>()];
    sizes.set(first, 0);
    names.set(second, "b");
    expect([sizes.get(first), sizes.has(second), names.get(first), names.get(second)]).toEqual([
      0,
      false,
      undefined,
      "b",
    ]);
  });

  it("is picked for some messages of a list, in its order", () => {
    expect(
      pickAlong(
        talk,
        ["a", "b", "c", "d"],
        [talk[1], talk[3]].flatMap((message) => message ?? []),
      ),
    ).toEqual(["b", "d"]);
  });
});

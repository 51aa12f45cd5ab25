import { describe, expect, it } from "vitest";
import { createSessionRecall } from "../../../../src/core/context/recall/session-recall";
import type { Message } from "../../../../src/core/conversation/message";
import { says, user } from "../../../support/conversation";

const [ask, answer, next] = [user("Read src/a.ts."), says("It parses."), user("And src/b.ts?")];

describe("what a session has seen", () => {
  it("looks only at what a request adds to the one before it", () => {
    let looks = 0;
    const watched: Message = {
      ...ask,
      get id() {
        looks++;
        return ask.id;
      },
    };
    const recall = createSessionRecall();
    recall.remember([watched]);
    const once = looks;
    recall.remember([watched, answer]);
    recall.remember([watched, answer, next]);
    expect(looks).toBe(once);
    expect(recall.originals()).toEqual([watched, answer, next]);
  });

  it("adds what another list has that begins otherwise", () => {
    const recall = createSessionRecall();
    recall.remember([ask, answer]);
    recall.remember([answer, next]);
    expect(recall.originals()).toEqual([ask, answer, next]);
  });

  it("is empty after it was forgotten, and remembers the same messages again", () => {
    const recall = createSessionRecall();
    recall.remember([ask, answer]);
    recall.forget();
    expect(recall.originals()).toEqual([]);
    recall.remember([ask, answer]);
    expect(recall.originals()).toEqual([ask, answer]);
  });
});

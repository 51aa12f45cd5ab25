import { describe, expect, it } from "vitest";
import { messageId, sessionId } from "../../../../src/core/conversation/ids";
import { findVersions } from "../../../../src/core/sessions/lineage/versions";

type Orders = Readonly<Record<string, string>>;

/** Sessions, the one used last first, each with its messages in order; those of the user begin with "u". */
function versions(orders: Orders, open: string): readonly string[] {
  const placed = Object.entries(orders).map(([session, messages], age) => {
    const ids = messages === "" ? [] : messages.split(" ");
    return [sessionId(session), ids.map((id) => ({ id: messageId(id), at: 100 - age }))] as const;
  });
  return findVersions(new Map(placed), sessionId(open), (id) => id.startsWith("u")).map(
    ({ message, versions: all }) => `${message}: ${all.map((one) => `${one.message}@${one.session}`).join(" ")}`,
  );
}

describe("findVersions", () => {
  it("finds none in a conversation without branches", () => {
    expect(versions({ a: "u1 r1 u2 r2" }, "a")).toEqual([]);
  });

  it("pairs the messages that follow the same message, oldest first", () => {
    expect(versions({ b: "u1 r1 u3", a: "u1 r1 u2 r2" }, "b")).toEqual(["u3: u2@a u3@b"]);
  });

  it("pairs first messages, which follow nothing", () => {
    expect(versions({ b: "u2 r2", a: "u1 r1" }, "a")).toEqual(["u1: u1@a u2@b"]);
  });

  it("does not take a summary for a version of what it covers", () => {
    expect(versions({ b: "u1 s u3", a: "u1 u2 u3" }, "b")).toEqual([]);
  });

  it("pairs a message behind a summary by what it followed before the compression", () => {
    expect(versions({ c: "s u3 r3", b: "u1 r1 u3 r3", a: "u1 r1 u2" }, "c")).toEqual(["u3: u2@a u3@c"]);
  });

  it("names the open session for the version that is open, and the one used last for the others", () => {
    expect(versions({ d: "u1 r1 u9", c: "u2 r2 u4", b: "u2 r2", a: "u1 r1 u3" }, "b")).toEqual(["u2: u1@d u2@b"]);
  });

  it("leaves out an empty branch", () => {
    expect(versions({ b: "u1 r1", a: "u1 r1 u2" }, "a")).toEqual([]);
  });
});

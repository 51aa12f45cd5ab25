import { describe, expect, it } from "vitest";
import { nameTableOf } from "../../../src/core/conversation/text/name-table";
import { addToLedger, emptyLedger, ledgerOf } from "../../../src/core/ledger/add-to-ledger";
import { numbersOf } from "../../../src/core/ledger/mentions";
import { says, user } from "../../support/conversation";

const opening = user("Let parseHeader read src/header.ts.");
const conversation = [opening, says("parseHeader calls readLine in src/header.ts.")];

describe("the numbers of a ledger's identifiers", () => {
  it.each([
    ["one by one", conversation.reduce(addToLedger, emptyLedger)],
    ["all at once", ledgerOf(conversation)],
  ])("are those of the conversation, with their weights, where messages are added %s", (_how, { identifiers }) => {
    const numbered = numbersOf(identifiers);
    expect(numbered?.table).toBe(nameTableOf(opening));
    expect(Array.from(numbered?.numbers ?? [], (number) => numbered?.table.nameOf(number))).toEqual(
      identifiers.map(({ text }) => text),
    );
    expect([...(numbered?.weights ?? [])]).toEqual(identifiers.map(({ weight }) => weight));
  });

  it("are unknown for a copy", () => {
    expect(numbersOf([...ledgerOf(conversation).identifiers])).toBeUndefined();
  });
});

describe("a ledger that grows", () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `src/module${at}.ts`).join(" ");

  it("says what it said of a name that the next message does not mention", () => {
    const before = addToLedger(emptyLedger, user(`Read ${names(100)}.`));
    const after = addToLedger(before, says("src/module7.ts is the one."));
    const kept = new Set<unknown>(before.identifiers);
    expect(after.identifiers.filter((fact) => !kept.has(fact)).map(({ text }) => text)).toEqual(["src/module7.ts"]);
  });

  it("can be continued twice, as when a conversation branches", () => {
    const before = conversation.reduce(addToLedger, emptyLedger);
    const [one, other] = [user("Now src/one.ts."), user("Now src/other.ts.")];
    const grown = [addToLedger(before, one), addToLedger(before, other), addToLedger(before, one)];
    expect(grown).toEqual(
      [
        [...conversation, one],
        [...conversation, other],
        [...conversation, one],
      ].map(ledgerOf),
    );
  });

  it("is the same one by one and all at once, past the fading of mentions and the forgetting of names", () => {
    const messages = Array.from({ length: 200 }, (_, at) =>
      user(
        `${names(at % 9)} src/part${at}/a.ts src/part${at}/b.ts ${"x".repeat(at % 3)}${at}_name src/odd${at * 7}.ts`,
      ),
    );
    const wide = Array.from({ length: 20 }, (_, at) => user(names(150).replaceAll("module", `wide${at}x`)));
    const all = [...messages, ...wide, ...messages.slice(0, 40)];
    expect(all.reduce(addToLedger, emptyLedger)).toEqual(ledgerOf(all));
  });
});

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

import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const verdictsOf = (text: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## Key Decisions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("what the user answered through a tool", () => {
  const messages = [
    user("Design the sync."),
    ...step(
      "ask_user",
      {
        question: "Should I keep the merge cache for small pushes, or cut it for simplicity?",
        choices: [
          "Keep the merge cache for small pushes (Recommended)",
          "Cut the merge cache: every push locks the table",
        ],
      },
      "User selected: Keep the merge cache for small pushes (Recommended)",
    ),
    ...step("ask_user", { question: "Who closes the ticket?" }, "User responded: the release bot closes tickets"),
    ...step(
      "AskUserQuestion",
      {
        questions: [
          {
            question: "Where do fixtures live?",
            options: [{ label: "Beside the tests" }, { label: "In a shared folder" }],
          },
        ],
      },
      'User has answered your questions: "Where do fixtures live?"="Beside the tests". You can now continue.',
    ),
    ...step(
      "request_user_input",
      {
        questions: [
          {
            id: "db",
            question: "Which store?",
            options: [{ label: "A Postgres cluster" }, { label: "One SQLite file" }],
          },
        ],
      },
      '{"answers":{"db":{"answers":["One SQLite file"]}}}',
    ),
    ...step(
      "Bash",
      { command: "rm -rf out" },
      "The user doesn't want to proceed with this tool use. The user said:\nkeep the nightly snapshots for audits",
      "failed",
    ),
  ];

  it.each([
    "User chose to keep the merge cache for small pushes.",
    "User wants the release bot to close tickets.",
    "User decided that fixtures live beside the tests.",
    "The user picked one SQLite file as the store.",
    "User wants the nightly snapshots kept for audits.",
  ])("are their words: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });

  it.each([
    "User decided to cut the merge cache, so that every push locks the table.",
    "User decided that fixtures live in a shared folder.",
    "The user picked a Postgres cluster as the store.",
  ])("are against what they passed over: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });
});

describe("texts of programs in messages of the user", () => {
  const report = "The worker proposes a nightly export of invoices to a bucket.";
  const messages = [
    user("Look at the export."),
    user(`<task-notification>\n<result>${report}</result>\n</task-notification>`),
    user(`<system-reminder>Postgres upgrades wait for the freeze.</system-reminder>\nuse gzip for the export`),
  ];

  it.each([
    "User wants a nightly export of invoices to a bucket.",
    "User decided that Postgres upgrades wait for the freeze.",
  ])("decide nothing: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it("leave what the user wrote beside them", () => {
    expect(verdictsOf("User asked to use gzip for the export.", messages)).toEqual([]);
  });
});

describe("a long text that the user pasted", () => {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${at}: the scheduler printed its usual heartbeat for shard ${at}`,
  );
  const pasted = [
    "archive folders are noise.",
    ...lines,
    "the parser reads one file.",
    ...lines,
    "Please write the ledger with double entries from now on.",
    ...lines,
    "an invoice belongs to a quarter.",
  ].join("\n");
  const messages = [user(pasted), says("Understood.")];

  it("has the words of a decision in one place, or it has it not", () => {
    expect(verdictsOf("User decided to archive parser invoices.", messages)).toEqual(["unchecked"]);
    expect(verdictsOf("User wants the ledger written with double entries.", messages)).toEqual([]);
  });
});

describe("an answer that goes its own way", () => {
  const messages = [
    user("Will that let us test the core?"),
    says("Yes: the core gets unit tests with a mock transport, and the modes become thin. Shall I write the plan?"),
    user("i would only want end-to-end runs for the core, anything else is a waste. write the plan with that in mind"),
  ];

  it("takes up nothing of what was proposed", () => {
    expect(verdictsOf("User decided to cover the core by unit tests with a mock transport.", messages)).toEqual([
      "unchecked",
    ]);
  });
});

describe("a wish with a remark in parentheses", () => {
  const messages = [user("Open a GitHub PR (never merge locally) when it is done. We no longer need the logs folder.")];

  it.each(["User wants a GitHub PR opened.", "User wants no logs folder any more."])("goes its own way: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

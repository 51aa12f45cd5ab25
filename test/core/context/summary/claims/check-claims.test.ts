import { describe, expect, it } from "vitest";
import { renderSentence } from "../../../../../src/core/base/sentence";
import { createCompressor } from "../../../../../src/core/context/compressor/compressor";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { ledgerOf } from "../../../../../src/core/ledger/add-to-ledger";
import { call, failure, result, says, summary, user } from "../../../../support/conversation";
import { TRAJECTORIES, trajectory } from "../../../../support/trajectories";

const signal = new AbortController().signal;
const ran = (command: string, output: string, key: string): readonly Message[] => [
  says(call("terminal", JSON.stringify({ command }), key)),
  output.includes("[exit code 0]") ? result("terminal", output, key) : failure("terminal", output, key),
];
const WORK: readonly Message[] = [
  user("Fix the parser"),
  says(call("patch", '{"path":"src/parser.ts"}', "p")),
  result("patch", "Patched src/parser.ts", "p"),
  ...ran("npm test", " Tests  2 failed | 3 passed (5)\n[exit code 1]", "t"),
];
const check = (text: string, messages = WORK) => checkClaims(text, recordOf({ messages }));

describe("a claim", () => {
  it.each(["(*", "[+", "a)"])("is read whatever signs it quotes: %s", (quoted) => {
    const searched = [...WORK, ...ran("grep -c x src", "5 matches\n[exit code 0]", "g")];
    expect(() => check(`## Active State\n- Found 12 matches for "${quoted}".`, searched)).not.toThrow();
  });
});

describe("a correction", () => {
  it("takes the place of the false words, and leaves number, heading and true words", () => {
    const { text } = check(
      "## Completed Actions\n1. Patched src/parser.ts\n2. Ran `npm test` → exit 0\n\n" +
        "## Active State\n- Edited src/parser.ts, and all 5 tests pass.",
    );
    expect(text).toBe(
      [
        "## Completed Actions",
        "1. Patched src/parser.ts",
        "2. [corrected: `npm test` counted 3 passed, 2 failed]",
        "",
        "## Active State",
        "- Edited src/parser.ts, and [corrected: `npm test` counted 3 passed, 2 failed].",
      ].join("\n"),
    );
  });

  it("names the message that tells", () => {
    const { claims } = check("Ran `npm test` → exit 0");
    expect(claims).toMatchObject([{ verdict: "contradicted", messageId: WORK.at(-1)?.id }]);
    expect(claims.map(({ correction }) => correction && renderSentence(correction))).toEqual([
      "`npm test` counted 3 passed, 2 failed",
    ]);
  });

  it("gives way to a newer one where the state has changed since", () => {
    const first = check("## Active State\n- `npm test` exits with 0").text;
    const later = [...WORK, ...ran("npm test", " Tests  5 passed (5)\n[exit code 0]", "u")];
    expect(check(first, later).text).toContain("[corrected: `npm test` counted 5 passed, 0 failed]");
  });

  it("marks what cannot be checked once", () => {
    const first = check("## Key Decisions\n- The user decided to use Kotlin.").text;
    expect(first).toBe("## Key Decisions\n- The user decided to use Kotlin [unverified].");
    expect(check(first).text).toBe(first);
  });
});

describe("the record", () => {
  it("reaches back over the whole chain by the originals an engine keeps", () => {
    const after = [
      summary(
        "Work was done.",
        WORK.map(({ id }) => id),
      ),
      user("Go on"),
    ];
    const record = recordOf({ messages: after, originals: WORK });
    expect(checkClaims("Patched src/parser.ts.", record).claims).toEqual([]);
    expect(checkClaims("Patched src/lexer.ts.", record).claims).toHaveLength(1);
  });

  it("reaches back by the ledger where the messages are gone, also for a file that was only read since", () => {
    const read: readonly Message[] = [
      says(call("read_file", '{"path":"src/parser.ts"}', "r")),
      result("read_file", "code", "r"),
    ];
    const ledger = ledgerOf([...WORK, ...read]);
    const record = recordOf({ messages: [user("Go on")], ledger });
    expect(checkClaims("Edited src/parser.ts; `npm test` failed.", record).claims).toEqual([]);
  });

  it("holds nothing against a summary that repeats an earlier one about a lost past", () => {
    const lost = [summary("## Completed Actions\n1. Edited src/old.ts\n2. Ran `make` → exit 0"), user("Go on")];
    const record = recordOf({ messages: lost });
    expect(checkClaims("## Completed Actions\n1. Edited src/old.ts\n2. Ran `make` → exit 0", record).claims).toEqual(
      [],
    );
    expect(checkClaims("## Completed Actions\n1. Edited src/new.ts", record).claims).toHaveLength(1);
  });

  it("does not contradict what a command may have done unseen", () => {
    const work = [
      ...WORK,
      says(call("read_file", '{"path":"src/a.ts"}', "r")),
      result("read_file", "code", "r"),
      ...ran("npx prettier --write src", "[exit code 0]", "f"),
    ];
    expect(check("Reformatted src/a.ts.", work).claims).toEqual([]);
    expect(check("Created src/never.ts.", work).claims).toMatchObject([{ verdict: "contradicted" }]);
  });
});

describe("what the record decides", () => {
  const refused = "The user denied this call. Do not repeat it; choose another way or ask what they would prefer.";
  const edited = (path: string, find: string, replace: string, key: string): readonly Message[] => [
    says(call("patch", JSON.stringify({ path, find, replace }), key)),
    result("patch", `Patched ${path}.`, key),
  ];
  const work: readonly Message[] = [
    user("Make the loader retry"),
    ...edited("src/loader.ts", "log.error(row)", "log.warn(row)", "a"),
    ...ran(
      "pytest",
      "FAILED tests/test_load.py::test_lock - OperationalError: locked\n1 failed, 9 passed\nexit code 1",
      "b",
    ),
    ...ran(
      "pytest tests/test_load.py",
      "FAILED tests/test_load.py::test_lock - OperationalError: locked\nexit code 1",
      "c",
    ),
    ...ran("pytest tests/test_parse.py", "6 passed in 0.1s\nexit code 0", "d"),
    says(call("terminal", '{"command":"git push origin main"}', "e")),
    result("terminal", refused, "e"),
  ];
  const verdictsOf = (section: string, words: string) =>
    check(`## ${section}\n${words}`, work).claims.map(({ verdict }) => verdict);

  it.each([
    ["a call that the user refused was never run", "Completed Actions", "3. RUN git push origin main — done"],
    [
      "an error is over when its own test ran again without it",
      "Resolved Questions",
      "OperationalError no longer occurs.",
    ],
    [
      "a question names the trouble of its answer",
      "Resolved Questions",
      "Is OperationalError still there? No, it vanished.",
    ],
    [
      "a change put in what its text has",
      "Completed Actions",
      "Changed the call in src/loader.ts from error to debug.",
    ],
    ["a list of changed files is one in any report", "Relevant Files", "```\nM  src/parser.ts\n```"],
    [
      "a quoted exit code is that of the run before it",
      "Critical Context",
      "`pytest` ended so:\n```\nexit code 3\n```",
    ],
    ["a file in another folder is another file", "Relevant Files", "- `lib/core/loader.ts` has the retry"],
    ["as many tests as no run had are made up", "Active State", "- The suite has 25 tests."],
  ])("%s", (_, section, words) => expect(verdictsOf(section, words)).toContain("contradicted"));

  it.each([
    ["Critical Context", "`git push origin main` was denied by the user and never executed."],
    ["Completed Actions", "Changed the call in src/loader.ts from error to warn."],
    ["Relevant Files", "```\nM  src/loader.ts\n```"],
    ["Active State", "- tests/test_parse.py: 6 passed"],
  ])("leaves what is so alone: %s | %s", (section, words) => expect(verdictsOf(section, words)).toEqual([]));
});

describe("the check", () => {
  it("finds nothing to correct in hand-offs that code wrote about recorded sessions", async () => {
    for (const name of TRAJECTORIES) {
      const engine = createCompressor({ contextLength: 16_000, summarize: async () => "" });
      await engine.compress(trajectory(name), { trigger: "manual", summary: "deterministic", signal });
      expect(engine.status().lastCompression?.report?.verification?.contradicted ?? []).toEqual([]);
    }
  });

  it.each([
    ["a path without end", "a/".repeat(20_000)],
    ["numbers without end", "1 of 2 ".repeat(8_000)],
    ["verbs without end", "edited ".repeat(8_000)],
    ["tests without end", "all tests now ".repeat(5_000)],
    ["quotes without end", "`".repeat(40_000)],
    ["commands without end", "npm run a && ".repeat(4_000)],
    ["spaces without end", `ran${" ".repeat(40_000)}x`],
    ["many short lines", "- Edited src/ghost.ts\n".repeat(3_000)],
  ])("ends on hostile text: %s", (_, text) => {
    expect(check(text).text.length).toBeGreaterThan(0);
  });
});

describe("a summary that restates the rules of the project", () => {
  const systemPrompt = "# Rules\n\nAGENTS.md: prices are whole cents, see `formatCents`. Run `make verify-all` first.";
  const summary = [
    "## Constraints & Preferences",
    "- AGENTS.md: run `make verify-all` before a commit",
    "",
    "## Critical Context",
    "- `formatCents()` from AGENTS.md is the only way to print a price",
  ].join("\n");

  it("is left alone: rules are known without a message", () => {
    expect(checkClaims(summary, recordOf({ messages: WORK, systemPrompt })).claims).toEqual([]);
  });

  it("is held against them like against messages", () => {
    const { claims } = checkClaims(
      summary.replaceAll("formatCents", "printEuros"),
      recordOf({ messages: WORK, systemPrompt }),
    );
    expect(claims.map(({ verdict }) => verdict)).toEqual(["contradicted"]);
    expect(claims[0]?.messageId).toBeUndefined();
  });

  it("knows what was attached to a message of the user", () => {
    const attached = WORK.map((message) =>
      message.role === "user" ? { ...message, attachment: "Branch: summer-season" } : message,
    );
    expect(check("## Active State\n- Branch `summer-season`", attached).claims).toEqual([]);
  });
});

describe("a command that a summary writes with blanks", () => {
  const restored = [
    ...WORK,
    ...ran('git stash push -m "before the fix" -- .entire/hooks src/parser.ts', "Saved\n[exit code 0]", "s"),
  ];

  it.each([
    'Ran `git stash push -m "<label>" -- <files>`',
    "Ran `git stash push -m ... -- .entire/hooks ...`",
    "Ran `git stash push -m … -- {paths}`",
    "运行了 `git stash push -m <说明> -- <文件>`",
  ])("is the one that ran: %s", (told) => {
    expect(check(`## Completed Actions\n1. ${told}`, restored).claims).toEqual([]);
  });

  it.each(["Ran `git restore <files>`", "Ran `git stash drop ...`"])("may never have run: %s", (told) => {
    const { claims } = check(`## Completed Actions\n1. ${told}`, restored);
    expect(claims.map(({ verdict }) => verdict)).toEqual(["contradicted"]);
  });

  it("is not cut at the packages of Go", () => {
    const tested = [...WORK, ...ran("go test ./internal/queue/", "ok\n[exit code 0]", "g")];
    const { claims } = check("## Completed Actions\n1. Ran `go test ./...` → exit 0", tested);
    expect(claims.map(({ verdict }) => verdict)).toEqual(["contradicted"]);
  });
});

describe("weak evidence strikes nothing", () => {
  const booked: readonly Message[] = [
    user("Book the flight"),
    says(call("book_reservation", '{"from":"JFK","to":"SEA"}', "b")),
    result("book_reservation", '{"reservation":"M20IZO","total":1203}', "b"),
  ];
  const searched: readonly Message[] = [
    ...WORK,
    ...ran("rg -c send_file app", "21 controllers were searched\n[exit code 0]", "r"),
    ...ran("gofmt -l . ; go test ./color/...", "ok\n[exit code 0]", "g"),
  ];
  const unnumbered: readonly Message[] = [
    user("Check it"),
    says(call("Bash", '{"command":"nix flake check"}', "n")),
    result("Bash", "checking derivations", "n"),
  ];

  it.each([
    ["what another tool was given", "1. Booked the flight from `JFK` to Seattle", booked],
    ["an amount with a comma in it", "1. Booked the flight for $1,203 in all", booked],
    ["an id that begins with digits", "1. [assistant 97460809-a773-4c41-bdba-ea5adb74d16a] looked at the parser", WORK],
    ["a word that ends like the name of a file", "1. Took a CPU profile of the parser", WORK],
    ["a handful of things, counted by eye", "1. Searched `send_file` — two controllers use it", searched],
    ["a word about one command of several", "1. Ran `gofmt`, and the full suite of `color` — clean", searched],
    ["a failure that no exit code tells", "1. Ran `nix flake check` — it fails on main as well", unnumbered],
  ])("%s", (_, told, messages) => {
    const { claims } = check(`## Completed Actions\n${told}`, messages);
    expect(claims.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
  });
});

describe("how things are now", () => {
  const mended: readonly Message[] = [
    ...WORK,
    ...ran("npm test -- parser", " Tests  1 failed | 2 passed (3)\n[exit code 1]", "n"),
    ...ran("npm test", " Tests  5 passed (5)\n[exit code 0]", "w"),
  ];

  it.each(["- The last `npm test` run: 2 failed, 3 passed", "- npm test 最近一次结果：2 个失败、3 个通过"])(
    "is told by the newest run alone: %s",
    (told) => {
      expect(check(`## Active State\n${told}`, mended).claims.map(({ verdict }) => verdict)).toEqual(["contradicted"]);
    },
  );

  it("is true where the newest run says so", () => {
    expect(check("## Active State\n- The last `npm test` run: 5 passed", mended).claims).toEqual([]);
  });
});

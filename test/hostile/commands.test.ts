import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callId } from "../../src/core/conversation/ids";
import type { ApprovalOptions } from "../../src/core/tools/approval";
import { createApprovals } from "../../src/core/tools/approval";
import { systemCommands } from "../../src/core/tools/shell/run-approval";
import type { ApprovalAnswer } from "../../src/core/tools/tool";
import { allowAll, echo } from "../support/tools";
import { USUAL_ALLOWANCES } from "../support/usual-allowances";

/** Read as it is: bundlers refuse half a character, which is one of the cases. */
const {
  asks,
  refused,
  unasked,
  "tasks beyond the rule": otherTasks,
}: {
  readonly asks: Readonly<Record<string, readonly string[]>>;
  readonly refused: readonly string[];
  readonly unasked: readonly string[];
  readonly "tasks beyond the rule": readonly string[];
} = JSON.parse(readFileSync(new URL("./commands.json", import.meta.url), "utf8"));

/** Allowed on top of the usual, so that nothing is asked merely because its program is not listed. */
const WIDE = [
  ...USUAL_ALLOWANCES,
  ..."node python3 perl ruby php env bash sh uniq fd gawk timeout make cargo go npm npx pytest git-x tree tail".split(
    " ",
  ),
  ...[
    "git fetch",
    "git clone",
    "git push",
    "git rebase",
    "git pull",
    "git stash list",
    "git bisect",
    "git submodule",
    "git config",
  ],
  ...["git difftool", "git ls-remote", "git archive", "./gradlew", "while", "sed", "nohup", "nice", "watch", "stdbuf"],
  ...[
    "eval",
    "source",
    ".",
    "exec",
    "command",
    "builtin",
    "trap",
    "read",
    "export",
    "declare",
    "let",
    "unset",
    "wait",
    "set",
  ],
];

/** How the real gate ends where nobody is there to answer. */
async function gate(
  command: string,
  { cwd = "/w", ...options }: Partial<ApprovalOptions> & { readonly cwd?: string; readonly answers?: ApprovalAnswer[] },
): Promise<"unasked" | "asks" | "refused"> {
  let asked = 0;
  const approvals = createApprovals({
    rules: () => ({ ...allowAll, run: "ask", allowedCommands: WIDE }),
    trust: () => "trusted",
    ask: async () => {
      asked++;
      return { kind: "deny" };
    },
    commands: { shell: () => "bash", findGitPrograms: async () => [] },
    ...options,
  });
  const watch = { onApprovalAsked: () => undefined, onApprovalAnswered: () => undefined };
  const preview = { kind: "ready", title: "Run a command", detail: command, command, cwd } as const;
  const call = { callId: callId("c1"), tool: echo({ category: "run" }), preview };
  const verdict = await approvals.decide(call, watch, new AbortController().signal);
  if (asked > 0) return "asks";
  return verdict.kind === "allowed" ? "unasked" : "refused";
}

describe.each(Object.entries(asks))("%s", (_, lines) => {
  it.each(lines)("%j asks", async (line) => {
    expect(await gate(line, {})).toBe("asks");
  });
});

it.each(refused)("%j is refused", async (line) => {
  const rules = () => ({ ...allowAll, allowedCommands: WIDE, deniedCommands: ["rm -rf", "curl", "git push"] });
  expect(await gate(line, { rules })).toBe("refused");
});

it.each(otherTasks)("%j asks where only the first task is allowed", async (line) => {
  const allowedCommands = ["make test", "mvn test", "gradle test", "./gradlew test", "just test", "deno test"];
  expect(await gate(line, { rules: () => ({ ...allowAll, run: "ask", allowedCommands }) })).toBe("asks");
});

it.each(unasked)("%j stays unasked", async (line) => {
  const rules = () => ({ ...allowAll, run: "ask" as const, allowedCommands: USUAL_ALLOWANCES });
  expect(await gate(line, { rules })).toBe("unasked");
});

describe("on Windows", () => {
  it.each(["ls", "git status", "npm test", "dir", "echo %PATH%", "ls & del x"])("%j asks", async (line) => {
    expect(await gate(line, { commands: systemCommands("win32") })).toBe("asks");
    expect(await gate(line, { commands: systemCommands("win32"), rules: () => allowAll })).toBe("asks");
  });

  it("what is forbidden stays forbidden", async () => {
    const rules = () => ({ ...allowAll, deniedCommands: ["del"] });
    expect(await gate("DEL.exe /q x", { commands: systemCommands("win32"), rules })).toBe("refused");
  });
});

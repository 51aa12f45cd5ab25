import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const refused = (command: string, answer: string): readonly Message[] => step("terminal", { command }, answer);
const patched = (path: string, find: string, replace: string): readonly Message[] =>
  step("patch", { path, find, replace }, `Patched ${path}.`);

const verdictsOf = (section: string, text: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a call that a person did not allow", () => {
  const ANSWERS = [
    "Permission denied by user: command was not run.",
    "User refused to run this command.",
    "Rejected by the user. The command did not run.",
    "Blocked: the user did not allow this command. It was not executed.",
    "User said no; the push was not performed.",
    "The operator declined this call.",
    "用户拒绝了此命令，未执行。",
  ];
  const told = (answer: string) => [user("Fix it"), ...refused("git push -u origin fix-cart", answer)];

  it.each(ANSWERS)("was not made: %s", (answer) => {
    expect(verdictsOf("Completed Actions", "1. RUN git push -u origin fix-cart", told(answer))).toEqual([
      "contradicted",
    ]);
  });

  it.each([
    "Branch fix-cart pushed to origin.",
    "The branch was pushed with upstream tracking.",
    "已将分支推送到远端。",
  ])("is not told as done: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, told(ANSWERS[1] ?? ""))).toEqual(["contradicted"]);
  });

  it.each(["The push of fix-cart was refused by the user.", "git push 被用户拦下，没有执行。"])(
    "may be told as refused: %s",
    (text) => {
      expect(verdictsOf("Completed Actions", text, told(ANSWERS[1] ?? ""))).toEqual([]);
    },
  );

  it("is no output that speaks of users", () => {
    const messages = [user("List them"), ...step("terminal", { command: "psql -c users" }, "user admin: not blocked")];
    expect(verdictsOf("Completed Actions", "Ran `psql -c users`.", messages)).toEqual(["contradicted"]);
  });
});

describe("a change that is told", () => {
  const messages = [
    user("Retry three times"),
    ...patched("src/client.ts", "const retries = 1;", "const retries = 3;"),
    ...step(
      "patch",
      { path: "src/pool.ts", find: "maxIdle: 4", replace: "maxIdle: 9, reapInterval: 50" },
      "Error: text not found in src/pool.ts. Nothing was changed.",
    ),
    user("Now pass an abortSignal to the client as well"),
  ];

  it.each([
    "`abortSignal` is now passed to the client.",
    "12. PATCH src/client.ts — abortSignal added [tool: patch]",
    "已在 client 中加入 abortSignal。",
    "Set reapInterval in the pool options.",
  ])("is wrong where no change has its names: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(["contradicted"]);
  });

  it.each(["src/client.ts: `retries` raised to 3", "The patch of reapInterval did not apply."])(
    "is left alone where it is true: %s",
    (text) => {
      expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
    },
  );
});

describe("a run with the work that came before it", () => {
  const messages = [
    user("Make the cart tests pass"),
    ...shell("npm test", " Tests  5 passed (5)", 0),
    ...patched("src/useCartEvents.ts", "refetch();", "if (isMutating()) return;\nrefetch();"),
    ...shell("npm test", " FAIL removes an item\n Tests  1 failed | 4 passed (5)", 1),
    ...patched("src/CartDrawer.tsx", "useMutation({", 'useMutation({ mutationKey: ["cart"],'),
    ...shell("npm test", " Tests  5 passed (5)", 0),
  ];

  it.each([
    "Once useCartEvents was patched, all 5 tests passed.",
    "After the isMutating guard the suite was green.",
    "修改 useCartEvents 之后，5 个测试全部通过。",
    "After CartDrawer got a mutationKey one test failed.",
  ])("is the run right after it: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(["contradicted"]);
  });

  it.each([
    "Once useCartEvents was patched, one test failed.",
    "After CartDrawer got a mutationKey all 5 tests passed.",
    "在 CartDrawer 加上 mutationKey 之后，5 个测试全部通过。",
  ])("is left alone where it went so: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

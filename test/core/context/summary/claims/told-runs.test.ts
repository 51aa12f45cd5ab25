import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const messages = [
  user("Move the store"),
  ...shell("npm run check", "ok", 0),
  ...shell("nix fmt -- flake.nix home-manager/default.nix 2>&1 | tail", "timed out after 1m", 143),
  ...shell("nix fmt -- home-manager/default.nix", "0 changed", 0),
  ...shell("npm run check", "TS2305: no exported member", 2),
  ...shell("cat > ask.md <<'EOF'\nThe first rg search for shelves is yours.\nEOF\nworker add ask.md", "started", 0),
  ...shell('rg -n "shelves" README.md apps', "rg: apps: No such file or directory\nREADME.md:3: shelves", 2),
  ...shell("go test -count=1 ./store ./shelf", "ok  store  0.1s\nok  shelf  0.2s", 0),
  ...shell("tail store.log", "review received: 3782 bytes in 22.745s", 0),
  ...step("read_file", { path: "ui/button.tsx" }, "1\texport const Button = 1;"),
];
const verdictsOf = (section: string, text: string): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a run by what tells it from others", () => {
  it.each([
    ["Critical Context", "那次传入 flake.nix 的 nix fmt 在一分钟后超时，退出码 143；之后重跑没有改动。"],
    ["Critical Context", "nix fmt on flake.nix timed out after a minute with exit code 143."],
    ["Completed Actions", "4. WP2 的第一次 `npm run check` 失败（退出码 2）。"],
    ["Critical Context", "The first rg search for shelves exited with code 2, as `apps` does not exist."],
    ["Active State", "The last go test -count=1 run over store and shelf was ok."],
    ["Relevant Files", "`ui/button.tsx` — grepped for the variants and read (lines 1–45); not modified."],
    ["Critical Context", "store.log: the review took 22.745 s."],
  ])("is not held against another: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toEqual([]);
  });

  it.each([["Completed Actions", "7. RUN home-manager switch — activated the new shelves [tool: terminal]"]])(
    "is not a file that has the name of a program: %s, %s",
    (section, text) => {
      expect(verdictsOf(section, text)).toContain("contradicted");
    },
  );
});

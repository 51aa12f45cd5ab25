import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const bench = (nanoseconds: number, allocations: number) =>
  shell("go test -bench Encode", `BenchmarkEncode-8  90210  ${nanoseconds} ns/op  ${allocations} allocs/op`, 0);

const messages = [
  user("Make Encode faster."),
  ...bench(8400, 62),
  ...step("patch", { path: "pool.go", find: "poolSize = 2", replace: "poolSize = 16" }, "Patched pool.go."),
  ...bench(2100, 9),
  ...shell("terraform plan", "Plan: 2 to add, 1 to change, 0 to destroy.", 0),
];
const verdictsOf = (text: string, section = "Critical Context"): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("how far something went", () => {
  it.each([
    "Allocations fell from 62 to 3 per call.",
    "From 8400 to 1250 ns/op",
    "每次调用的分配从 62 降到 3",
    "About 9x faster than the baseline of 8400 ns/op",
    "poolSize was raised from 2 to 62",
    "poolSize 由 2 改为 62",
    "Plan of the second run: 5 to add, 1 to change.",
  ])("is measured by the same series: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });

  it.each([
    "Allocations fell from 62 to 9 per call.",
    "From 8400 to about 2100 ns/op",
    "每次调用的分配从 62 降到 9",
    "About 4x faster than the baseline of 8400 ns/op",
    "poolSize was raised from 2 to 16",
    "Plan: 2 to add, 1 to change, 0 to destroy.",
  ])("may be told as it was: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });
});

describe("an entry of a list of files", () => {
  it.each([
    "internal/encode/drain.go — removes stale buffers, ready for the next release",
    "Directory.Build.props — shared versions, introduced for the upgrade",
    "internal/encode/drain.go：用来删除旧缓冲，已准备好",
  ])("is there: %s", (text) => {
    expect(verdictsOf(text, "Relevant Files")).toEqual(["contradicted"]);
  });

  it.each(["pool.go — holds the buffers, removes stale ones", "internal/encode/drain.go — not written yet"])(
    "may be one of the record, or a plan: %s",
    (text) => {
      expect(verdictsOf(text, "Relevant Files")).toEqual([]);
    },
  );
});

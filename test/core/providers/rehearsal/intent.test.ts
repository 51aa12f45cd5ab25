import { expect, it } from "vitest";
import { readIntent } from "../../../../src/core/providers/rehearsal/intent";
import { findRepair } from "../../../../src/core/providers/rehearsal/repair";

it.each([
  ["Run `npm run log` and find the best day.", { kind: "run", command: "npm run log" }],
  ["运行“npm run log”，找出最好的一天。", { kind: "run", command: "npm run log" }],
  ["執行「npm run log」，找出最好的一天。", { kind: "run", command: "npm run log" }],
  ["One test fails. Find it, fix it, and run the tests again.", { kind: "fix" }],
  ["Find and fix a bug in the open file", { kind: "fix" }],
  ["有一个测试失败。找到并修复它，然后重新运行测试。", { kind: "fix" }],
  ["有一個測試失敗。請找出並修正，然後重新執行測試。", { kind: "fix" }],
  ["Run the tests and explain what fails", { kind: "tests" }],
  ["which tests fail?", { kind: "tests" }],
  ["What changed? Show my changes.", { kind: "changes" }],
  ["list the TODOs", { kind: "search", pattern: "TODO|FIXME" }],
  ["where is priceOf used in this file?", { kind: "search", pattern: "priceOf" }],
  ['search for "discount rate" please', { kind: "search", pattern: "discount rate" }],
  ["find the code that handles discounts", { kind: "search", pattern: "discounts" }],
  ["find the file", { kind: "look", files: 1 }],
  ["explain src/cart.js and price.js, then src/cart.js again", { kind: "read", files: ["src/cart.js", "price.js"] }],
  ["Explain how this project is structured", { kind: "look", files: 1 }],
  ["explore everything", { kind: "look", files: 30 }],
])("understands %j", (ask, intent) => {
  expect(readIntent(ask)).toEqual(intent);
});

it.each([
  ["const discount = sum * rate;\nreturn sum - sum * discount;", "sum - sum * discount", "sum - discount"],
  [
    "const cut = isRegular ? total * RATE : 0;\nreturn Math.round(total - total * cut);",
    "total - total * cut",
    "total - cut",
  ],
])("repairs a share that is applied twice: %j", (source, find, replace) => {
  expect(findRepair(source)).toMatchObject({ find, replace });
});

it.each(["const rate = 0.1;\nreturn sum - sum * rate;", "const discount = sum * rate;\nreturn sum - discount;", ""])(
  "leaves alone what is right: %j",
  (source) => {
    expect(findRepair(source)).toBeUndefined();
  },
);

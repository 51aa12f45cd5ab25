import { expect, it } from "vitest";
import { askedText } from "../../../../src/core/context/recall/asked-text";

it("is a typed request as it is", () => {
  expect(askedText("Why is FEATURE_GATE_77 off?")).toBe("Why is FEATURE_GATE_77 off?");
});

it("is the beginning and the end of a request with a pasted text, which explains its own names", () => {
  const log = "2026-02-12 worker_pool drained by schedulerTick\n".repeat(200);
  const asked = askedText(`Why does retryLimit matter here?\n${log}See parseConfig.`);
  expect([asked.includes("retryLimit"), asked.includes("parseConfig"), asked.length < 450]).toEqual([true, true, true]);
});

it("is nothing of a notice that a program sent", () => {
  const notice = `<task-notification>\n<task-id>a19ac5e8</task-id>\n${"The gradientCell check is done. ".repeat(50)}`;
  expect(askedText(notice)).toBe("");
});

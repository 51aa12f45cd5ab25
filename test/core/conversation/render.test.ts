import { expect, it } from "vitest";
import { messageId } from "../../../src/core/conversation/ids";
import type { SummaryMessage } from "../../../src/core/conversation/message";
import { parseSummary, summaryText } from "../../../src/core/conversation/render";

it("reads a rendered summary back, whatever its pinned texts contain", () => {
  const inner: SummaryMessage = { role: "summary", id: messageId("s0"), text: "## Active Task\nNone.", covers: [] };
  const tricky = { ...inner, pins: [{ name: "inner", text: "a\n</pinned>\n" }], restatedRequest: "and now?" };
  const pins = [
    { name: "file a.ts", text: "\tconst a = 1;  \r\n" },
    { name: "earlier summary", text: summaryText(tricky) },
    { name: "empty", text: "" },
  ];
  const whole = { text: "## Active Task\nGo on.", pins, restatedRequest: "Do it." };
  expect(parseSummary(summaryText({ ...inner, ...whole }))).toEqual(whole);
  expect(parseSummary(summaryText({ ...inner, pins }))).toEqual({ text: inner.text, pins });
});

import { expect, it } from "vitest";
import type { RequestOutline } from "../../../../../src/core/agent/session/sizes/gauge";
import { Gauge } from "../../../../../src/core/agent/session/sizes/gauge";
import { estimateMessageTokens } from "../../../../../src/core/tokens/estimate";
import { says, user } from "../../../../support/conversation";
import { model } from "../../../../support/models";

const usage = (prompt: number, output: number) => ({
  input: prompt,
  cacheRead: 0,
  cacheWrite: 0,
  output,
  reasoning: 0,
});
const sent = (messages: RequestOutline["messages"], over = {}): RequestOutline => ({
  model: model(over),
  messages,
  fixedTokens: 1_000,
});

it("estimates while nothing was reported", () => {
  const messages = [user("hello")];
  expect(new Gauge().size(sent(messages))).toEqual({
    tokens: 1_000 + estimateMessageTokens(messages[0]!),
    source: "estimated",
  });
});

it("takes the reported prompt, its reply and a calibrated estimate of what was appended since", () => {
  const gauge = new Gauge();
  const first = [user("hello")];
  gauge.report(sent(first), usage(2_000, 50));
  const appended = user("word ".repeat(100));
  const ratio = 2_000 / (1_000 + estimateMessageTokens(first[0]!));
  const reply = says("hi");
  expect(gauge.size(sent([...first, reply, appended]))).toEqual({
    tokens:
      2_000 + Math.round(estimateMessageTokens(reply) * ratio) + Math.round(estimateMessageTokens(appended) * ratio),
    source: "reported",
  });
});

it("does not trust a report once an earlier message changed", () => {
  const gauge = new Gauge();
  gauge.report(sent([user("hello")]), usage(1_200, 50));
  expect(gauge.size(sent([user("hullo"), says("hi")])).source).toBe("estimated");
});

it("does not trust a report of another model", () => {
  const gauge = new Gauge();
  const first = [user("hello")];
  gauge.report(sent(first), usage(1_200, 50));
  expect(gauge.size(sent([...first, says("hi")], { model: "claude-y" })).source).toBe("estimated");
});

it("does not trust a report of the same model on another server", () => {
  const gauge = new Gauge();
  const first = [user("hello")];
  gauge.report(sent(first, { baseUrl: "http://one" }), usage(9_000, 50));
  const elsewhere = sent([...first, says("hi")], { baseUrl: "http://two" });
  expect(gauge.size(elsewhere)).toEqual(new Gauge().size(elsewhere));
});

it("moves with the estimator's ratio when the conversation was replaced by a shorter one", () => {
  const gauge = new Gauge();
  const long = [user("word ".repeat(4_000))];
  gauge.report(sent(long), usage(12_000, 10));
  const size = gauge.size(sent([user("word ".repeat(400))]));
  expect(size.source).toBe("estimated");
  expect(size.tokens).toBeLessThan(6_000);
});

it("tells a provider that never reports from one that has not answered yet", () => {
  const gauge = new Gauge();
  expect(gauge.usageReports).toBe("none-yet");
  gauge.report(sent([user("a")]), undefined);
  expect(gauge.usageReports).toBe("never");
  gauge.report(sent([user("a")]), usage(10, 1));
  expect(gauge.usageReports).toBe("seen");
});

it("corrects its estimate by usage on record, and still calls it an estimate", () => {
  const gauge = new Gauge();
  const messages = [user("word ".repeat(1_000))];
  expect(gauge.estimateBasis(sent(messages))).toBe("rough");
  gauge.calibrate(sent(messages), usage(3_000, 50));
  expect(gauge.size(sent(messages))).toEqual({ tokens: 3_000, source: "estimated" });
  expect(gauge.estimateBasis(sent(messages))).toBe("usage");
  expect(gauge.lastReportedTokens).toBe(3_000);
});

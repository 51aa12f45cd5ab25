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

it.each([
  ["a prompt", "ada@host shop % tail -f logs/worker_pool.log"],
  ["a script", "> shop@1.4.2 start"],
  ["a level", "[ERROR] cannot open gradientCell.json"],
  ["a time", "2026-02-12T10:28:41+01:00 [pool] worker_pool drained"],
  ["a stack frame", "    at loadManifest (/shop/plugins/themes.js:31:18)"],
])("is nothing of %s that was pasted", (_, line) => {
  expect(askedText(`${line}\nDid we forget parseConfig?`)).toBe("Did we forget parseConfig?");
});

it("is all of a quotation and a list", () => {
  const typed = "> retryLimit is read by parseConfig\n- at least keep FEATURE_GATE_77\nIs that right?";
  expect(askedText(typed)).toBe(typed);
});

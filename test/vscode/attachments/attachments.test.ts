import { describe, expect, it } from "vitest";
import { attachedPart } from "../../../src/core/conversation/attached";
import { estimatePartTokens } from "../../../src/core/tokens/estimate";
import type { Mention } from "../../../src/protocol/attachments";
import { Attachments } from "../../../src/vscode/attachments/attachments";

const mention: Mention = { kind: "file", target: "src/cart.ts", name: "src/cart.ts", detail: "" };
const content = { kind: "file", name: "src/cart.ts", text: "line\n".repeat(40) } as const;
const reading = () =>
  new Attachments(
    ({ target }) => (target === "gone" ? Promise.reject(new Error("gone is not there.")) : Promise.resolve(content)),
    (error) => (error instanceof Error ? error.message : ""),
  );

describe("Attachments", () => {
  it("price and preview exactly what the message will carry", async () => {
    const attachments = reading();
    expect(await attachments.attach("a", mention)).toEqual({
      id: "a",
      kind: "file",
      name: "src/cart.ts",
      state: "ready",
      tokens: estimatePartTokens(attachedPart(content)),
      preview: `${"line\n".repeat(12).trimEnd()}\n…`,
    });
    expect(await attachments.take(["a"])).toEqual([content]);
  });

  it("say on the chip why something cannot be attached", async () => {
    expect(await reading().attach("b", { ...mention, target: "gone" })).toMatchObject({
      state: "failed",
      tokens: 0,
      preview: "gone is not there.",
    });
  });

  it("come back to the composer after a message that was not sent", async () => {
    const attachments = reading();
    await attachments.attach("a", mention);
    const [taken] = await attachments.take(["a"]);
    const chip = attachments.putBack(taken ?? content);
    expect(chip).toMatchObject({ name: "src/cart.ts", state: "ready" });
    expect(await attachments.take([chip.id])).toEqual([content]);
  });

  it("refuse a message whose attachment was lost with a reload, instead of sending it without", async () => {
    const attachments = reading();
    await attachments.attach("a", mention);
    attachments.drop("a");
    await expect(attachments.take(["a"])).rejects.toThrow("Attach it again");
  });
});

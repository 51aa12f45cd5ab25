import type { ContextEngine } from "../../core/context/engine";

/** All original messages behind a node. The engine answers in pages for models; a person wants the whole text. */
export async function readOriginals(engine: ContextEngine | undefined, id: string): Promise<string | undefined> {
  let text: string | undefined;
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: unknown = JSON.parse((await engine?.handleToolCall?.("lcm_expand", { id, offset })) ?? "{}");
    if (typeof page !== "object" || page === null || !("text" in page) || typeof page.text !== "string") break;
    text = (text ?? "") + page.text;
    offset =
      "nextOffset" in page && typeof page.nextOffset === "number" && page.nextOffset > offset
        ? page.nextOffset
        : undefined;
  }
  return text;
}

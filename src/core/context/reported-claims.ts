import { isObject, listOf, textOf } from "../base/json";
import { isSentence } from "../base/sentence";
import { messageId } from "../conversation/ids";
import type { ReportedClaim } from "./engine";

/** Claims as a journal or an engine's durable state holds them; what cannot be read is left out. */
export function readClaims(value: unknown): readonly ReportedClaim[] {
  return listOf(value).flatMap((entry): readonly ReportedClaim[] => {
    const { text, verdict, correction, messageId: id } = isObject(entry) ? entry : {};
    if (textOf(text) === "" || (verdict !== "contradicted" && verdict !== "unchecked")) return [];
    return [
      {
        text: textOf(text),
        verdict,
        ...(isSentence(correction) ? { correction } : {}),
        ...(typeof id === "string" ? { messageId: messageId(id) } : {}),
      },
    ];
  });
}

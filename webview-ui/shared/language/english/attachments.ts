import type { Wording } from "../wording";

export const attachmentWords = {
  attachments: "Attachments",
  mentions: "Mentions",
  chipReading: "reading…",
  chipFailed: "not attached",
  chipPrice: "{count} · {share}",
  chipPriceTitle: "{count} tokens, {share} of the free window",
  chipsTotal: "Attached: {count} tokens, {share} of the free window",
  chipsTooMuch: "Attached: {count} tokens, more than the window has free",
  removeAttachment: "Remove {name}",
  attachedImage: "Attached image ({type})",
} as const satisfies Readonly<Record<string, Wording>>;

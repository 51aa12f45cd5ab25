import type { attachmentWords as english } from "../english/attachments";
import type { Wording } from "../wording";

export const attachmentWords: Readonly<Record<keyof typeof english, Wording>> = {
  attachments: "附件",
  mentions: "提及",
  chipReading: "正在讀取…",
  chipFailed: "未附加",
  chipPrice: "{count} · {share}",
  chipPriceTitle: "{count} 個權杖，占剩餘視窗的 {share}",
  chipsTotal: "附件共 {count} 個權杖，占剩餘視窗的 {share}",
  chipsTooMuch: "附件共 {count} 個權杖，超過視窗剩餘空間",
  removeAttachment: "移除 {name}",
  attachedImage: "附加的影像（{type}）",
};

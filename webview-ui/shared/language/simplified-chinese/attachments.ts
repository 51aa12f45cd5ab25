import type { attachmentWords as english } from "../english/attachments";
import type { Wording } from "../wording";

export const attachmentWords: Readonly<Record<keyof typeof english, Wording>> = {
  attachments: "附件",
  mentions: "提及",
  chipReading: "正在读取…",
  chipFailed: "未附加",
  chipPrice: "{count} · {share}",
  chipPriceTitle: "{count} token，占剩余窗口的 {share}",
  chipsTotal: "附件共 {count} token，占剩余窗口的 {share}",
  chipsTooMuch: "附件共 {count} token，超过窗口剩余空间",
  removeAttachment: "移除 {name}",
  attachedImage: "附加的图片（{type}）",
};

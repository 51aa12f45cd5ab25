import type { workWords as english } from "../english/work";
import type { Wording } from "../wording";

export const workWords: Readonly<Record<keyof typeof english, Wording>> = {
  segment_skills: "技能",
  slash_skills: "選擇技能",
  skillReleased: "技能 {name} 已完成：{tokens} 個權杖已移出上下文",
  hook_nothing: "勾點已執行：{event}",
  hook_blocked: "勾點已阻擋：{event}",
  hook_asked: "勾點要求詢問您：{event}",
  hook_rewrote: "勾點已變更引數：{event}",
  hook_added: "勾點為模型加入了文字：{event}",
  hook_focused: "勾點設定了重點：{event}",
  hook_failed: "勾點失敗，已略過：{event}",
  "hook_timed-out": "勾點執行過久，已終止：{event}",
  hook_garbled: "勾點輸出了無效的 JSON，已略過：{event}",
  notice_blocked: "訊息未傳送。",
  toolsOnDemand: "{count} 個隨需工具，節省 {tokens} 個權杖",
};

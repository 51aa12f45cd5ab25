import type { workWords as english } from "../english/work";
import type { Wording } from "../wording";

export const workWords: Readonly<Record<keyof typeof english, Wording>> = {
  segment_skills: "技能",
  slash_skills: "选择技能",
  skillReleased: "技能 {name} 已完成：{tokens} 个 token 已移出上下文",
  hook_nothing: "钩子已运行：{event}",
  hook_blocked: "钩子已阻止：{event}",
  hook_asked: "钩子要求询问你：{event}",
  hook_rewrote: "钩子已更改参数：{event}",
  hook_added: "钩子为模型添加了文本：{event}",
  hook_focused: "钩子设定了重点：{event}",
  hook_failed: "钩子失败，已忽略：{event}",
  "hook_timed-out": "钩子运行过久，已终止：{event}",
  hook_garbled: "钩子输出了无效的 JSON，已忽略：{event}",
  notice_blocked: "消息未发送。",
  toolsOnDemand: "{count} 个按需工具，节省 {tokens} 个 token",
};

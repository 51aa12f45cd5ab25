import type { workWords as english } from "../english/work";
import type { Wording } from "../wording";

export const workWords: Readonly<Record<keyof typeof english, Wording>> = {
  segment_skills: "技能",
  slash_skills: "选择技能",
  skillReleased: "技能 {name} 已完成：{tokens} 个 token 已移出上下文",
};

import type { workWords as english } from "../english/work";
import type { Wording } from "../wording";

export const workWords: Readonly<Record<keyof typeof english, Wording>> = {
  segment_skills: "技能",
  slash_skills: "選擇技能",
  skillReleased: "技能 {name} 已完成：{tokens} 個權杖已移出上下文",
};

import type { Wording } from "../wording";

/** Skills, hooks, tools on demand, and delegation: what keeps work out of the window. */
export const workWords = {
  segment_skills: "Skills",
  slash_skills: "Choose a skill",
  skillReleased: "Skill {name} is done: {tokens} tokens left the context",
} as const satisfies Readonly<Record<string, Wording>>;

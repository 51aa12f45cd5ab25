import type { Wording } from "../wording";

/** Skills, hooks, tools on demand, and delegation: what keeps work out of the window. */
export const workWords = {
  segment_skills: "Skills",
  slash_skills: "Choose a skill",
  skillReleased: "Skill {name} is done: {tokens} tokens left the context",
  hook_nothing: "Hook ran: {event}",
  hook_blocked: "Hook blocked: {event}",
  hook_asked: "Hook wants you to be asked: {event}",
  hook_rewrote: "Hook changed the arguments: {event}",
  hook_added: "Hook added text for the model: {event}",
  hook_focused: "Hook set a focus: {event}",
  hook_failed: "Hook failed and was ignored: {event}",
  "hook_timed-out": "Hook took too long and was ended: {event}",
  hook_garbled: "Hook wrote invalid JSON, which was ignored: {event}",
  notice_blocked: "Message not sent.",
  toolsOnDemand: {
    one: "{count} tool on demand saves {tokens} tokens",
    other: "{count} tools on demand save {tokens} tokens",
  },
} as const satisfies Readonly<Record<string, Wording>>;

import { takeStart } from "../base/text";
import { estimateTextTokens } from "../tokens/estimate";
import type { Skill } from "./skill";

/** Everything after this heading, up to the rules, lists skills: the gauge counts it apart from the instructions. */
export const SKILLS_HEADING = "# Skills";

/** Names and descriptions ride in every request, so together they may take this share of the window. */
const LIST_SHARE = 0.02;
/** Descriptions are shortened in these steps, all alike, until the list fits. */
const DESCRIPTION_CHARS: readonly number[] = [1_024, 400, 200, 100, 50, 0];

const INTRODUCTION =
  "Instructions for kinds of tasks, kept outside the context until you need them. When a task fits a description, " +
  'call `skill` with that name before you start and follow what it says; call it again with "done" when the task is ' +
  "finished.";

/** The section of the system prompt; empty where there are no skills, or no room for a single one. */
export function skillsSection(skills: readonly Skill[], windowTokens: number): string {
  if (skills.length === 0) return "";
  const room = Math.floor(windowTokens * LIST_SHARE);
  const fits = (text: string): boolean => estimateTextTokens(text) <= room;
  for (const chars of DESCRIPTION_CHARS) {
    const text = render(skills.map((skill) => listed(skill, chars)));
    if (fits(text)) return text;
  }
  for (let count = skills.length - 1; count > 0; count--) {
    const more = `- and ${skills.length - count} more; call \`skill\` without a name to list them`;
    const text = render([...skills.slice(0, count).map((skill) => listed(skill, 0)), more]);
    if (fits(text)) return text;
  }
  return "";
}

const render = (lines: readonly string[]): string => [SKILLS_HEADING, INTRODUCTION, lines.join("\n")].join("\n\n");

/** What the list costs a request for one skill at most. */
export const listedTokens = (skill: Skill): number => estimateTextTokens(listed(skill, DESCRIPTION_CHARS[0] ?? 0));

export const bodyTokens = (skill: Skill): number => estimateTextTokens(skill.body);

function listed({ name, description }: Skill, chars: number): string {
  if (chars === 0) return `- ${name}`;
  return `- ${name}: ${description.length <= chars ? description : `${takeStart(description, chars)}…`}`;
}

/** The answer to a call without a name: every skill, in full where that stays short. */
export function listAll(skills: readonly Skill[]): string {
  return skills.map((skill) => listed(skill, 200)).join("\n");
}

/** What the model gets for a name. */
export const skillText = ({ name, folder, body }: Skill): string =>
  `# Skill: ${name}\n\nIts files are in ${folder}; read them with read_file by their full path.\n\n${body}`;

import type { Sentence } from "../../core/base/sentence";
import { sentence } from "../../core/base/sentence";
import type { Skill } from "../../core/skills/skill";
import { bodyTokens, listedTokens } from "../../core/skills/skill-texts";
import { formatCount } from "../../format";
import type { Say } from "./say";

/** What a skill costs a conversation, and whose it is. */
export function describeSkill(skill: Skill, say: Say): string {
  const cost = sentence("{listed} tokens in every request, {body} more while in use", {
    listed: formatCount(listedTokens(skill)),
    body: formatCount(bodyTokens(skill)),
  });
  return [HOMES[skill.home], cost].map(say).join(" · ");
}

const HOMES: Readonly<Record<Skill["home"], Sentence>> = {
  workspace: sentence("from this workspace"),
  user: sentence("from your home folder"),
};

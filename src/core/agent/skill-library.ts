import type { SessionId } from "../conversation/ids";
import type { FoundSkills } from "../skills/find-skills";
import { findSkills } from "../skills/find-skills";
import type { Skill } from "../skills/skill";
import { listAll, skillText } from "../skills/skill-texts";
import { skillTool } from "../tools/builtin/skill";
import type { Tool } from "../tools/tool";
import type { Host } from "./host";

/** The skills in reach of a window, read anew each time: they are the user's files. */
export interface SkillLibrary {
  find(): Promise<FoundSkills>;
  /** The tool that reads them, for an agent with these in use; none where there are no skills. */
  tools(inUse: (session: SessionId) => readonly string[]): Promise<readonly Tool[]>;
  /** Whether a path outside the workspace belongs to a skill that was found, so that its files can be read. */
  owns(path: string): boolean;
}

const NOTHING: FoundSkills = { skills: [], problems: [] };

export function createSkillLibrary(host: Pick<Host, "roots" | "homeFolder" | "trust">): SkillLibrary {
  let userFolders: readonly string[] = [];
  const find = async (): Promise<FoundSkills> => {
    if (host.trust() === "untrusted") return NOTHING;
    const found = await findSkills({
      workspaceFolders: host.roots(),
      ...(host.homeFolder !== undefined && { homeFolder: host.homeFolder }),
    });
    userFolders = found.skills.flatMap(({ folder, home }) => (home === "user" ? [folder] : []));
    return found;
  };
  const read = async (name: string): Promise<Skill | undefined> =>
    (await find()).skills.find((skill) => skill.name === name);
  return {
    find,
    async tools(inUse) {
      if ((await find()).skills.length === 0) return [];
      return [
        skillTool({
          inUse,
          list: async () => listAll((await find()).skills),
          async read(name) {
            const skill = await read(name);
            return skill && skillText(skill);
          },
        }),
      ];
    },
    owns: (path) => userFolders.some((folder) => path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`)),
  };
}

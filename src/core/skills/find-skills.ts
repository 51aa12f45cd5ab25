import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import type { FileRefusal } from "../files/guarded-file";
import { readGuarded } from "../files/guarded-file";
import type { Skill } from "./skill";
import { readSkill } from "./skill";

export interface SkillPlaces {
  /** Every folder of the workspace; none where it is not trusted. */
  readonly workspaceFolders: readonly string[];
  /** The user's home folder; absent where there is none to read. */
  readonly homeFolder?: string;
}

export interface FoundSkills {
  /** In the order of their names. */
  readonly skills: readonly Skill[];
  /** One sentence for each skill that is left out. */
  readonly problems: readonly Sentence[];
}

/** In order of precedence. */
const WORKSPACE_PLACES = [".hermes/skills", ".agents/skills", ".claude/skills", ".github/skills"] as const;
const USER_PLACE = ".hermes/skills";

/** A skill is a few pages; grouped skills lie one or two folders deeper. */
const LOOK = { levels: 3, folders: 500, fileBytes: 256 * 1024 } as const;

interface Place {
  readonly root: string;
  readonly path: string;
  readonly home: Skill["home"];
}

/** Looks at names only until a `SKILL.md` is found; nothing is read through a link. */
export async function findSkills({ workspaceFolders, homeFolder }: SkillPlaces): Promise<FoundSkills> {
  const places: readonly Place[] = [
    ...workspaceFolders.flatMap((root) => WORKSPACE_PLACES.map((path): Place => ({ root, path, home: "workspace" }))),
    ...(homeFolder === undefined ? [] : [{ root: homeFolder, path: USER_PLACE, home: "user" } as const]),
  ];
  const byName = new Map<string, Skill>();
  const problems: Sentence[] = [];
  for (const place of places) {
    for (const found of await readPlace(place)) {
      if ("text" in found) {
        problems.push(found);
        continue;
      }
      const known = byName.get(found.name);
      if (known === undefined) byName.set(found.name, found);
      // Products mirror skills for one another; a copy is no news.
      else if (known.body !== found.body || known.description !== found.description)
        problems.push(
          sentence('The skill "{name}" in {folder} is left out: {keeper} has a skill of that name.', {
            name: found.name,
            folder: found.folder,
            keeper: known.folder,
          }),
        );
    }
  }
  return { skills: [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

async function readPlace(place: Place): Promise<readonly (Skill | Sentence)[]> {
  const found: (Skill | Sentence)[] = [];
  let level: readonly string[] = [join(place.root, place.path)];
  let looked = 0;
  for (let depth = 0; depth < LOOK.levels; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (looked++ >= LOOK.folders) return found;
      const entries = await listFolder(place.root, folder);
      const file = depth === 0 ? undefined : entries.find(({ name }) => name.toLowerCase() === "skill.md");
      if (file !== undefined) found.push(await readFile(place, folder, file.name));
      else next.push(...entries.flatMap((entry) => subfolder(folder, entry)));
      found.push(...entries.flatMap((entry) => (depth < 2 ? linkProblem(folder, entry) : [])));
    }
    level = next;
  }
  return found;
}

/** In a fixed order; empty for what is no folder, and for what lies behind a link. */
async function listFolder(root: string, folder: string): Promise<readonly Dirent[]> {
  if (await isBehindLink(root, folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A guarded read judges every folder on the way; the file itself is missing. */
async function isBehindLink(root: string, folder: string): Promise<boolean> {
  const probe = await readGuarded({ root, path: join(folder, ".probe") }, { maxBytes: 1, beyond: "cut" });
  return probe.kind === "refused";
}

const subfolder = (folder: string, entry: Dirent): readonly string[] =>
  entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules" ? [join(folder, entry.name)] : [];

const linkProblem = (folder: string, entry: Dirent): readonly Sentence[] =>
  entry.isSymbolicLink() && entry.name.toLowerCase() !== "skill.md"
    ? [sentence("The skill {path} is left out: it is a symbolic link.", { path: join(folder, entry.name) })]
    : [];

async function readFile(place: Place, folder: string, name: string): Promise<Skill | Sentence> {
  const path = join(folder, name);
  const read = await readGuarded({ root: place.root, path }, { maxBytes: LOOK.fileBytes, beyond: "refuse" });
  if (read.kind === "text")
    return readSkill({
      path,
      folder,
      folderName: folder.split(/[/\\]/).at(-1) ?? "",
      text: read.text,
      home: place.home,
    });
  return read.kind === "missing"
    ? sentence("The skill {path} is left out: it cannot be opened.", { path })
    : REFUSALS[read.why](path);
}

const REFUSALS: Readonly<Record<FileRefusal, (path: string) => Sentence>> = {
  link: (path) => sentence("The skill {path} is left out: it is a symbolic link.", { path }),
  special: (path) => sentence("The skill {path} is left out: it is not a regular file.", { path }),
  "too-large": (path) => sentence("The skill {path} is left out: it is larger than 256 KB.", { path }),
  unreadable: (path) => sentence("The skill {path} is left out: it cannot be opened.", { path }),
};

import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { lineField, readFrontMatter, textField } from "./front-matter";

/** Instructions for one kind of task in a folder of their own, read when the task comes up. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Without its front matter. */
  readonly body: string;
  /** Absolute; scripts and references of the skill lie beside its instructions. */
  readonly folder: string;
  readonly home: "workspace" | "user";
}

export interface SkillFile extends Pick<Skill, "folder" | "home"> {
  readonly path: string;
  readonly folderName: string;
  readonly text: string;
}

/** The limits of the format (agentskills.io). */
const NAME = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u;
const NAME_CHARS = 64;
const DESCRIPTION_CHARS = 1_024;

/** Lenient where the meaning is clear: a missing name is the folder's, and a long description is cut. */
export function readSkill({ path, folderName, text, folder, home }: SkillFile): Skill | Sentence {
  const front = readFrontMatter(text);
  if (front === "missing")
    return sentence(
      'The skill {path} is left out: it must begin with a block of "---" lines that gives its name and description.',
      { path },
    );
  if (front === "unclosed")
    return sentence('The skill {path} is left out: the block at its beginning has no closing "---" line.', { path });
  const name = nameOf(textField(front, "name"), folderName);
  if (name === undefined)
    return sentence(
      "The skill {path} is left out: its name must have up to 64 lowercase letters, digits, and hyphens.",
      {
        path,
      },
    );
  const description = lineField(front, "description").slice(0, DESCRIPTION_CHARS);
  if (description === "")
    return sentence("The skill {path} is left out: without a description nobody knows when to use it.", { path });
  if (front.body === "") return sentence("The skill {path} is left out: it has no instructions.", { path });
  return { name, description, body: front.body, folder, home };
}

function nameOf(given: string, folderName: string): string | undefined {
  const candidates = [given, given.toLowerCase().replace(/[\s_]+/g, "-"), folderName.toLowerCase()];
  return candidates.find((name) => name.length <= NAME_CHARS && NAME.test(name));
}

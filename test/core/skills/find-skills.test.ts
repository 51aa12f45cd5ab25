import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { findSkills } from "../../../src/core/skills/find-skills";
import { skillsSection } from "../../../src/core/skills/skill-texts";
import { estimateTextTokens } from "../../../src/core/tokens/estimate";
import { inEnglish } from "../../support/say";
import { temporaryFolder, writeFiles } from "../../support/workspace";

let root = "";
let home = "";

beforeEach(async () => {
  root = await temporaryFolder();
  home = await temporaryFolder();
});

const skillFile = (name: string, description = `Does ${name}.`, body = `How to ${name}.`): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

const find = () => findSkills({ workspaceFolders: [root], homeFolder: home });
const names = async () => (await find()).skills.map(({ name }) => name);
const problems = async () => (await find()).problems.map(inEnglish);

it("finds skills in every place, grouped ones too, in the order of their names", async () => {
  await writeFiles(root, {
    ".hermes/skills/zoo/SKILL.md": skillFile("zoo"),
    ".agents/skills/documents/pdf/SKILL.md": skillFile("pdf"),
    ".claude/skills/charts/SKILL.md": skillFile("charts"),
    ".claude/skills/charts/scripts/draw.py": "print()",
    ".github/skills/release/skill.md": skillFile("release"),
  });
  await writeFiles(home, { ".hermes/skills/mail/SKILL.md": skillFile("mail") });
  expect(await names()).toEqual(["charts", "mail", "pdf", "release", "zoo"]);
  expect(await problems()).toEqual([]);
});

it("parses published layouts: minimal, with folded text and a license, with lists and tables", async () => {
  await writeFiles(root, {
    ".hermes/skills/minimal/SKILL.md": "---\nname: minimal\ndescription: A minimal skill.\n---\nDo it.",
    ".claude/skills/pdf/SKILL.md":
      "---\nname: pdf\ndescription: >\n  Extract text and tables\n  from PDF files.\n" +
      "license: Proprietary. LICENSE.txt has complete terms\n---\n# Guide",
    ".agents/skills/deploy/SKILL.md":
      '---\nname: deploy\ndescription: "Deploys: safely"\ncompatibility: Requires git\nmetadata:\n' +
      '  author: someone\n  version: "1.0"\nallowed-tools: Bash(git:*) Read\n---\n## Steps',
  });
  const { skills } = await find();
  expect(skills.map(({ name, description, body }) => ({ name, description, body }))).toEqual([
    { name: "deploy", description: "Deploys: safely", body: "## Steps" },
    { name: "minimal", description: "A minimal skill.", body: "Do it." },
    { name: "pdf", description: "Extract text and tables from PDF files.", body: "# Guide" },
  ]);
});

it("leaves a bad skill out with one sentence and keeps the others", async () => {
  await writeFiles(root, {
    ".hermes/skills/good/SKILL.md": skillFile("good"),
    ".hermes/skills/plain/SKILL.md": "just text",
    ".hermes/skills/open/SKILL.md": "---\nname: open\n",
    ".hermes/skills/silent/SKILL.md": "---\nname: silent\n---\nbody",
    ".hermes/skills/empty/SKILL.md": skillFile("empty", "Nothing.", ""),
    ".hermes/skills/huge/SKILL.md": skillFile("huge", "Huge.", "x".repeat(300_000)),
  });
  expect(await names()).toEqual(["good"]);
  const told = await problems();
  expect(told).toHaveLength(5);
  for (const word of ["plain", "open", "silent", "empty", "huge"])
    expect(told.filter((text) => text.includes(`/${word}/`))).toHaveLength(1);
});

it("takes the folder's name where the file has none or one that cannot be typed", async () => {
  await writeFiles(root, {
    ".hermes/skills/unnamed/SKILL.md": "---\ndescription: Without a name.\n---\nbody",
    ".hermes/skills/my-skill/SKILL.md": "---\nname: My Skill\ndescription: Spaces.\n---\nbody",
  });
  expect(await names()).toEqual(["my-skill", "unnamed"]);
});

it("lets the first skill of a name win, and says so only where they differ", async () => {
  await writeFiles(root, {
    ".hermes/skills/same/SKILL.md": skillFile("same"),
    ".claude/skills/same/SKILL.md": skillFile("same"),
    ".hermes/skills/other/SKILL.md": skillFile("other"),
    ".github/skills/other/SKILL.md": skillFile("other", "Something else."),
  });
  const { skills } = await find();
  expect(skills.every(({ folder }) => folder.includes(".hermes"))).toBe(true);
  expect(await problems()).toEqual([
    `The skill "other" in ${join(root, ".github/skills/other")} is left out: ` +
      `${join(root, ".hermes/skills/other")} has a skill of that name.`,
  ]);
});

it("reads nothing through links", async () => {
  const elsewhere = await temporaryFolder();
  await writeFiles(elsewhere, { "x/SKILL.md": skillFile("linked") });
  await mkdir(join(root, ".hermes/skills/own"), { recursive: true });
  await symlink(join(elsewhere, "x"), join(root, ".hermes/skills/x"));
  await symlink(join(elsewhere, "x/SKILL.md"), join(root, ".hermes/skills/own/SKILL.md"));
  await symlink(elsewhere, join(root, ".claude"));
  await writeFile(join(elsewhere, "skills"), "");
  expect(await names()).toEqual([]);
  expect(await problems()).toEqual([
    `The skill ${join(root, ".hermes/skills/x")} is left out: it is a symbolic link.`,
    `The skill ${join(root, ".hermes/skills/own/SKILL.md")} is left out: it is a symbolic link.`,
  ]);
});

it.each([8_000, 32_000, 200_000])("lists 60 wordy skills in at most 2%% of a window of %i tokens", async (window) => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `.hermes/skills/task-${index}/SKILL.md`,
      skillFile(`task-${index}`, "A long description of what this is for and when to use it. ".repeat(15)),
    ]),
  );
  await writeFiles(root, files);
  const section = skillsSection((await find()).skills, window);
  expect(estimateTextTokens(section)).toBeLessThanOrEqual(window * 0.02);
  if (window >= 32_000) expect(section).toContain("task-0");
  if (window >= 200_000) expect(section).toContain("task-59");
});

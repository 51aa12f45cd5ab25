import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { AgentOffer } from "../../../src/core/delegation/find-kinds";
import { findKinds } from "../../../src/core/delegation/find-kinds";
import { mayUse, readKind } from "../../../src/core/delegation/kind";
import { inEnglish } from "../../support/say";
import { temporaryFolder, writeFiles } from "../../support/workspace";

const agent = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nHow to ${name}.\n`;

let root = "";
let offers: AgentOffer[] = [];

beforeEach(async () => {
  root = await temporaryFolder();
  offers = [];
});

const find = (answer: "use" | "leave", homeFolder?: string) =>
  findKinds({
    workspaceFolders: [root],
    ...(homeFolder !== undefined && { homeFolder }),
    async confirm(offer) {
      offers.push(offer);
      return answer;
    },
  });

describe("kinds of sub-agents", () => {
  it("are the built-in ones, those of the workspace and of the user, and others after a question", async () => {
    const home = await temporaryFolder();
    await writeFiles(home, { ".hermes/agents/mine.md": agent("mine") });
    await writeFiles(root, {
      ".hermes/agents/review.md": agent("review"),
      ".claude/agents/tester.md": agent("tester"),
      ".github/agents/docs.agent.md": "---\ndescription: Writes docs.\n---\nWrite.",
    });
    const { kinds, problems } = await find("use", home);
    expect(kinds.map(({ name }) => name)).toEqual(["explore", "task", "review", "mine", "tester", "docs"]);
    expect(problems).toEqual([]);
    expect(offers.map(({ names }) => names)).toEqual([["tester"], ["docs"]]);
    expect((await find("leave", home)).kinds.map(({ name }) => name)).toEqual(["explore", "task", "review", "mine"]);
  });

  it("are asked about again when their content changes", async () => {
    await writeFiles(root, { ".claude/agents/a.md": agent("a") });
    await find("leave");
    await writeFiles(root, { ".claude/agents/a.md": agent("a", "model: x-1\n") });
    await find("leave");
    expect(new Set(offers.map(({ hash }) => hash)).size).toBe(2);
  });

  it("cannot replace a built-in kind or lie behind a link, and bad ones are named", async () => {
    const elsewhere = await temporaryFolder();
    await writeFiles(elsewhere, { "x.md": agent("x") });
    await writeFiles(root, {
      ".hermes/agents/explore.md": agent("explore"),
      ".hermes/agents/bad.md": "no front matter",
    });
    await symlink(join(elsewhere, "x.md"), join(root, ".hermes/agents/x.md"));
    const { kinds, problems } = await find("use");
    expect(kinds.map(({ name }) => name)).toEqual(["explore", "task"]);
    expect(problems.map(inEnglish)).toEqual([
      expect.stringContaining("bad.md is left out"),
      expect.stringContaining('there is an agent named "explore" already'),
    ]);
  });

  it("are limited to the tools they name, also by the names of other products", () => {
    const kind = readKind({ path: "p", fileName: "r", text: agent("r", "tools: Read, Grep, Bash\n") });
    if ("text" in kind) throw new Error("left out");
    const allowed = (name: string, category = "read") => mayUse(kind, { name, category });
    expect([allowed("read_file"), allowed("search_files"), allowed("terminal", "run")]).toEqual([true, true, true]);
    expect([allowed("write_file", "edit"), allowed("delegate", "internal")]).toEqual([false, false]);
  });

  it("take only names of models that a provider may know", () => {
    const modelOf = (model: string) => readKind({ path: "p", fileName: "r", text: agent("r", `model: ${model}\n`) });
    expect(modelOf("claude-haiku-4-5")).toMatchObject({ model: "claude-haiku-4-5" });
    expect(modelOf("inherit")).not.toHaveProperty("model");
    expect(modelOf("sonnet")).not.toHaveProperty("model");
  });
});

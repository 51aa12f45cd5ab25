import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/base/json";
import type { BuiltinOptions } from "../../src/core/tools/builtin/builtin-tools";
import { createBuiltinTools } from "../../src/core/tools/builtin/builtin-tools";
import type { ToolContext, ToolOutcome } from "../../src/core/tools/tool";
import { outcomeText, toolContext } from "./tools";

/** A temporary folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "hermes-test-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Real tools on a real folder. `use` runs a tool; `say` returns its text, marked if it failed. */
export async function toolsOn(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<BuiltinOptions> = {},
) {
  const outer = await temporaryFolder();
  const root = join(outer, "project");
  await mkdir(root);
  await writeFiles(root, files);
  const builtin = createBuiltinTools({ roots: () => [root], ripgrepPath: rgPath, env: process.env, ...options });
  onTestFinished(() => builtin.dispose());
  const find = (name: string) => {
    const tool = builtin.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  };
  const use = (name: string, args: JsonObject, context: Partial<ToolContext> = {}): Promise<ToolOutcome> =>
    find(name).run(args, toolContext(context));
  const say = async (name: string, args: JsonObject): Promise<string> => {
    const outcome = await use(name, args);
    return `${outcome.failed ? "FAILED " : ""}${outcomeText(outcome)}`;
  };
  return { outer, root, find, use, say, tools: builtin.tools };
}

import type { Rule } from "./source";
import { at } from "./source";

/** The only files of core that may access files, the network, processes, WASM, the clock, or timers. */
export const EDGES: ReadonlySet<string> = new Set([
  "src/core/base/slices.ts",
  "src/core/delegation/find-kinds.ts",
  "src/core/files/guarded-file.ts",
  "src/core/files/live-file.ts",
  "src/core/files/pinned-file.ts",
  "src/core/files/plan-files.ts",
  "src/core/files/private-storage.ts",
  "src/core/foreign/discover.ts",
  "src/core/foreign/follow.ts",
  "src/core/foreign/giving/write-given.ts",
  "src/core/foreign/read-session.ts",
  "src/core/foreign/reading/plain-file.ts",
  "src/core/memory/files.ts",
  "src/core/providers/anthropic/client.ts",
  "src/core/providers/discovery/client.ts",
  "src/core/providers/embeddings/client.ts",
  "src/core/providers/openai-chat/client.ts",
  "src/core/providers/wire/watched-fetch.ts",
  "src/core/sessions/index/client.ts",
  "src/core/sessions/index/database.ts",
  "src/core/sessions/index/session-index-worker.ts",
  "src/core/sessions/index/snapshot.ts",
  "src/core/sessions/journal/folder.ts",
  "src/core/sessions/journal/journal-reader.ts",
  "src/core/sessions/journal/journal.ts",
  "src/core/sessions/journal/lease.ts",
  "src/core/skills/find-skills.ts",
  "src/core/spill/files.ts",
  "src/core/spill/outline/mark-files.ts",
  "src/core/spill/search-output.ts",
  "src/core/tokens/tokenizer-counter.ts",
  "src/core/tokens/tokenizer-worker.ts",
  "src/core/tokens/tokenizer.ts",
  "src/core/tools/builtin/background-jobs.ts",
  "src/core/tools/builtin/diagnostics.ts",
  "src/core/tools/builtin/edit-file.ts",
  "src/core/tools/builtin/list-files.ts",
  "src/core/tools/builtin/repair-json.ts",
  "src/core/tools/builtin/search-files.ts",
  "src/core/tools/builtin/terminal.ts",
  "src/core/tools/checkpoints/checkpoint-files.ts",
  "src/core/tools/checkpoints/working-files.ts",
  "src/core/tools/files/ignore-rules.ts",
  "src/core/tools/files/process-search.ts",
  "src/core/tools/files/special-ignore.ts",
  "src/core/tools/files/steering-links.ts",
  "src/core/tools/files/text-file.ts",
  "src/core/tools/files/root-names.ts", // node:path: how this machine writes paths
  "src/core/tools/files/walk-files.ts",
  "src/core/tools/files/workspace-paths.ts",
  "src/core/tools/mcp/connection.ts",
  "src/core/tools/mcp/server-setting.ts",
  "src/core/tools/mcp/servers.ts",
  "src/core/tools/shell/command-footprint.ts",
  "src/core/tools/shell/git-programs.ts",
  "src/core/tools/shell/git-submodules.ts",
  "src/core/tools/shell/sandbox/find-sandbox.ts",
  "src/core/tools/shell/reader/shell-walk.ts",
  "src/core/tools/shell/script-process.ts",
  "src/core/tools/shell/shell-process.ts",
  "src/core/tools/web/fetch-page.ts",
  "src/core/tools/web/read-tags.ts",
]);

const PURE = /^src\/(core|presenter)\//;

export const importsWorldOnlyAtEdges: Rule = (file) => {
  if (!isPure(file.path)) return [];
  return file.imports
    .filter(({ target, kind }) => kind !== "type" && !target.startsWith("src/"))
    .map(({ target, line }) => at(file, line, `imports ${target}, but is not an edge`));
};

const CLOCK_AND_CHANCE = /^(Date\.now|Math\.random|performance\.now|crypto\.randomUUID|process\.hrtime|fetch)$/;
const TIMERS = /^(setTimeout|setInterval|setImmediate|AbortSignal\.timeout)$/;

export const asksNoClockNoChance: Rule = (file) => {
  if (!isPure(file.path)) return [];
  return file.nodes.flatMap(({ type, raw, text, line }) => {
    const callee = type === "CallExpression" ? calleeOf(text) : undefined;
    if (callee && CLOCK_AND_CHANCE.test(callee)) return [at(file, line, `calls ${callee}`)];
    if (
      type === "NewExpression" &&
      /^new Date\b/.test(text) &&
      Array.isArray(raw["arguments"]) &&
      raw["arguments"].length === 0
    )
      return [at(file, line, "reads the clock")];
    if (type === "MemberExpression" && text === "process.env") return [at(file, line, "reads the environment")];
    return [];
  });
};

/** Waiting is an effect: it comes in through the world, so that a test controls the time. */
export const startsNoTimer: Rule = (file) => {
  if (!isPure(file.path)) return [];
  return file.nodes.flatMap(({ type, text, line }) => {
    const callee = type === "CallExpression" ? calleeOf(text) : undefined;
    return callee && TIMERS.test(callee) ? [at(file, line, `calls ${callee}`)] : [];
  });
};

const calleeOf = (text: string) => /^[\w.]+/.exec(text)?.[0];
const isPure = (path: string) => PURE.test(path) && !EDGES.has(path);

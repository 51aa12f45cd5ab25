import { at } from "./source";
import type { Rule } from "./source";

/** The only files of core that may touch the world: files, network, processes, WASM, clock. */
const EDGES = [
  /^src\/core\/tokens\/(tokenizer|ranks)[\w-]*\.ts$/,
  /^src\/core\/providers\/[\w-]+\/client\.ts$/,
  /^src\/core\/tools\/(builtin|mcp)\//,
  /^src\/core\/spill\/files\.ts$/,
  /^src\/core\/sessions\/(journal|lease|folder|index)[\w-]*\.ts$/,
  /^src\/core\/memory\/files\.ts$/,
  /-worker\.ts$/,
];

const PURE = /^src\/(core|presenter)\//;

export const importsWorldOnlyAtEdges: Rule = (file) => {
  if (!PURE.test(file.path) || isEdge(file.path)) return [];
  return file.imports
    .filter(({ target, kind }) => kind !== "type" && !target.startsWith("src/"))
    .map(({ target, line }) => at(file, line, `imports ${target}, but is not an edge`));
};

const CLOCK_AND_CHANCE = /^(Date\.now|Math\.random|performance\.now|crypto\.randomUUID|process\.hrtime|fetch)$/;

export const asksNoClockNoChance: Rule = (file) => {
  if (!PURE.test(file.path) || isEdge(file.path)) return [];
  return file.nodes.flatMap(({ type, raw, text, line }) => {
    const callee = type === "CallExpression" ? /^[\w.]+/.exec(text)?.[0] : undefined;
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

const isEdge = (path: string) => EDGES.some((edge) => edge.test(path));

import type { TaskWords } from "./words";

/** A source file with constants that later work depends on, between lines nobody will need again. */
export interface GeneratedModule {
  readonly path: string;
  readonly text: string;
  readonly constants: readonly { readonly name: string; readonly value: string }[];
  /** The team named in the header, which gives the file its meaning. */
  readonly owner: string;
}

const CONSTANTS_PER_MODULE = 8;
const FUNCTIONS_PER_MODULE = 26;

export function generateModule(words: TaskWords): GeneratedModule {
  const name = words.module();
  const owner = `team-${words.value()}`;
  const constants = Array.from({ length: CONSTANTS_PER_MODULE }, () => ({
    name: words.constant(),
    value: words.value(),
  }));
  const blocks = Array.from({ length: FUNCTIONS_PER_MODULE }, (_, index) => {
    const constant = constants[index / 3];
    const declared = constant === undefined ? [] : [`export const ${constant.name} = ${constant.value};`, ""];
    return [...declared, ...functionLines(words)].join("\n");
  });
  return {
    path: `src/${name}.js`,
    text: [`// ${name}: maintained by ${owner}.`, "", ...blocks, ""].join("\n"),
    constants,
    owner,
  };
}

function functionLines(words: TaskWords): readonly string[] {
  const [name, step, limit] = [words.functionName(), words.number(2, 90), words.number(100, 999)];
  return [
    `export function ${name}(entries, context) {`,
    "  const accepted = entries.filter((entry) => entry.state === 'open' && entry.weight > 0);",
    `  const grouped = Object.groupBy(accepted, (entry) => entry.zone ?? 'zone-${step}');`,
    "  const totals = Object.entries(grouped).map(([zone, members]) => {",
    `    const weight = members.reduce((sum, member) => sum + member.weight * ${step}, 0);`,
    `    return { zone, weight, members: members.length, late: weight > context.limit + ${limit} };`,
    "  });",
    "  return totals.toSorted((left, right) => right.weight - left.weight);",
    "}",
    "",
  ];
}

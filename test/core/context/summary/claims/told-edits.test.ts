import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const patched = (path: string, find: string, replace: string) =>
  step("patch", { path, find, replace }, `Patched ${path}.`);

const messages = [
  user("Make the build faster. Don't touch the Sentry setup, and no upgrade of webpack."),
  ...step("read_file", { path: "ci.yml" }, "strategy:\n  matrix:\n    node: [18.17, 20.5]\nruns-on: ubuntu"),
  ...patched("ci.yml", "runs-on: ubuntu", "runs-on: ubuntu-22.04"),
  ...step("read_file", { path: "app/models/price_list.rb" }, "class PriceList\nend"),
  ...patched("config.yml", "workers: 2\nuser_name: root", "workers: 3\nuser_name: root"),
  ...patched("api.py", "def fetch_rows(db):", "def fetch_rows(db, page_size=50):"),
  says("The cache is keyed by branch now."),
];
const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Completed Actions\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("an edit that is told by what it changed", () => {
  it.each([
    "Took 18.17 out of the matrix in ci.yml.",
    "3. Removed 20.5 from the matrix of ci.yml",
    "PATCH config.yml — renamed user_name to loginName [tool: patch]",
    "Changed the runner in ci.yml from ubuntu-20.04 to ubuntu-24.04",
    "把 config.yml 里的 user_name 改名为 loginName",
    "Raised workers to 8 in config.yml",
    "config.yml 中的 workers 调到 8",
    "Set retryDelay = 5 in api.py",
    "Hardened PriceList against empty rows",
    "4. Reworked the Sentry setup to sample less",
    "把 webpack 升级到了新版本",
    "5. Added a HEALTHCHECK instruction to ci.yml [tool: patch]",
    "6. Switched the loop to fetch_pages [tool: patch]",
    "Raised the count from 2 to 6 in config.yml",
    "给 api.py 加上 eslint-disable 注释",
    "Renamed fetch_rows to load_rows",
  ])("is not made by a change that has nothing of it: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });

  it.each([
    "Pinned the runner in ci.yml to ubuntu-22.04.",
    "Raised workers to 3 in config.yml",
    "config.yml 中的 workers 调到 3",
    "api.py: fetch_rows takes a page_size of 50 now",
    "Changed the runner in ci.yml from ubuntu to ubuntu-22.04",
    "The Sentry setup was left alone.",
    "5. Gave fetch_rows of api.py a page_size [tool: patch]",
    "6. Bumped the workers of the matrix user from 2 to 3 in config.yml [tool: patch]",
    "7. Adapted PriceList callers: db comes first in fetch_rows [tool: patch]",
  ])("stands where a change has it: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const messages = [
  user("Make the backup safe and find out how fast it is. fuzz/fuzz_tape.cpp stays as it is."),
  ...step("read_file", { path: "fuzz/fuzz_tape.cpp" }, "int main() {}"),
  ...step(
    "patch",
    { path: "scripts/backup.sh", find: "#!/bin/bash", replace: "#!/bin/bash\nset -euo pipefail\nrm -rf tmp" },
    "Patched scripts/backup.sh.",
  ),
  ...shell("./build/fuzz_tape -max_total_time=60", "ERROR: heap-buffer-overflow\nwritten to ./crash-9be1", 1),
  ...shell("./build/bench_tape", "BM_Read/1  2.31 ns\nBM_Read/5  6.40 ns", 0),
  ...shell("time ./build/tape data/big.log", "processed 90000 lines\nreal 0m2.918s", 0),
  ...shell("./mvnw test", "Tests run: 4, Failures: 1, Errors: 0, Skipped: 0", 1),
  ...shell("docker build .", "=> ERROR [4/6] RUN pip3 install -r req.txt", 1),
];

const verdictsOf = (section: string, text: string): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("code and names in a sentence", () => {
  it.each([
    ["Relevant Files", "`scripts/backup.sh`：加入 `set -euo pipefail`，失败时返回 1。"],
    ["Critical Context", "The input that crashes `fuzz_tape` was written to `./crash-9be1`."],
    ["Completed Actions", "3. Ran `./build/bench_tape` — 2.31 ns and 6.40 ns"],
    ["Completed Actions", "Timed the release binary on data/big.log: real 2.918 s."],
    ["Critical Context", "Reading data/big.log processed 90000 lines."],
    ["Completed Actions", "5. RUN ./mvnw test（全量）一次：1 个失败 [tool: terminal]"],
    ["Completed Actions", "`docker build .` was run, and the pip install step failed."],
  ])("are no commands that were run and no files that were changed: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toEqual([]);
  });

  it.each([
    ["Completed Actions", "4. Ran `set -o noclobber` in the shell"],
    ["Completed Actions", "3. Ran `./build/bench_tape` — 2"],
    ["Completed Actions", "Updated fuzz/fuzz_tape.cpp to skip the header."],
    ["Completed Actions", "Rewrote data/big.log on disk."],
    ["Completed Actions", "6. RUN npm run lint（全量）一次 [tool: terminal]"],
  ])("are where the sentence says so: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toContain("contradicted");
  });
});

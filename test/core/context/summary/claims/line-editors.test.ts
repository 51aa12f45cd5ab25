import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const opened = "(Open file: /code/lib/rate.py)\n(Current directory: /code)\nbash-$";

/** The same three edits as commands of a shell, and as calls of a tool that is given no path. */
const edits = {
  commands: [
    ...step("bash", { command: "create check.py" }, `[File: /code/check.py (1 lines total)]\n1:\n${opened}`),
    ...step(
      "bash",
      { command: "edit 9:9\nreturn round(value)\nend_of_edit" },
      `Your proposed edit has introduced new syntax error(s).\nERRORS:\n- E999 unexpected indent\n${opened}`,
    ),
    ...step(
      "bash",
      { command: "edit 9:9\n    return round(value)\nend_of_edit" },
      `[File: /code/lib/rate.py (40 lines total)]\n9:    return round(value)\nFile updated. Please review.\n${opened}`,
    ),
  ],
  calls: [
    ...step("create", { filename: "check.py" }, `[File: check.py (1 lines total)]\n1:\n${opened}`),
    ...step(
      "edit",
      { replacement_text: "    return round(value)", start_line: 9, end_line: 9 },
      `File updated. Please review.\n[File: /code/lib/rate.py (40 lines total)]\n9:    return round(value)\n${opened}`,
    ),
  ],
};

describe.each(Object.entries(edits))("an editor that changes the file that is open, spoken to by %s", (_, calls) => {
  const messages = [
    user("Round the rate"),
    ...step("bash", { command: "open lib/rate.py 9" }, `[File: /code/lib/rate.py (40 lines total)]\n${opened}`),
    ...calls,
    ...step("bash", { command: "python check.py" }, `2\n${opened}`),
  ];
  const verdictsOf = (section: string, text: string): readonly string[] =>
    checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

  it.each([
    ["Completed Actions", "2. EDIT lib/rate.py — the rate is rounded now"],
    ["Completed Actions", "1. CREATE check.py — prints the rate"],
    ["Active State", 'The editor answered "File updated" to the change of lib/rate.py.'],
  ])("writes it: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toEqual([]);
  });

  it.each([
    ["Completed Actions", "3. EDIT lib/tax.py — rounds as well"],
    ["Active State", "The existing test suite passes with the rounding."],
  ])("does nothing else: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toContain("contradicted");
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckedClaim } from "../../support/claim-sets";
import { checkSet, isCaught, isFlagged, isStruck } from "../../support/claim-sets";
import { checkRecorded } from "./recorded";
import { checkHandOffs, checkReplies } from "./told-lines";

const DOUBLE = [..."abcdefghijklmnopqr", "z"].map((letter) => letter.repeat(2));
const MENDED = [..."abcdefghijklmnopqstuvwxy", ...DOUBLE];
const UNSEEN = ["r", "z"];

/** Measures the check of claims on sets of false and true claims and on what real agents wrote: `CLAIMS.md`. */
export function reportClaims(root: string, folders: readonly string[]): void {
  const recorded = checkRecorded(root, folders);
  const text = [
    "# Claims of summaries, held against the record",
    "",
    "Printed by `npm run bench -- --only claims`; do not edit.",
    "",
    "## False and true claims that strangers wrote",
    "",
    "| set | false | caught, % | true | struck, % | marked, % |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...[...MENDED, ...UNSEEN].map((name) => setRow(`${name}${isUnseen(name) ? ", unseen" : ""}`, checkSet(root, name))),
    setRow(
      "all unseen",
      UNSEEN.flatMap((name) => checkSet(root, name)),
    ),
    "",
    "The rules were mended with all sets but the unseen ones, so only those say what a new wording can expect.",
    "",
    "## False and true claims that strangers wrote about recorded sessions",
    "",
    "| session | false | caught, % | true | struck, % | marked, % |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...recorded.map(({ name, checked }) => setRow(name, checked)),
    setRow(
      "all",
      recorded.flatMap(({ checked }) => checked),
    ),
    "",
    "Recordings are read from beside the checkout. The rules were mended with the first eight sessions.",
    "",
    "## What real agents wrote",
    "",
    "| text | lines | struck, % | marked, % |",
    "| --- | ---: | ---: | ---: |",
    lineRow("hand-offs of Claude Code and pi", checkHandOffs(folders)),
    lineRow("last replies of turns, of all agents", checkReplies(folders)),
    "",
    "Nobody has said which of these lines are true; most are, so that a strike is most often a mistake of the check.",
    "Every line is read as finished work, where most is held against the record, and without the agent's own rules.",
    "",
  ].join("\n");
  writeFileSync(join(root, "test", "bench", "CLAIMS.md"), text);
  console.log(text);
}

const isUnseen = (name: string): boolean => UNSEEN.includes(name);

function setRow(name: string, checked: readonly CheckedClaim[]): string {
  const wrong = checked.filter(({ claim }) => claim.false === true);
  const right = checked.filter(({ claim }) => claim.false !== true);
  const marked = right.filter((one) => isFlagged(one) && !isStruck(one));
  return row([
    name,
    wrong.length,
    share(wrong.filter(isCaught), wrong),
    right.length,
    share(right.filter(isStruck), right),
    share(marked, right),
  ]);
}

const lineRow = (name: string, checked: readonly CheckedClaim[]): string =>
  row([
    name,
    checked.length,
    share(checked.filter(isStruck), checked),
    share(
      checked.filter((one) => isFlagged(one) && !isStruck(one)),
      checked,
    ),
  ]);

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

const share = (part: readonly unknown[], whole: readonly unknown[]): string =>
  whole.length === 0 ? "–" : ((100 * part.length) / whole.length).toFixed(1);

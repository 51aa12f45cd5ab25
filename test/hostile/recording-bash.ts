import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names that would be options, were they not files. */
const FILES = ["a.txt", "b.txt", "-rf", "--pre=x", "src/a.ts", "src/-x"];

/** The shell's own commands that would do something: they record instead. `command` stays, to reach `printf`. */
const RECORDING = [
  "echo printf cd eval source . exec builtin trap read export declare typeset local readonly let unset set",
  "shopt alias unalias hash enable mapfile readarray getopts pushd popd dirs umask ulimit kill wait jobs bg fg",
  "disown type pwd times logout suspend bind complete compgen caller help history fc true : return",
]
  .join(" ")
  .split(" ");

/** Bash writes at every newline; a record must be written in one go, since others are written meanwhile. */
const MARK = "\u0002";

const PRELUDE = `
newline=$'\\n' mark=$'\\x02'
record() { command printf '%s\\0' "<run>" "$id" "$#" "\${@//$newline/$mark}" >>"$log"; }
command_not_found_handle() { record "$@"; }
${RECORDING.map((name) => `function ${name} { record ${name} "$@"; }`).join("\n")}
function false { record false "$@"; command false; }
function test { record test "$@"; command test "$@"; }
function [ { record [ "$@"; command [ "$@"; }
X='-rf *' id=0
while IFS= command read -r -d '' line <&9; do
  ( command eval "$line" ) </dev/null >/dev/null 2>&1
  id=$((id + 1))
done 9<"$lines"
command wait
`;

/** Runs each line by itself in one bash. A file that appears anywhere in the folder is an error of its own. */
export async function recordRuns(lines: readonly string[]): Promise<{
  readonly runs: readonly (readonly (readonly string[])[])[];
  readonly created: readonly string[];
}> {
  const place = mkdtempSync(join(tmpdir(), "hermes-bash-"));
  const folder = join(place, "work");
  for (const name of ["work/src", "home", "none"]) mkdirSync(join(place, name), { recursive: true });
  for (const name of FILES) writeFileSync(join(folder, name), "");
  writeFileSync(join(place, "lines"), lines.map((line) => `${line}\0`).join(""));
  writeFileSync(join(place, "log"), "");
  writeFileSync(join(place, "prelude"), PRELUDE);
  const before = readdirSync(folder, { recursive: true }).length;
  await runBash(place, folder);
  const created = readdirSync(folder, { recursive: true }).map(String);
  const runs = parseLog(readFileSync(join(place, "log"), "utf8"), lines.length);
  rmSync(place, { recursive: true, force: true });
  return { runs, created: created.length === before ? [] : created };
}

function runBash(place: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["--noprofile", "--norc", join(place, "prelude")], {
      cwd: folder,
      env: {
        PATH: join(place, "none"),
        HOME: join(place, "home"),
        LC_ALL: "C.UTF-8",
        log: join(place, "log"),
        lines: join(place, "lines"),
      },
      // Whatever was left in the background keeps the last one open.
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    child.once("error", reject);
    child.stdio[3]?.on("data", () => undefined);
    child.once("close", () => resolve());
  });
}

function parseLog(log: string, count: number): readonly (readonly (readonly string[])[])[] {
  const runs: (readonly string[])[][] = Array.from({ length: count }, () => []);
  const fields = log.split("\0");
  for (let at = 0; fields[at] === "<run>"; ) {
    const argc = Number(fields[at + 2]);
    runs[Number(fields[at + 1])]?.push(fields.slice(at + 3, at + 3 + argc).map((text) => text.replaceAll(MARK, "\n")));
    at += 3 + argc;
  }
  return runs;
}

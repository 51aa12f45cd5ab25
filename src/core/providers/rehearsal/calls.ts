import { exitCodeIn } from "../../conversation/text/tool-outcome";
import type { Intent } from "./intent";
import { FILE_NAME } from "./intent";
import { findRepair } from "./repair";
import type { Done } from "./turn";

export interface Call {
  readonly kind: "call";
  readonly tool: string;
  readonly args: Readonly<Record<string, string | number>>;
  readonly say: string;
}

/** How tests are run where a file of this name lies at the top. */
const TEST_COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ["package.json", "npm test"],
  ["Cargo.toml", "cargo test"],
  ["go.mod", "go test ./..."],
  ["pyproject.toml", "python -m pytest"],
  ["pom.xml", "mvn test"],
  ["Gemfile", "bundle exec rake test"],
];

/** Parts of a large output that are read back: enough to move the gauge, and still below a compression. */
const SLICES = { count: 3, lines: 110 } as const;
/** A failing test names few files; more would be a search. */
const MOST_SUSPECTS = 4;

/** The next call for an intent, given what was done so far; undefined where nothing is left to do. */
export function nextCall(intent: Intent, done: readonly Done[]): Call | undefined {
  switch (intent.kind) {
    case "run":
      return first([runCall(intent.command), ...sliceCalls(done[0])], done);
    case "tests":
      return first([listCall, ...testCalls(done)], done);
    case "fix":
      return nextRepairCall(done);
    case "changes":
      return first([runCall("git status --short --branch"), runCall("git diff --stat")], done);
    case "search":
      return first([searchCall(intent.pattern), ...foundFiles(done).map(readCall)], done);
    case "read":
      return first(intent.files.map(readCall), done);
    case "look":
      return first([listCall, ...filesListed(done).slice(0, intent.files).map(readCall)], done);
  }
}

const first = (wanted: readonly Call[], done: readonly Done[]): Call | undefined => wanted[done.length];

/** Runs the tests, reads what they name, repairs what a rule can repair, and runs the tests again. */
function nextRepairCall(done: readonly Done[]): Call | undefined {
  if (done.length < 2) return first([listCall, ...testCalls(done)], done);
  const run = done[1];
  if (run?.tool !== "terminal" || exitCodeIn(run.text) === 0 || hasEdit(done)) return rerunAfterEdit(done);
  const read = readPaths(done);
  const suspect = suspectsOf(run.text, done).find((path) => !read.includes(path));
  return repairCall(done) ?? (suspect === undefined || read.length >= MOST_SUSPECTS ? undefined : readCall(suspect));
}

const hasEdit = (done: readonly Done[]) => done.some(({ tool }) => tool === "patch");
const readPaths = (done: readonly Done[]) =>
  done.filter(({ tool }) => tool === "read_file").map(({ args }) => String(args["path"]));

function rerunAfterEdit(done: readonly Done[]): Call | undefined {
  const last = done.at(-1);
  const command = done[1]?.args["command"];
  if (last?.tool !== "patch" || last.failed || typeof command !== "string") return undefined;
  return { ...runCall(command), say: `The edit is in place. I will run \`${command}\` again.` };
}

function repairCall(done: readonly Done[]): Call | undefined {
  for (const { tool, args, text } of done) {
    const repair = tool === "read_file" ? findRepair(text) : undefined;
    if (repair === undefined) continue;
    return {
      kind: "call",
      tool: "patch",
      args: { path: String(args["path"]), find: repair.find, replace: repair.replace },
      say: `I see it: ${repair.why} I propose one edit.`,
    };
  }
  return undefined;
}

/** Files that the failing run or the tests read so far name, nearest first. */
function suspectsOf(output: string, done: readonly Done[]): readonly string[] {
  const listed = filesListed(done);
  const texts = [...done.filter(({ tool }) => tool === "read_file").map(({ text }) => text), output];
  const named = texts.flatMap((text) => text.match(FILE_NAME) ?? []).map((name) => name.split("/").at(-1));
  const code = listed.filter((path) => !/\.(?:md|json|lock|txt|ya?ml)$/i.test(path));
  return named.flatMap((name) => code.filter((path) => path.split("/").at(-1) === name));
}

const listCall: Call = {
  kind: "call",
  tool: "list_files",
  args: { path: "." },
  say: "I will look at what is in this workspace.",
};
const runCall = (command: string): Call => ({
  kind: "call",
  tool: "terminal",
  args: { command },
  say: `I will run \`${command}\`.`,
});
const readCall = (path: string): Call => ({
  kind: "call",
  tool: "read_file",
  args: { path },
  say: `I will read \`${path}\`.`,
});
const searchCall = (pattern: string): Call => ({
  kind: "call",
  tool: "search_files",
  args: { pattern, path: "." },
  say: `I will search the workspace for \`${pattern}\`.`,
});

/** An output that lies on disk is read back in parts, as a model would. */
function sliceCalls(run: Done | undefined): readonly Call[] {
  const path = /^<persisted-output>\n[^\n]*\n([^\n]+)\n/.exec(run?.text ?? "")?.[1];
  if (path === undefined) return [];
  return Array.from({ length: SLICES.count }, (_, part) => ({
    kind: "call",
    tool: "read_file",
    args: { path, offset: 1 + part * SLICES.lines, limit: SLICES.lines },
    say: `The output is on disk. I will read its lines from ${1 + part * SLICES.lines} on.`,
  }));
}

/** The command that runs the tests of what the listing names; nothing where nobody could know it. */
function testCalls(done: readonly Done[]): readonly Call[] {
  const listed = filesListed(done);
  const known = TEST_COMMANDS.find(([file]) => listed.includes(file));
  return known === undefined ? listed.slice(0, 1).map(readCall) : [runCall(known[1])];
}

/** Files the first listing named, a README first: it says most about a stranger's workspace. */
function filesListed(done: readonly Done[]): readonly string[] {
  const listing = done[0];
  if (listing === undefined || listing.failed || listing.tool !== "list_files") return [];
  const files = [...new Set(listing.text.match(FILE_NAME) ?? [])];
  const rank = (file: string) => (/readme/i.test(file) ? 0 : TEST_COMMANDS.some(([name]) => name === file) ? 1 : 2);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** The first file in which a search found something: its lines say more than a path. */
function foundFiles(done: readonly Done[]): readonly string[] {
  const found = done[0];
  if (found === undefined || found.failed || found.tool !== "search_files") return [];
  return (found.text.match(FILE_NAME) ?? []).slice(0, 1);
}

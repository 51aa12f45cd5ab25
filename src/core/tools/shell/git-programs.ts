import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { listSubmodulePaths } from "./git-submodules";

/** Settings that name a program which git starts while it only reads: status, log, diff, show, blame, grep. */
const RUNS_PROGRAMS: readonly RegExp[] = [
  /^diff\.external$/,
  /^diff\..+\.(?:command|textconv)$/,
  /^filter\..+\.(?:clean|smudge|process)$/,
  /^gpg\.(?:.+\.)?program$/,
  /^core\.(?:sshcommand|gitproxy|alternaterefscommand|askpass)$/,
  /^credential\.(?:.+\.)?helper$/,
  /^remote\..+\.(?:uploadpack|vcs|promisor)$/,
  /^extensions\.(?:partialclone|worktreeconfig)$/,
  /^protocol\..*allow$/,
  /^lfs\.(?:extension|customtransfer)\.|^lfs\.standalonetransferagent$/,
  /^include(?:if\..+)?\.path$/,
];
/** What `git lfs install --local` writes, and nothing behind it. */
const LARGE_FILES = /^git-lfs (?:clean -- %f|smudge (?:--skip )?-- %f|filter-process(?: --skip)?)$/;

/** Larger files, or more submodules, are not read; what is not read counts as running programs. */
const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_MODULES = 50;

/** Such settings of the repository around a folder, of its submodules too. A folder outside any repository has none. */
export async function findGitPrograms(folder: string): Promise<readonly string[]> {
  // Git looks for its repository where the folder really is, the shell where its name says.
  const repository = await findRepository(await realpath(folder).catch(() => folder));
  if (repository === undefined) return [];
  const common = await readCommonFolder(repository);
  if (common === undefined) return ["commondir"];
  const modules = await listModules(join(common, "modules"), 0);
  if (modules === undefined) return ["submodule"];
  const found = (await Promise.all([common, ...modules].map(findIn))).flat();
  return found.length > 0 ? [...new Set(found)] : findInNested(repository);
}

/** Repositories that lie in the working tree, where the index calls them submodules. */
async function findInNested(repository: string): Promise<readonly string[]> {
  if (basename(repository) !== ".git") return [];
  const workingTree = dirname(repository);
  const paths = await listSubmodulePaths(workingTree, repository);
  if (paths === undefined || paths.length > MAX_MODULES) return ["submodule"];
  const nested = paths.map((path) => join(workingTree, path, ".git"));
  return [...new Set((await Promise.all(nested.map(findIn))).flat())];
}

async function findRepository(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, ".git");
    const stats = await stat(place).catch(() => undefined);
    if (stats?.isDirectory() && (await isBareRepository(place))) return place;
    // A worktree or submodule has a file there that says where the rest is.
    if (stats?.isFile()) return resolve(at, (await readLimited(place)).replace(/^gitdir:\s*/, "").trim());
    if (await isBareRepository(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Git takes any folder for a repository that looks like one inside. */
const isBareRepository = async (folder: string): Promise<boolean> =>
  (await Promise.all(["HEAD", "objects", "refs"].map((name) => stat(join(folder, name)).catch(() => undefined)))).every(
    (stats) => stats !== undefined,
  );

/** A worktree shares its repository's settings. Undefined where the file that says so cannot be read. */
async function readCommonFolder(repository: string): Promise<string | undefined> {
  const common = await readLimited(join(repository, "commondir"));
  if (common === UNREADABLE) return undefined;
  return common === "" ? repository : resolve(repository, common.trim());
}

/** Submodules' repositories; their names may have slashes. Undefined where there are too many. */
async function listModules(folder: string, depth: number): Promise<readonly string[] | undefined> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > MAX_MODULES || depth > 3) return undefined;
  const found: string[] = [];
  for (const name of names) {
    const place = join(folder, name);
    const isRepository = await isBareRepository(place);
    const below = await listModules(isRepository ? join(place, "modules") : place, depth + 1);
    if (below === undefined) return undefined;
    found.push(...(isRepository ? [place] : []), ...below);
  }
  return found.length > MAX_MODULES ? undefined : found;
}

async function findIn(repository: string): Promise<readonly string[]> {
  const settings = parseConfig(await readLimited(join(repository, "config")));
  if (settings === undefined) return ["config"];
  const hooks = resolve(
    dirname(repository),
    settings.findLast(({ key }) => key === "core.hookspath")?.value ?? join(repository, "hooks"),
  );
  const hook = await stat(join(hooks, "post-index-change")).catch(() => undefined);
  return [
    ...settings.filter(runsPrograms).map(({ key }) => key),
    ...(hook === undefined ? [] : ["hooks/post-index-change"]),
  ];
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

function runsPrograms({ key, value }: Setting): boolean {
  if (key === "core.fsmonitor") return !/^(?:true|false|0|1|yes|no|on|off|)$/i.test(value);
  return RUNS_PROGRAMS.some((pattern) => pattern.test(key)) && !LARGE_FILES.test(value);
}

/** A missing file has no settings; one too large to read is no text that `parseConfig` knows. */
async function readLimited(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return "";
  return stats.isFile() && stats.size <= MAX_CONFIG_BYTES ? readFile(path, "utf8") : UNREADABLE;
}

const UNREADABLE = "?";

/** Keys in lower case. Undefined for lines that are not read here as git reads them: continued, or behind a section. */
function parseConfig(text: string): readonly Setting[] | undefined {
  const settings: Setting[] = [];
  let section = "";
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]$/.exec(line);
    const entry = /^([A-Za-z][\w-]*)(?:\s*=\s*(.*))?$/.exec(line);
    if (line === "" || /^[#;]/.test(line)) continue;
    if (line.endsWith("\\") || (header === null && entry === null)) return undefined;
    if (header !== null) section = header[2] === undefined ? (header[1] ?? "") : `${header[1]}.${header[2]}`;
    else if (entry !== null) settings.push({ key: `${section}.${entry[1]}`.toLowerCase(), value: entry[2] ?? "" });
  }
  return settings;
}

import type { Intent } from "./intent";
import { shellText } from "./shell-text";

const MOST_FILES = 30;

/**
 * What a shell command does to files, judged by its common forms (`cat`, `sed -i`, `>`, `rm`, `mv` …). Not a shell:
 * what hides in variables, loops or scripts is missed.
 */
export function shellIntent(command: string): Pick<Intent, "files" | "cwd" | "branch"> {
  const files: Intent["files"][number][] = [];
  let cwd: string | undefined;
  let branch: string | undefined;
  for (const segment of shellText(command).line.split(/&&|\|\||[;|\n]/)) {
    const words = segment.trim().split(/\s+/).map(unquote);
    cwd = words[0] === "cd" && words[1] !== undefined ? words[1] : cwd;
    branch = branchOf(words) ?? branch;
    if (files.length < MOST_FILES) files.push(...filesOf(words));
  }
  return { files, ...(cwd === undefined ? {} : { cwd }), ...(branch === undefined ? {} : { branch }) };
}

function filesOf(words: readonly string[]): Intent["files"] {
  const redirected = words.flatMap((word, index) =>
    /^\d?>>?$/.test(word) ? [words[index + 1] ?? ""] : [/^\d?>>?([^&>].*)$/.exec(word)?.[1] ?? ""],
  );
  const written = redirected
    .filter((path) => path !== "" && path !== "/dev/null")
    .map((path) => ({ path, operation: "written" as const }));
  return [
    ...written,
    ...programFiles(words.filter((word, index) => !/^\d?>/.test(word) && !/^\d?>>?$/.test(words[index - 1] ?? ""))),
  ];
}

function programFiles(words: readonly string[]): Intent["files"] {
  const [program = "", ...rest] = words[0] === "sudo" || words[0] === "git" ? words.slice(1) : words;
  const named = rest.filter((word) => !word.startsWith("-") && looksLikeFile(word));
  switch (program) {
    case "cat":
    case "head":
    case "tail":
    case "less":
    case "nl":
    case "open":
    case "wc":
      return named.map((path) => ({ path, operation: "read" }));
    case "sed":
      return named.slice(-1).map((path) => ({
        path,
        operation: rest.some((word) => /^-\w*i|^--in-place/.test(word)) ? "written" : "read",
      }));
    case "tee":
    case "touch":
      return named.map((path) => ({ path, operation: "written" }));
    case "rm":
    case "unlink":
      return named.map((path) => ({ path, operation: "deleted" }));
    case "mv":
      return named.slice(0, 2).map((path, index) => ({ path, operation: index === 0 ? "deleted" : "written" }));
    case "cp":
      return named.slice(1, 2).map((path) => ({ path, operation: "written" }));
    default:
      return [];
  }
}

function branchOf(words: readonly string[]): string | undefined {
  if (words[0] !== "git" || (words[1] !== "checkout" && words[1] !== "switch")) return undefined;
  const created = words.findIndex((word) => word === "-b" || word === "-c" || word === "-B" || word === "-C");
  const name = created > 0 ? words[created + 1] : words[1] === "switch" ? words[2] : undefined;
  return name !== undefined && /^[\w./-]{1,120}$/.test(name) && !name.startsWith("-") ? name : undefined;
}

const looksLikeFile = (word: string): boolean =>
  /^[\w@.+~/\\-]{2,300}$/.test(word) && /[./\\]/.test(word) && /[A-Za-z]/.test(word);
const unquote = (word: string): string => word.replace(/^["']|["']$/g, "");

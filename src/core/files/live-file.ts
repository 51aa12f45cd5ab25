import { relative, resolve, sep } from "node:path";
import { readGuarded } from "./guarded-file";

/** Larger files are generated or data; nobody edits them by quoting their lines. */
const MAX_BYTES = 512 * 1024;
/** Files that hold nothing but secrets are no part of the work, also where a command has shown them. */
const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.netrc|\.npmrc|\.pypirc|id_[a-z0-9]+|[^/]+\.(?:pem|key|p12|pfx|jks))$/i;

/** A text file of the workspace as it is now, under its name there; undefined where there is none to read. */
export async function readLiveFile(
  workspace: string,
  path: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  if (workspace === "") return undefined;
  const absolute = resolve(workspace, path);
  const name = relative(workspace, absolute).split(sep).join("/");
  if (name === "" || name.startsWith("..") || SECRET_FILE.test(name)) return undefined;
  const read = await readGuarded({ root: workspace, path: absolute }, { maxBytes: MAX_BYTES, beyond: "refuse" });
  return read.kind !== "text" || read.text.includes("\0") ? undefined : { path: name, text: read.text };
}

import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue } from "../../core/base/json";
import type { Sentence } from "../../core/base/sentence";
import { sentence } from "../../core/base/sentence";
import type { Hook } from "../../core/hooks/hook";
import { parseJson, readGuardedBytes, readHooks } from "../../core/host";
import type { ContentConsent } from "./content-consent";
import { takeSnapshot } from "./engine-snapshot";

export interface HookFileWorld {
  readonly workspaceFolder: string | undefined;
  readonly trust: "trusted" | "untrusted";
  readonly consent: ContentConsent;
  warn(problem: Sentence): void;
  ask(hooks: readonly Hook[], hash: string): Promise<"use" | "leave">;
}

const FILE = join(".hermes", "hooks.json");
/** Scripts beside the file count as part of it. */
const SCRIPTS = join(".hermes", "hooks");
const MAX_BYTES = 256 * 1024;

/** The hooks of the workspace, if the user allowed exactly this content; undefined where nothing may run. */
export async function readWorkspaceHooks(world: HookFileWorld): Promise<JsonValue | undefined> {
  const { workspaceFolder: root } = world;
  if (root === undefined || world.trust === "untrusted") return undefined;
  const path = join(root, FILE);
  const read = await readGuardedBytes({ root, path }, { maxBytes: MAX_BYTES, beyond: "refuse" });
  if (read.kind === "missing") return undefined;
  const content = read.kind === "bytes" ? parseJson(new TextDecoder().decode(read.bytes)) : undefined;
  const scripts = await scriptsHash(root);
  if (read.kind !== "bytes" || content === undefined || scripts === undefined) {
    world.warn(sentence("The hooks in {path} are left out: they must be valid JSON in regular files.", { path }));
    return undefined;
  }
  const { hooks } = readHooks(content, "workspace");
  if (hooks.length === 0) return content;
  const hash = createHash("sha256").update(read.bytes).update(scripts).digest("hex");
  return (await world.consent.confirm("hooks", hash, () => world.ask(hooks, hash))) === "use" ? content : undefined;
}

/** Undefined where the folder holds what cannot be hashed. */
async function scriptsHash(root: string): Promise<string | undefined> {
  const found = await lstat(join(root, SCRIPTS)).catch(() => undefined);
  if (found === undefined) return "";
  return takeSnapshot(root, SCRIPTS).then(
    ({ hash }) => hash,
    () => undefined,
  );
}

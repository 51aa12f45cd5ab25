import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { readGuarded } from "../files/guarded-file";
import type { AgentKind } from "./kind";
import { BUILT_IN_KINDS, readKind } from "./kind";

export interface KindPlaces {
  readonly workspaceFolders: readonly string[];
  readonly homeFolder?: string;
  /** Asked about agents that were written for other products, once for each content. */
  confirm(offer: AgentOffer): Promise<"use" | "leave">;
}

export interface AgentOffer {
  /** Absolute. */
  readonly folder: string;
  readonly names: readonly string[];
  readonly hash: string;
}

export interface FoundKinds {
  readonly kinds: readonly AgentKind[];
  readonly problems: readonly Sentence[];
}

const OWN = ".hermes/agents";
const FOREIGN = [".claude/agents", ".github/agents"] as const;
const LIMITS = { files: 50, fileBytes: 64 * 1024 } as const;

interface ReadFile {
  readonly path: string;
  readonly fileName: string;
  readonly text: string;
}

/** Built-in kinds come first, and no file replaces them. */
export async function findKinds({ workspaceFolders, homeFolder, confirm }: KindPlaces): Promise<FoundKinds> {
  const kinds = new Map(BUILT_IN_KINDS.map((kind) => [kind.name, kind]));
  const problems: Sentence[] = [];
  const add = (files: readonly ReadFile[]): void => {
    for (const file of files) {
      const kind = readKind(file);
      if ("text" in kind) problems.push(kind);
      else if (!kinds.has(kind.name)) kinds.set(kind.name, kind);
      else
        problems.push(
          sentence('The agent {path} is left out: there is an agent named "{name}" already.', {
            path: file.path,
            name: kind.name,
          }),
        );
    }
  };
  for (const root of workspaceFolders) add(await readFolder(root, OWN));
  if (homeFolder !== undefined) add(await readFolder(homeFolder, OWN));
  for (const root of workspaceFolders) {
    for (const place of FOREIGN) {
      const files = await readFolder(root, place);
      if (files.length === 0) continue;
      const offer = { folder: join(root, place), names: files.map(({ fileName }) => fileName), hash: hashOf(files) };
      if ((await confirm(offer)) === "use") add(files);
    }
  }
  return { kinds: [...kinds.values()], problems };
}

/** In a fixed order; nothing through links, and nothing large. */
async function readFolder(root: string, place: string): Promise<readonly ReadFile[]> {
  const folder = join(root, place);
  const names = await readdir(folder).catch(() => []);
  const found: ReadFile[] = [];
  for (const name of names
    .filter((one) => one.endsWith(".md"))
    .toSorted()
    .slice(0, LIMITS.files)) {
    const path = join(folder, name);
    const read = await readGuarded({ root, path }, { maxBytes: LIMITS.fileBytes, beyond: "refuse" });
    if (read.kind === "text") found.push({ path, fileName: name.replace(/(?:\.agent)?\.md$/, ""), text: read.text });
  }
  return found;
}

function hashOf(files: readonly ReadFile[]): string {
  const hash = createHash("sha256");
  for (const { fileName, text } of files) hash.update(`${fileName}\0${text.length}\0${text}`);
  return hash.digest("hex");
}

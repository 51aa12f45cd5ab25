import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifest, root } from "../../../scripts/places.mjs";

/**
 * The extension without its Node part, as vscode.dev sees it: VS Code then runs the web part in the browser. Needs a
 * build in `dist/`.
 */
export function webVariant(folder: string): string {
  const variant = join(folder, "hermes-web");
  mkdirSync(variant);
  const { main: _, extensionKind: __, ...rest } = JSON.parse(JSON.stringify(manifest));
  writeFileSync(join(variant, "package.json"), JSON.stringify(rest));
  const texts = readdirSync(root).filter((name) => name.startsWith("package.nls"));
  for (const name of ["dist", "l10n", "media", ...texts]) symlinkSync(join(root, name), join(variant, name));
  return variant;
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./places.mjs";

/** The licenses of bundled packages require that their text is distributed with them. */
export function writeNotices() {
  const { inputs } = JSON.parse(readFileSync(join(root, "dist", "meta.json"), "utf8"));
  const packages = new Set(
    Object.keys(inputs)
      .map(packageOf)
      .filter((name) => name !== undefined),
  ).add("sql.js");
  const notices = [...packages].sort().map(describePackage);
  writeFileSync(
    join(root, "dist", "THIRD-PARTY-NOTICES.txt"),
    `Hermes contains the following packages.\n\n${notices.join("\n\n")}\n`,
  );
}

/** @param {string} path */
const packageOf = (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

/** @param {string} name */
function describePackage(name) {
  const folder = join(root, "node_modules", name);
  if (!existsSync(join(folder, "package.json"))) return `${name}`;
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return [`${name} ${version} (${license})`, file ? readFileSync(join(folder, file), "utf8").trim() : ""]
    .join("\n\n")
    .trim();
}

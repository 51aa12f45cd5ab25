// Prepares and publishes a release: `npm run release -- cut minor`, then `check v0.2.0` and `publish v0.2.0` in CI.
// docs/releasing.md describes the whole way.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "./package.mjs";
import { root, vsixPath } from "./places.mjs";
import { runScript } from "./process.mjs";
import { cutChangelog, nextVersion, planPublishing, planRelease } from "./release-plan.mjs";
import { runTool } from "./run.mjs";

const USAGE = "release cut <major|minor|patch|version> | check <tag> | publish <tag>";

/** @type {Readonly<Record<string, (argument: string, folder: string) => void>>} */
const COMMANDS = { cut, check, publish };

/**
 * Writes the version and the section of the changelog; committing and tagging stay with a person.
 * @param {string} wanted
 * @param {string} folder
 */
function cut(wanted, folder) {
  const { manifest, changelog } = readTree(folder);
  const version = nextVersion(manifest.version, wanted);
  const released = cutChangelog(changelog, version, new Date().toISOString().slice(0, 10));
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  lock.version = version;
  lock.packages[""].version = version;
  writeFileSync(join(folder, "CHANGELOG.md"), released);
  writeFileSync(join(folder, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  console.log(
    `Version ${version} is written. Review it, then:\n\n` +
      `  git commit -am "Release ${version}" && git tag v${version} && git push --follow-tags\n\n` +
      `For the pre-release channel, tag v${version}-pre instead.`,
  );
}

/**
 * @param {string} tag
 * @param {string} folder
 */
function check(tag, folder) {
  const { channel, obstacles } = planRelease(tag, readTree(folder));
  if (obstacles.length > 0) throw new Error(["This tree cannot be published:", ...obstacles].join("\n  "));
  console.log(`${tag} can be published on the ${channel} channel.`);
  return channel;
}

/**
 * @param {string} tag
 * @param {string} folder
 */
function publish(tag, folder) {
  const channel = check(tag, folder);
  packageExtension(channel);
  for (const [tool, args] of planPublishing(vsixPath, channel)) runTool(tool, args);
}

/** @param {string} folder */
function readTree(folder) {
  return {
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    changelog: readFileSync(join(folder, "CHANGELOG.md"), "utf8"),
  };
}

await runScript(() => {
  const [name = "", argument] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command === undefined || argument === undefined) throw new Error(`Usage: npm run ${USAGE}`);
  // A test works on a copy.
  command(argument, process.env["HERMES_RELEASE_FOLDER"] ?? root);
});

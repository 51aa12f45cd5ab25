/** Stands in package.json where the owner of the repository belongs; docs/releasing.md says what to do about it. */
const PLACEHOLDER = "OWNER";

/**
 * @typedef {object} Manifest
 * @property {string} version
 * @property {{ readonly url: string }} repository
 * @property {{ readonly url: string }} bugs
 * @property {string} homepage
 * @property {string} qna
 */

/**
 * The fields of package.json that still name nobody.
 * @param {Manifest} manifest
 * @returns {readonly string[]}
 */
export function findPlaceholders({ repository, bugs, homepage, qna }) {
  const addresses = { repository: repository.url, bugs: bugs.url, homepage, qna };
  return Object.entries(addresses)
    .filter(([, address]) => address.split("/").includes(PLACEHOLDER))
    .map(([field]) => field);
}

/**
 * The address of the repository's page, or undefined while it is a placeholder.
 * @param {Manifest} manifest
 */
export const repositoryPage = (manifest) =>
  findPlaceholders(manifest).includes("repository") ? undefined : manifest.repository.url.replace(/\.git$/, "");

/**
 * The version that follows, or the one that is named if it is higher.
 * @param {string} current
 * @param {string} wanted `major`, `minor`, `patch`, or a version
 */
export function nextVersion(current, wanted) {
  const [major = 0, minor = 0, patch = 0] = partsOf(current);
  if (wanted === "major") return `${major + 1}.0.0`;
  if (wanted === "minor") return `${major}.${minor + 1}.0`;
  if (wanted === "patch") return `${major}.${minor}.${patch + 1}`;
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new Error(`"${wanted}" is neither major, minor, patch, nor a version.`);
  if (compareVersions(wanted, current) <= 0) throw new Error(`${wanted} does not follow ${current}.`);
  return wanted;
}

/** @param {string} version */
const partsOf = (version) => version.split(".").map(Number);

/**
 * @param {string} left
 * @param {string} right
 */
function compareVersions(left, right) {
  const [a, b] = [partsOf(left), partsOf(right)];
  return a.map((part, index) => part - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

const UNRELEASED = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|$(?![\s\S]))/m;

/**
 * Moves the unreleased entries of a changelog under a version, and leaves an empty section for the next ones.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
export function cutChangelog(changelog, version, date) {
  const entries = UNRELEASED.exec(changelog)?.[1]?.trim();
  if (entries === undefined) throw new Error("CHANGELOG.md has no section [Unreleased].");
  if (entries === "") throw new Error("CHANGELOG.md lists nothing unreleased, so there is nothing to release.");
  // A function, because entries may contain `$`.
  return (
    changelog.replace(UNRELEASED, () => `## [Unreleased]\n\n## [${version}] - ${date}\n\n${entries}\n\n`).trimEnd() +
    "\n"
  );
}

/**
 * The channel that a tag publishes to, and why this tree cannot be published under it. The Marketplace takes no version
 * with a suffix, so only the tag has one: `v0.3.0-pre` is version 0.3.0 on the pre-release channel.
 * @param {string} tag
 * @param {{ readonly manifest: Manifest; readonly changelog: string }} tree
 * @returns {{ readonly channel: "stable" | "pre-release"; readonly obstacles: readonly string[] }}
 */
export function planRelease(tag, { manifest, changelog }) {
  const [, version, suffix] = /^v(\d+\.\d+\.\d+)(-pre)?$/.exec(tag) ?? [];
  const placeholders = findPlaceholders(manifest);
  const obstacles = [
    version === undefined && `The tag ${tag} is neither v1.2.3 nor v1.2.3-pre.`,
    version !== undefined &&
      version !== manifest.version &&
      `The tag is ${tag}, but package.json has ${manifest.version}.`,
    !changelog.includes(`## [${manifest.version}] - `) && `CHANGELOG.md has no section for ${manifest.version}.`,
    placeholders.length > 0 &&
      `package.json still has placeholders in ${placeholders.join(", ")}; see docs/releasing.md.`,
  ].filter((obstacle) => typeof obstacle === "string");
  return { channel: suffix ? "pre-release" : "stable", obstacles };
}

/**
 * How each registry takes a package, without any stored token: both exchange the identity of the workflow for a
 * short-lived one.
 * @param {string} vsix
 * @param {"stable" | "pre-release"} channel
 * @returns {readonly (readonly [tool: string, args: readonly string[]])[]}
 */
export function planPublishing(vsix, channel) {
  const shared = ["--packagePath", vsix, ...channelFlags(channel)];
  return [
    ["vsce", ["publish", "--oidc", ...shared]],
    ["ovsx", ["publish", "--trusted-publishing", ...shared]],
  ];
}

/** @param {"stable" | "pre-release"} channel */
export const channelFlags = (channel) => (channel === "pre-release" ? ["--pre-release"] : []);

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { manifest as read } from "../../scripts/places.mjs";
import { readmeForExtensionPage } from "../../scripts/readme.mjs";
import {
  cutChangelog,
  findPlaceholders,
  nextVersion,
  planPublishing,
  planRelease,
  repositoryPage,
} from "../../scripts/release-plan.mjs";

const owned = (version = "0.2.0") => ({
  version,
  repository: { url: "https://github.com/someone/hermes-context.git" },
  bugs: { url: "https://github.com/someone/hermes-context/issues" },
  homepage: "https://github.com/someone/hermes-context#readme",
  qna: "https://github.com/someone/hermes-context/discussions",
});

const changelog = (unreleased: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n\n## [0.1.0] - 2026-11-17\n\n- First.\n`;

describe("the next version", () => {
  it.each([
    ["major", "1.0.0"],
    ["minor", "0.2.0"],
    ["patch", "0.1.10"],
    ["0.3.0", "0.3.0"],
    ["1.0.0", "1.0.0"],
  ])("after 0.1.9 is, for %s, %s", (wanted, version) => {
    expect(nextVersion("0.1.9", wanted)).toBe(version);
  });

  it.each(["0.1.9", "0.0.10", "next", "1.2", "v0.2.0", "0.2.0-pre"])("is never %s", (wanted) => {
    expect(() => nextVersion("0.1.9", wanted)).toThrow(wanted);
  });
});

describe("the changelog", () => {
  it("gets a section for the version, and an empty one for what follows", () => {
    expect(cutChangelog(changelog("### Added\n\n- A `$1` of news."), "0.2.0", "2026-12-01")).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- A `$1` of news.\n\n" +
        "## [0.1.0] - 2026-11-17\n\n- First.\n",
    );
  });

  it("is cut also where nothing was released before", () => {
    expect(cutChangelog("## [Unreleased]\n\n- First.\n", "0.1.0", "2026-12-01")).toBe(
      "## [Unreleased]\n\n## [0.1.0] - 2026-12-01\n\n- First.\n",
    );
  });

  it("is not cut without entries", () => {
    expect(() => cutChangelog(changelog(""), "0.2.0", "2026-12-01")).toThrow("nothing unreleased");
    expect(() => cutChangelog("# Changelog\n", "0.2.0", "2026-12-01")).toThrow("no section");
  });
});

describe("a release", () => {
  const released = cutChangelog(changelog("- News."), "0.2.0", "2026-12-01");

  it.each([
    ["v0.2.0", "stable"],
    ["v0.2.0-pre", "pre-release"],
  ] as const)("tagged %s goes to the %s channel", (tag, channel) => {
    expect(planRelease(tag, { manifest: owned(), changelog: released })).toEqual({ channel, obstacles: [] });
  });

  it("is refused while package.json names nobody, under another tag, and without a changelog", () => {
    expect(planRelease("v0.3.0", { manifest, changelog: "" }).obstacles).toEqual([
      `The tag is v0.3.0, but package.json has ${manifest.version}.`,
      `CHANGELOG.md has no section for ${manifest.version}.`,
      "package.json still has placeholders in repository, bugs, homepage, qna; see docs/releasing.md.",
    ]);
    expect(planRelease("0.2.0", { manifest: owned(), changelog: released }).obstacles).toEqual([
      "The tag 0.2.0 is neither v1.2.3 nor v1.2.3-pre.",
    ]);
  });

  it("is published by both registries without a stored token, on its channel", () => {
    expect(planPublishing("hermes.vsix", "pre-release")).toEqual([
      ["vsce", ["publish", "--oidc", "--packagePath", "hermes.vsix", "--pre-release"]],
      ["ovsx", ["publish", "--trusted-publishing", "--packagePath", "hermes.vsix", "--pre-release"]],
    ]);
  });
});

describe("npm run release", () => {
  function runRelease(folder: string, ...args: readonly string[]) {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/release.mjs", ...args], {
      encoding: "utf8",
      env: { ...process.env, HERMES_RELEASE_FOLDER: folder },
    });
    return { status, stderr: stderr.trim() };
  }

  function makeTree() {
    const folder = mkdtempSync(join(tmpdir(), "hermes-release-"));
    const lock = { name: "hermes", version: "0.1.0", packages: { "": { version: "0.1.0" } } };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...owned("0.1.0"), private: true }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    writeFileSync(join(folder, "CHANGELOG.md"), changelog("- News."));
    return { folder, read: (file: string) => readFileSync(join(folder, file), "utf8") };
  }

  it("cuts a version that can then be published under its tag only", () => {
    const { folder, read } = makeTree();
    expect(runRelease(folder, "cut", "minor")).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(read("package.json"))).toEqual({ ...owned("0.2.0"), private: true });
    expect(JSON.parse(read("package-lock.json"))).toEqual({
      name: "hermes",
      version: "0.2.0",
      packages: { "": { version: "0.2.0" } },
    });
    expect(read("CHANGELOG.md")).toMatch(/^## \[0\.2\.0\] - \d{4}-\d\d-\d\d$/m);
    expect(runRelease(folder, "check", "v0.2.0").status).toBe(0);
    expect(runRelease(folder, "check", "v0.2.1").stderr).toContain("but package.json has 0.2.0");
  });

  it("publishes nothing while this tree has placeholders", () => {
    const refused = runRelease(".", "publish", `v${manifest.version}`);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("placeholders in repository, bugs, homepage, qna");
  });

  it("explains itself", () => {
    expect(runRelease(".", "now").stderr).toContain("release cut <major|minor|patch|version>");
  });
});

describe("the packaged README", () => {
  const text = [
    "# Hermes",
    "![A bar\nthat folds](media/a.webp)",
    "See [the docs](docs/engines.md), [below](#below), and [VS Code](https://code.visualstudio.com).",
  ].join("\n\n");

  it("leads to the repository", () => {
    expect(readmeForExtensionPage(text, repositoryPage(owned()))).toBe(
      [
        "# Hermes",
        "![A bar\nthat folds](https://github.com/someone/hermes-context/raw/HEAD/media/a.webp)",
        "See [the docs](https://github.com/someone/hermes-context/blob/HEAD/docs/engines.md), [below](#below), " +
          "and [VS Code](https://code.visualstudio.com).",
      ].join("\n\n"),
    );
  });

  it("has neither broken pictures nor dead links while there is no repository", () => {
    expect(findPlaceholders(read)).toContain("repository");
    expect(readmeForExtensionPage(text, repositoryPage(read))).toBe(
      "# Hermes\n\nSee the docs, [below](#below), and [VS Code](https://code.visualstudio.com).",
    );
  });
});

describe("the package", () => {
  it("says on the Marketplace what it is, what it costs, and where to ask", () => {
    expect(manifest).toMatchObject({
      pricing: "Free",
      repository: { type: "git", url: expect.stringMatching(/^https:.*\.git$/) },
      bugs: { url: expect.stringMatching(/^https:/) },
      homepage: expect.stringMatching(/^https:/),
      qna: expect.stringMatching(/^https:/),
      galleryBanner: { color: expect.stringMatching(/^#[\da-f]{6}$/), theme: "dark" },
    });
  });

  it("has an icon that is sharp on dense screens", () => {
    const png = readFileSync(manifest.icon);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256]);
  });
});

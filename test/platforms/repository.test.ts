import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json";

const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);

/** Windows allows 260 characters; this leaves as many for the folder of the clone as most people need. */
const MAX_PATH_CHARS = 180;

describe("the repository can be cloned on every platform:", () => {
  it("no name contains what Windows forbids", () => {
    const forbidden = /[<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;
    expect(files.filter((file) => forbidden.test(file))).toEqual([]);
  });

  it("no two names differ only in upper and lower case", () => {
    const seen = new Set<string>();
    const twice = files.filter((file) => {
      const before = seen.has(file.toLowerCase());
      seen.add(file.toLowerCase());
      return before;
    });
    expect(twice).toEqual([]);
  });

  it("no path is too long", () => {
    expect(files.filter((file) => file.length > MAX_PATH_CHARS)).toEqual([]);
  });

  it("every text has the same line ends everywhere", () => {
    expect(readFileSync(".gitattributes", "utf8")).toContain("* text=auto eol=lf");
  });
});

describe("the scripts run on every platform:", () => {
  it("npm scripts use nothing that only one shell knows", () => {
    const shellOnly = /[`$;|<>']|(?<!&)&(?!&)|\b(?:rm|cp|mv|cat|export|sh|bash)\b/;
    expect(Object.entries(manifest.scripts).filter(([, command]) => shellOnly.test(command))).toEqual([]);
  });

  it("no script starts a shell, except where only Linux goes", () => {
    const scripts = files.filter((file) => /^(?:scripts\/|esbuild)[^/]*\.mjs$/.test(file));
    const starting = scripts.filter((file) => /["'](?:sh|bash|\/bin\/\w+)["']/.test(readFileSync(file, "utf8")));
    expect(starting).toEqual(["scripts/development-tool.mjs"]);
  });
});

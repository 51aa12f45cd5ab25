import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inEnglish } from "../../../support/say";
import { toolContext } from "../../../support/tools";
import { toolsOn } from "../../../support/workspace";

const numbered = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n")}\n`;

describe("read_file", () => {
  it("numbers lines and says how to go on", async () => {
    const { say } = await toolsOn({ "a.txt": numbered(5) });
    expect(await say("read_file", { path: "a.txt", offset: 2, limit: 2 })).toBe(
      "2|line 2\n3|line 3\n[a.txt: lines 2-3 of 5; continue with offset 4]",
    );
    expect(await say("read_file", { path: "a.txt", offset: 9 })).toBe(
      "FAILED a.txt has only 5 lines; offset 9 is beyond its end.",
    );
  });

  it("bounds what one call returns and reaches the rest by offset and column", async () => {
    const { use, say } = await toolsOn({
      "long.txt": numbered(50_000),
      "wide.txt": `${"x".repeat(2_000) + "y".repeat(2_500)}\n`,
    });
    const whole = await use("read_file", { path: "long.txt", limit: 50_000 });
    expect(JSON.stringify(whole.content).length).toBeLessThan(120_000);
    expect(await say("read_file", { path: "long.txt" })).toContain(
      "[long.txt: lines 1-2000 of 50000; continue with offset 2001]",
    );
    expect(await say("read_file", { path: "wide.txt" })).toBe(
      `1|${"x".repeat(2_000)} [2500 more characters on this line; read on with column ` +
        "2001]\n[wide.txt: lines 1-1 of 1]",
    );
    expect(await say("read_file", { path: "wide.txt", column: 4_001 })).toBe(
      `1|${"y".repeat(500)}\n[wide.txt: lines 1-1 of 1]`,
    );
  });

  it("refuses kindly what is not text, and shows images", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const { say, use } = await toolsOn({
      "a.bin": Buffer.from([1, 0, 2]),
      "latin.txt": Buffer.from([0xe9, 0x20]),
      "a.png": png,
      "empty.txt": "",
      "dir/x": "",
    });
    expect(await say("read_file", { path: "a.bin" })).toBe(
      "FAILED a.bin is a binary file (3 bytes), so its text cannot be shown. Use terminal to inspect it if needed.",
    );
    expect(await say("read_file", { path: "latin.txt" })).toContain("is a binary file");
    expect(await say("read_file", { path: "dir" })).toBe(
      "FAILED dir is a folder. Use list_files to see what is in it.",
    );
    expect(await say("read_file", { path: "nope" })).toContain("FAILED nope does not exist.");
    expect(await say("read_file", { path: "empty.txt" })).toBe("[empty.txt is empty]");
    expect(await use("read_file", { path: "a.png" })).toEqual({
      content: [{ type: "image", mediaType: "image/png", base64: png.toString("base64") }],
      failed: false,
    });
  });
});

describe("write_file", () => {
  it("creates files with their folders, replaces them and says which", async () => {
    const { say, root } = await toolsOn({});
    expect(await say("write_file", { path: "a/b.txt", content: "1\n2\n" })).toBe(
      "Created a/b.txt (2 lines, 4 characters).",
    );
    expect(await say("write_file", { path: "a/b.txt", content: "3" })).toBe(
      "Changed a/b.txt (now 1 lines, 1 characters, was 2 lines).",
    );
    expect(await readFile(join(root, "a/b.txt"), "utf8")).toBe("3");
  });

  it("shows what would change before it does, and refuses beforehand what it would refuse", async () => {
    const { find, root } = await toolsOn({ "a.txt": "old" });
    expect(inEnglish(await find("write_file").preview?.({ path: "a.txt", content: "new" }, toolContext()))).toEqual({
      kind: "ready",
      title: "Change a.txt",
      detail: "",
      edit: { path: join(root, "a.txt"), before: "old", after: "new" },
    });
    expect(await find("patch").preview?.({ path: "a.txt", find: "absent", replace: "" }, toolContext())).toMatchObject({
      kind: "refused",
      outcome: { failed: true },
    });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("old");
  });

  it("never writes a redaction mark the file did not have", async () => {
    const { say, root } = await toolsOn({ "a.env": "KEY=abc\n", "docs.md": "shows [REDACTED]\n" });
    expect(await say("write_file", { path: "a.env", content: "KEY=[REDACTED]\nX=1\n" })).toContain(
      "FAILED a.env: the new text contains [REDACTED], which stands for a secret",
    );
    expect(await say("patch", { path: "a.env", find: "abc", replace: "[REDACTED]" })).toContain("FAILED");
    expect(await say("patch", { path: "docs.md", find: "shows", replace: "says" })).toContain("Changed docs.md");
    expect(await readFile(join(root, "a.env"), "utf8")).toBe("KEY=abc\n");
  });

  it("never writes into git's own folder and has a person look at files that steer the editor", async () => {
    const { say, find } = await toolsOn({ ".git/config": "" });
    expect(await say("write_file", { path: ".git/hooks/pre-commit", content: "rm -rf ~" })).toContain(
      "FAILED .git/hooks/pre-commit belongs to git itself",
    );
    expect(
      inEnglish(await find("write_file").preview?.({ path: ".vscode/tasks.json", content: "{}" }, toolContext())),
    ).toMatchObject({ kind: "ready", careful: "it controls the editor or its tasks" });
    expect(await say("write_file", { path: ".gitignore", content: "" })).toContain("Created .gitignore");
  });

  it("leaves alone what a person is editing, folders and binary files", async () => {
    const { say } = await toolsOn(
      { "a.txt": "", "d/x": "", "b.bin": Buffer.from([0]) },
      { hasUnsavedChanges: (path) => path.endsWith("a.txt") },
    );
    expect(await say("write_file", { path: "a.txt", content: "x" })).toContain(
      "has unsaved changes in the user's editor",
    );
    expect(await say("write_file", { path: "d", content: "x" })).toContain("FAILED d is a folder");
    expect(await say("write_file", { path: "b.bin", content: "x" })).toContain("FAILED b.bin is a binary file");
  });
});

describe("patch", () => {
  it("changes the one place and keeps the rest byte for byte", async () => {
    const { say, root } = await toolsOn({ "a.js": "\uFEFFa\r\nb\r\nc" });
    expect(await say("patch", { path: "a.js", find: "a\nb", replace: "a\nB\nb2" })).toBe(
      "Changed a.js (now 4 lines, 12 characters, was 3 lines).",
    );
    expect(await readFile(join(root, "a.js"), "utf8")).toBe("\uFEFFa\r\nB\r\nb2\r\nc");
  });

  it("wants either find and replace or a diff, and an existing file", async () => {
    const { say } = await toolsOn({ "a.js": "a" });
    expect(await say("patch", { path: "a.js", find: "a" })).toBe(
      "FAILED a.js: give either `find` and `replace`, or `diff`.",
    );
    expect(await say("patch", { path: "b.js", find: "a", replace: "b" })).toBe(
      "FAILED b.js: the file does not exist. Use write_file to create it.",
    );
  });

  it("applies a unified diff, also one that makes a file", async () => {
    const { say, root } = await toolsOn({ "a.js": "one\ntwo\nthree\n" });
    expect(
      await say("patch", { path: "a.js", diff: "--- a/a.js\n+++ b/a.js\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n" }),
    ).toContain("Changed a.js");
    expect(await readFile(join(root, "a.js"), "utf8")).toBe("one\nTWO\nthree\n");
    expect(await say("patch", { path: "new.js", diff: "--- /dev/null\n+++ b/new.js\n@@ -0,0 +1,2 @@\n+a\n+b\n" })).toBe(
      "Created new.js (2 lines, 4 characters).",
    );
  });
});

describe("list_files", () => {
  it("lists in pages and leaves out what git ignores, nested rules included", async () => {
    const { say } = await toolsOn({
      ".gitignore": "dist/\n*.log\n",
      "src/.gitignore": "!keep.log\n",
      "src/keep.log": "",
      "src/a.ts": "",
      "dist/x.js": "",
      "b.log": "",
      "src/deep/er/x.ts": "",
    });
    expect(await say("list_files", {})).toBe(
      ".gitignore\nsrc/\nsrc/.gitignore\nsrc/a.ts\nsrc/deep/\nsrc/keep.log\n[.: entries 1-6 of 6]",
    );
    expect(await say("list_files", { path: "src", depth: 1, limit: 2, offset: 2 })).toBe(
      "a.ts\ndeep/\n[src: entries 2-3 of 4; continue with offset 4]",
    );
    expect(await say("list_files", { includeIgnored: true, depth: 1 })).toBe(
      ".gitignore\nb.log\ndist/\nsrc/\n[.: entries 1-4 of 4]",
    );
  });

  it("says what is wrong with a path", async () => {
    const { say } = await toolsOn({ "a.txt": "" });
    expect(await say("list_files", { path: "a.txt" })).toBe(
      "FAILED a.txt is a file, not a folder. Use read_file to see it.",
    );
    expect(await say("list_files", { path: "nope" })).toBe("FAILED nope does not exist.");
    expect(await say("list_files", { offset: 5 })).toContain("FAILED . has only 1 entries");
  });
});

describe("search_files", () => {
  it("finds by pattern, in pages, without what git ignores", async () => {
    const { say } = await toolsOn({
      ".gitignore": "dist\n",
      "dist/a.js": "needle",
      "a.js": "needle 1\nneedle 2\n",
      "b/c.ts": "x\nNeedle (3)\n",
      ".git/config": "needle",
    });
    expect(await say("search_files", { pattern: "needle \\d" })).toBe(
      '[2 matches in 1 file for "needle \\\\d"]\na.js:1: needle 1\na.js:2: needle 2',
    );
    expect(await say("search_files", { pattern: "needle", ignoreCase: true, limit: 1, offset: 2 })).toBe(
      '[3 matches in 2 files for "needle"; showing 2-2, continue with offset 3]\na.js:2: needle 2',
    );
    expect(await say("search_files", { pattern: "Needle (3)", literal: true, glob: "*.ts" })).toBe(
      '[1 match in 1 file for "Needle (3)"]\nb/c.ts:2: Needle (3)',
    );
    expect(await say("search_files", { pattern: "needle", path: "b" })).toBe('[0 matches in 0 files for "needle"]');
    expect(await say("search_files", { pattern: "needle", includeIgnored: true, path: "dist" })).toContain(
      "dist/a.js:1: needle",
    );
  });

  it("takes a pattern that looks like an option as a pattern", async () => {
    const { say } = await toolsOn({ "a.js": "--pre=sh\n" });
    expect(await say("search_files", { pattern: "--pre=sh" })).toContain("a.js:1: --pre=sh");
  });

  it("says what is wrong with a pattern, a path or the program", async () => {
    const { say } = await toolsOn({ "a.js": "" });
    expect(await say("search_files", { pattern: "(" })).toMatch(/^FAILED The search failed: .*unclosed group/s);
    expect(await say("search_files", { pattern: "x", path: "nope" })).toBe("FAILED nope does not exist.");
    const broken = await toolsOn({}, { ripgrepPath: "/nonexistent/rg" });
    expect(await broken.say("search_files", { pattern: "x" })).toMatch(
      /^FAILED The search failed: .*(?:ENOENT|not found)/,
    );
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import words from "../package.nls.json";
import { listSettings } from "../src/core/agent/settings/settings";
import { COMMANDS } from "../src/vscode/actions/command-table";

const pages = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
].map((path) => ({ path, text: readFileSync(path, "utf8") }));
/** What a user reads; the changelog speaks of names that are gone. */
const guides = pages.filter(({ path }) => path !== "CHANGELOG.md");
const titles = new Set(Object.keys(COMMANDS).map((id) => titleOf(id)));

function titleOf(id: string): string | undefined {
  return Object.entries(words).find(([key]) => key === `command.${id.replace(/^hermes\./, "")}`)?.[1];
}

describe("the documentation", () => {
  it("names only settings that exist", () => {
    const ids = listSettings().map(({ id }) => id);
    const isKnown = (name: string) => ids.some((id) => id === name || id.startsWith(`${name}.`));
    const named = guides.flatMap(({ path, text }) =>
      [...text.matchAll(/`(hermes(?:\.[a-z]\w+)+)/g)].map(([, name = ""]) => ({ path, name })),
    );
    const isId = (name: string) => isKnown(name) || name in COMMANDS;
    expect(named.filter(({ name }) => !isId(name) && !IDS_OF_VIEWS.test(name))).toEqual([]);
  });

  it("names only commands that exist, by their titles", () => {
    const named = guides
      .filter(({ path }) => !path.includes("zh-"))
      .flatMap(({ path, text }) =>
        [...text.replace(/\s+/g, " ").matchAll(/_Hermes: ([^_]+)_/g)].map(([, title = ""]) => ({ path, title })),
      );
    expect(named.filter(({ title }) => !titles.has(title))).toEqual([]);
  });

  it("links only to files and headings that exist", () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
        .map(([, file = "", anchor]) => ({ target: file === "" ? path : join(dirname(path), file), anchor }))
        .filter(({ target, anchor }) => !existsSync(target) || (anchor !== undefined && !hasHeading(target, anchor)))
        .map(({ target, anchor }) => `${path}: ${target}${anchor === undefined ? "" : `#${anchor}`}`),
    );
    expect(broken).toEqual([]);
  });
});

/** Ids of views and of the status bar, which documents for developers name. */
const IDS_OF_VIEWS = /^hermes\.(?:chat|inspector|meter|outputs|sessions|foreignMeter|context)$/;

const hasHeading = (file: string, anchor: string): boolean =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].some(
    ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-") === anchor,
  );

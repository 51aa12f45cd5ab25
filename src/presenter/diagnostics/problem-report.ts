import { sentence } from "../../core/base/sentence";
import type { Say } from "../words/say";

/** What a report says about this machine and this window; flat, so that a reader sees at a glance what is in it. */
export interface ReportFacts {
  readonly versions: Readonly<Record<string, string>>;
  readonly window: Readonly<Record<string, string | number>>;
  readonly sizes: Readonly<Record<string, string | number>>;
  /** Only their names: values may be private. */
  readonly changedSettings: readonly string[];
  readonly lastFailure: string | undefined;
  /** The newest lines of the log, oldest first. */
  readonly log: readonly string[];
}

/** Folders whose names tell who somebody is, with what stands for them. */
export interface PrivateFolders {
  readonly workspace: string;
  readonly home: string;
}

/**
 * The report as a text to edit. Whatever was collected is cleaned as a whole, in case a secret or a private path is in
 * a place where nobody expects it.
 */
export function presentReport(facts: ReportFacts, clean: (text: string) => string, say: Say): string {
  const { versions, window, sizes, changedSettings, lastFailure = "none" } = facts;
  const groups = {
    versions,
    window,
    sizes,
    settings: { changed: changedSettings.join(", ") },
    failure: { last: lastFailure },
  };
  const lines = Object.entries(groups).flatMap(([group, values]) => [
    `${group}:`,
    ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return `${[
    `# ${say(sentence("Problem report"))}`,
    say(
      sentence([
        "Nothing has been sent. Read this text, remove what you do not want to share,",
        "and copy the rest into a new issue.",
      ]),
    ),
    `## ${say(sentence("What happened?"))}`,
    `## ${say(sentence("Facts"))}`,
    fenced("yaml", clean(lines.join("\n"))),
    `## ${say(sentence("Log"))}`,
    fenced("text", clean(facts.log.join("\n"))),
  ].join("\n\n")}\n`;
}

/** A log may quote code blocks, which must not end this one. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Windows writes paths with either slash, and without regard to upper and lower case. */
export function hideFolders(text: string, { workspace, home }: PrivateFolders): string {
  return [[workspace, "<workspace>"] as const, [home, "~"] as const]
    .filter(([folder]) => folder.length > 1)
    .reduce((shown, [folder, name]) => shown.replace(anySpelling(folder), name), text);
}

const anySpelling = (folder: string): RegExp =>
  new RegExp(folder.split(/[/\\]/).map(escapePattern).join("[/\\\\]+"), folder.includes("\\") ? "gi" : "g");

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

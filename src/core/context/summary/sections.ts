/** The hand-off has exactly these parts, in this order; code reads and repairs it by them. */
export const HEADINGS = [
  "Active Task",
  "Goal",
  "Constraints & Preferences",
  "Completed Actions",
  "Active State",
  "In Progress",
  "Blocked",
  "Key Decisions",
  "Resolved Questions",
  "Pending User Asks",
  "Relevant Files",
  "Remaining Work",
  "Critical Context",
] as const;

export type Heading = (typeof HEADINGS)[number];
export type Sections = Readonly<Record<Heading, string>>;

export const NONE = "None.";

export interface ParsedSummary {
  readonly sections: Sections;
  readonly missing: readonly Heading[];
}

/**
 * Tolerant of level, case and decoration of headings; words before the first one are a greeting and go, unless there is
 * nothing else.
 */
export function parseSections(text: string): ParsedSummary {
  const bodies = new Map<Heading, string[]>();
  const stray: string[] = [];
  let current = stray;
  for (const line of text.split("\n")) {
    const heading = headingOf(line);
    if (heading === undefined) current.push(line);
    else {
      current = bodies.get(heading) ?? [];
      bodies.set(heading, current);
    }
  }
  if (bodies.size === 0 && text.trim() !== "") bodies.set("Critical Context", stray);
  const bodyOf = (heading: Heading) => (bodies.get(heading) ?? []).join("\n").trim();
  const missing =
    bodies.size === 1 && stray.length > 0 && bodies.get("Critical Context") === stray
      ? HEADINGS
      : HEADINGS.filter((heading) => !bodies.has(heading));
  return { sections: sectionsFrom(bodyOf), missing };
}

export const renderSections = (sections: Sections): string =>
  HEADINGS.map((heading) => `## ${heading}\n${sections[heading].trim() === "" ? NONE : sections[heading].trim()}`).join(
    "\n\n",
  );

const sectionsFrom = (bodyOf: (heading: Heading) => string): Sections => ({
  "Active Task": bodyOf("Active Task"),
  Goal: bodyOf("Goal"),
  "Constraints & Preferences": bodyOf("Constraints & Preferences"),
  "Completed Actions": bodyOf("Completed Actions"),
  "Active State": bodyOf("Active State"),
  "In Progress": bodyOf("In Progress"),
  Blocked: bodyOf("Blocked"),
  "Key Decisions": bodyOf("Key Decisions"),
  "Resolved Questions": bodyOf("Resolved Questions"),
  "Pending User Asks": bodyOf("Pending User Asks"),
  "Relevant Files": bodyOf("Relevant Files"),
  "Remaining Work": bodyOf("Remaining Work"),
  "Critical Context": bodyOf("Critical Context"),
});

/** A section with lines added at its end; "None." gives way to the first of them. */
export function addLines(sections: Sections, heading: Heading, lines: readonly string[]): Sections {
  if (lines.length === 0) return sections;
  const body = sections[heading].trim();
  const before = body === "" || isNone(body) ? "" : `${body}\n`;
  return { ...sections, [heading]: before + lines.join("\n") };
}

/** Whether a section, or its only line, says that there is nothing to say. */
export const isNone = (text: string): boolean => /^(?:[-*]\s+)?none\.?$/i.test(text.trim());

/** Every section without these lines, however they are listed. */
export function withoutLines(sections: Sections, gone: ReadonlySet<string>): Sections {
  if (gone.size === 0) return sections;
  const kept = (body: string) => body.split("\n").filter((line) => !gone.has(bareItem(line)));
  return sectionsFrom((heading) => kept(sections[heading]).join("\n"));
}

/** A line without its bullet or number. */
export const bareItem = (line: string): string => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim();

const BY_NAME = new Map<string, Heading>(HEADINGS.map((heading) => [heading.toLowerCase(), heading]));

function headingOf(line: string): Heading | undefined {
  const match = /^\s{0,3}#{1,3}\s+(?:\*\*)?([^#*:]{3,40}?)(?:\*\*)?:?\s*$/.exec(line);
  return match?.[1] === undefined ? undefined : BY_NAME.get(match[1].trim().toLowerCase());
}

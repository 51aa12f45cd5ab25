/** How the lines begin that code adds to a hand-off; by them they are known when the hand-off comes back. */
export const FILES_LEAD = "- Stated by files";
export const FILE_LEAD = "  - ";
export const NAMES_LEAD = "- Also seen: ";

/** A hand-off, or a section of one, without what code added to it: the next compression adds it anew. */
export function withoutCodeLines(text: string): string {
  let inFiles = false;
  const kept = text.split("\n").filter((line) => {
    inFiles = line.startsWith(FILES_LEAD) || (inFiles && line.startsWith(FILE_LEAD));
    return !inFiles && !line.startsWith(NAMES_LEAD);
  });
  return kept.join("\n");
}

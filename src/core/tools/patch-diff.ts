import { findBlock, trimmed, withLineEnds } from "./patch-text";
import type { Patched } from "./patch-text";

/** Applies a unified diff of one file. Line numbers are hints: models count badly, so the text decides. */
export function applyDiff(text: string, diff: string): Patched {
  const parsed = parseDiff(diff);
  if (parsed.kind === "unfit") return parsed;
  let lines: readonly string[] = text === "" ? [] : text.split("\n");
  let shift = 0;
  const notes: string[] = [];
  for (const [index, hunk] of parsed.hunks.entries()) {
    const place = findPlace(lines, hunk, text, shift);
    if (place.kind === "unfit")
      return {
        kind: "unfit",
        reason: `Hunk ${index + 1} of ${parsed.hunks.length} (near line ${hunk.line}) ${place.reason}. Nothing was changed. Read the file again and send a diff that fits.`,
      };
    if (place.note !== undefined) notes.push(`Hunk ${index + 1} ${place.note}.`);
    const after = hunk.after.map((line) => withCarriage(line, text));
    lines = [...lines.slice(0, place.at), ...after, ...lines.slice(place.at + hunk.before.length)];
    shift += hunk.after.length - hunk.before.length;
  }
  const patched = lines.join("\n");
  const whole = text === "" && patched !== "" ? `${patched}\n` : patched;
  return notes.length === 0
    ? { kind: "patched", text: whole }
    : { kind: "patched", text: whole, note: notes.join(" ") };
}

interface Hunk {
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function parseDiff(
  diff: string,
): { readonly kind: "parsed"; readonly hunks: readonly Hunk[] } | { readonly kind: "unfit"; readonly reason: string } {
  const hunks: { line: number; before: string[]; after: string[] }[] = [];
  let files = 0;
  for (const line of diff.replace(/\r?\n$/, "").split(/\r?\n/)) {
    const header = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line);
    const hunk = hunks.at(-1);
    if (header !== null) hunks.push({ line: Number(header[1]), before: [], after: [] });
    else if (/^(?:--- |diff |index )/.test(line) && !isRemoval(line, hunk)) files += line.startsWith("--- ") ? 1 : 0;
    else if (line.startsWith("+++ ") && (hunk === undefined || files > 1)) continue;
    else if (hunk !== undefined) addLine(hunk, line);
  }
  if (files > 1) return { kind: "unfit", reason: "The diff changes several files; send one patch call per file." };
  return hunks.length === 0
    ? { kind: "unfit", reason: "The diff has no hunk: each change starts with a line like `@@ -12,3 +12,4 @@`." }
    : { kind: "parsed", hunks };
}

/** Inside a hunk `--- x` is a removed line that begins with two dashes; a file header can come only after the hunk's end. */
const isRemoval = (line: string, hunk: Hunk | undefined): boolean =>
  hunk !== undefined && line.startsWith("--- ") && !/^--- (?:a\/|\/dev\/null)/.test(line);

function addLine(hunk: { before: string[]; after: string[] }, line: string): void {
  const rest = line.slice(1);
  if (line.startsWith("+")) hunk.after.push(rest);
  else if (line.startsWith("-")) hunk.before.push(rest);
  else if (!line.startsWith("\\")) {
    // An empty line in a hunk is an empty context line whose leading space an editor removed.
    hunk.before.push(rest);
    hunk.after.push(rest);
  }
}

type Place =
  | { readonly kind: "found"; readonly at: number; readonly note?: string }
  | { readonly kind: "unfit"; readonly reason: string };

function findPlace(lines: readonly string[], hunk: Hunk, text: string, shift: number): Place {
  const hint = Math.max(0, hunk.line - 1 + shift);
  if (hunk.before.length === 0) return { kind: "found", at: Math.min(hunk.line === 0 ? 0 : hint + 1, lines.length) };
  const exact = nearest(
    findBlock(
      lines,
      hunk.before.map((line) => withCarriage(line, text)),
    ),
    hint,
  );
  if (exact !== undefined) return { kind: "found", at: exact };
  const loose = findBlock(lines.map(trimmed), hunk.before.map(trimmed));
  const only = loose[0];
  if (only === undefined) return { kind: "unfit", reason: "does not fit: its old lines do not stand in the file" };
  if (loose.length > 1) return { kind: "unfit", reason: "fits in several places once white space is ignored" };
  return { kind: "found", at: only, note: `fitted at line ${only + 1} only after ignoring white space` };
}

const nearest = (places: readonly number[], hint: number): number | undefined =>
  places.reduce<number | undefined>(
    (best, place) => (best === undefined || Math.abs(place - hint) < Math.abs(best - hint) ? place : best),
    undefined,
  );

/** Lines were split at `\n`, so those of a `\r\n` file still end with `\r`. */
const withCarriage = (line: string, like: string): string => (withLineEnds("\n", like) === "\r\n" ? `${line}\r` : line);

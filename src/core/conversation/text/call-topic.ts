import type { JsonObject } from "../../base/json";
import { parseJsonObject } from "../../base/json";
import { subjectOf } from "./call-subject";

/** What a call is about, for a row that reads like a sentence. */
export interface CallTopic {
  /** The argument that identifies it: the path, the command, what is searched for. */
  readonly subject: string;
  /** Where a search looks. */
  readonly within?: string;
  /** Which part of a file is read. */
  readonly lines?: string;
}

/** Of a search, the words matter more than the place, which `subjectOf` names for lists. */
export function callTopic(name: string, inputJson: string): CallTopic {
  const input = parseJsonObject(inputJson) ?? {};
  const { pattern, query, path } = input;
  const words = typeof pattern === "string" ? pattern : typeof query === "string" ? query : undefined;
  if (!/search|grep|find/i.test(name) || words === undefined)
    return { subject: fileOf(name, path) ?? subjectOf(inputJson), ...linesOf(name, input) };
  return {
    subject: words.slice(0, TOPIC_CHARS),
    ...(typeof path === "string" && path !== "" && path !== "." && { within: path.slice(0, TOPIC_CHARS) }),
  };
}

const TOPIC_CHARS = 160;

/** Of a long path, the end tells more than the beginning. */
const fileOf = (name: string, path: unknown): string | undefined =>
  FILE_TOOLS.has(name) && typeof path === "string" && path !== "" ? path.slice(-TOPIC_CHARS) : undefined;
const FILE_TOOLS: ReadonlySet<string> = new Set(["read_file", "write_file", "patch", "edit_file", "view_image"]);

/** Where a reading begins in the middle, or ends before the end. */
function linesOf(name: string, { offset, limit }: JsonObject): Pick<CallTopic, "lines"> {
  if (name !== "read_file" || (typeof offset !== "number" && typeof limit !== "number")) return {};
  const first = typeof offset === "number" ? offset : 1;
  return { lines: typeof limit === "number" ? `${first}–${first + limit - 1}` : `${first}–` };
}

/** The first line of a search result, for the model. */
export function describeMatches(matches: number, files: number, limit: number): string {
  const count = matches >= limit ? `more than ${limit}` : String(matches);
  return `${count} ${matches === 1 ? "match" : "matches"} in ${files} ${files === 1 ? "file" : "files"}`;
}

/** How many matches a search result reports; undefined for any other text. */
export function readMatchCount(text: string): number | undefined {
  const [, count] = /^\[(?:more than )?(\d+) match(?:es)? in \d+ files? for /.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}

import type { WordKey } from "../../shared/language/english";
import { cleanText } from "../../shared/text/safe-text";

/** A call as a row or the activity line names it. */
export interface Call {
  readonly name: string;
  readonly subject: string;
  readonly within?: string;
  readonly lines?: string;
}

/** `to`: what a call is for that has not begun, or did not come to its end. */
export type Tense = "did" | "doing" | "to";

type Phrase = Readonly<Record<Tense, WordKey>>;

type Verb = {
  [Key in WordKey]: Key extends `to_${infer Name}` ? (`did_${Name}` extends WordKey ? Name : never) : never;
}[WordKey];

const phrase = (verb: Verb): Phrase => ({ did: `did_${verb}`, doing: `doing_${verb}`, to: `to_${verb}` });

/** What people call the built-in tools; every other tool goes by its own name. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  read_file: phrase("read"),
  view_image: phrase("read"),
  list_files: phrase("list"),
  search_files: phrase("search"),
  terminal: phrase("run"),
  write_file: phrase("write"),
  patch: phrase("edit"),
  edit_file: phrase("edit"),
  web_fetch: phrase("fetch"),
  session_search: phrase("sessions"),
};
/** Their arguments say nothing to a person, or there are none. */
const BARE: Readonly<Record<string, Phrase>> = {
  list_files: phrase("list_all"),
  todo: phrase("todo"),
  memory: phrase("memory"),
  diagnostics: phrase("problems"),
};
const SEARCH_IN = phrase("search_in");
const READ_OUTPUT = phrase("read_output");
const OTHER = phrase("other");

type Say = (key: WordKey, values: Readonly<Record<string, string>>) => string;

/** "Ran npm test", "Searched 'priceOf' in src": a call as a person would name it, in the words of `say`. */
export function phraseCall({ name, subject, within, lines }: Call, tense: Tense, say: Say): string {
  const about = cleanText(subject);
  const said = say(phraseFor(name, about, within)[tense], {
    name: cleanText(name),
    subject: FILE_TOOLS.has(name) ? shortPath(about) : about,
    place: cleanText(within ?? ""),
  }).trim();
  return lines === undefined ? said : `${said} ${say("lineRange", { lines: cleanText(lines) })}`;
}

function phraseFor(name: string, subject: string, within: string | undefined): Phrase {
  const plain = PHRASES[name];
  const bare = BARE[name];
  if (bare !== undefined && (plain === undefined || subject === "" || subject === ".")) return bare;
  if (name === "search_files" && within !== undefined) return SEARCH_IN;
  if (name === "read_file" && SAVED_OUTPUT.test(subject)) return READ_OUTPUT;
  return plain !== undefined && subject !== "" ? plain : OTHER;
}

/** Outputs too large for the context, in a folder of the extension whose path says nothing to a person. */
const SAVED_OUTPUT = /[\\/]tool-results[\\/][^\\/]+[\\/][^\\/]+\.txt$/;
const FILE_TOOLS: ReadonlySet<string> = new Set(["read_file", "view_image", "write_file", "patch", "edit_file"]);
/** About what a narrow sidebar shows of a row; a longer path would lose its end, which names the file. */
const SHOWN_PATH_CHARS = 32;

/** The end of a long path, from a folder on. */
function shortPath(path: string): string {
  if (path.length <= SHOWN_PATH_CHARS) return path;
  const parts = path.split(/[\\/]/);
  let end = parts.pop() ?? "";
  while (parts.length > 0 && `${parts.at(-1)}/${end}`.length <= SHOWN_PATH_CHARS) end = `${parts.pop()}/${end}`;
  return `…/${end}`;
}

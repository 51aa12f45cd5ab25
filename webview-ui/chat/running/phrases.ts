import type { WordKey } from "../../shared/language/english";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

/** A call as a row or the activity line names it. */
interface Call {
  readonly name: string;
  readonly subject: string;
  readonly within?: string;
}

interface Phrase {
  readonly did: WordKey;
  readonly doing: WordKey;
}

/** What people call the built-in tools; every other tool goes by its own name. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  read_file: { did: "did_read", doing: "doing_read" },
  view_image: { did: "did_read", doing: "doing_read" },
  list_files: { did: "did_list", doing: "doing_list" },
  search_files: { did: "did_search", doing: "doing_search" },
  terminal: { did: "did_run", doing: "doing_run" },
  write_file: { did: "did_write", doing: "doing_write" },
  patch: { did: "did_edit", doing: "doing_edit" },
  edit_file: { did: "did_edit", doing: "doing_edit" },
  web_fetch: { did: "did_fetch", doing: "doing_fetch" },
  session_search: { did: "did_sessions", doing: "doing_sessions" },
};
/** Their arguments say nothing to a person, or there are none. */
const BARE: Readonly<Record<string, Phrase>> = {
  list_files: { did: "did_list_all", doing: "doing_list_all" },
  todo: { did: "did_todo", doing: "doing_todo" },
  memory: { did: "did_memory", doing: "doing_memory" },
  diagnostics: { did: "did_problems", doing: "doing_problems" },
};
const SEARCH_IN: Phrase = { did: "did_search_in", doing: "doing_search_in" };
const OTHER: Phrase = { did: "did_other", doing: "doing_other" };

/** "Read src/cart.ts", "Searched 'priceOf' in src": what the call did, as a person would say it. */
export const pastPhrase = (call: Call): string => say(call, "did");

/** "Running npm test": what the call is doing. */
export const presentPhrase = (call: Call): string => say(call, "doing");

function say({ name, subject, within }: Call, tense: keyof Phrase): string {
  const about = cleanText(subject);
  return word(phraseFor(name, about, within)[tense], {
    name: cleanText(name),
    subject: about,
    place: cleanText(within ?? ""),
  }).trim();
}

function phraseFor(name: string, subject: string, within: string | undefined): Phrase {
  const plain = PHRASES[name];
  const bare = BARE[name];
  if (bare !== undefined && (plain === undefined || subject === "" || subject === ".")) return bare;
  if (name === "search_files" && within !== undefined) return SEARCH_IN;
  return plain !== undefined && subject !== "" ? plain : OTHER;
}

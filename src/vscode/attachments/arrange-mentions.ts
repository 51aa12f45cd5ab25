import type { AttachmentKind } from "../../core/conversation/message";
import type { Mention } from "../../protocol/attachments";

/** The places to look in, each for the letters after the `@`. */
export interface MentionLookups {
  places(text: string): readonly Mention[];
  files(text: string): Promise<readonly Mention[]>;
  symbols(text: string): Promise<readonly Mention[]>;
  sessions(text: string): Promise<readonly Mention[]>;
  outputs(text: string): Promise<readonly Mention[]>;
}

const SHOWN = { all: 60, kindAmongOthers: 6 } as const;
/** Shorter words occur in every title and every name. */
const NAMED_CHARS = 2;
const WEB = /^https?:\/\/\S+$/i;
/** "session:lem" looks for sessions only; the same word is offered as a heading of the list. */
const NARROWED = /^(symbol|session|output):(.*)$/i;

/** Everything that the letters after an `@` may mean, what is meant most often first. */
export async function arrangeMentions(query: string, look: MentionLookups): Promise<readonly Mention[]> {
  if (WEB.test(query)) return [{ kind: "web", target: query, name: query, detail: "" }];
  const [, heading, narrowed = ""] = NARROWED.exec(query) ?? [];
  switch (heading?.toLowerCase()) {
    case "symbol":
      return (await look.symbols(narrowed)).slice(0, SHOWN.all);
    case "session":
      return (await look.sessions(narrowed)).slice(0, SHOWN.all);
    case "output":
      return (await look.outputs(narrowed)).slice(0, SHOWN.all);
    default: {
      const among = async (lookUp: (text: string) => Promise<readonly Mention[]>) =>
        query.length < NAMED_CHARS || /[/\\]/.test(query) ? [] : (await lookUp(query)).slice(0, SHOWN.kindAmongOthers);
      const [files, ...others] = await Promise.all([
        look.files(query),
        among((text) => look.symbols(text)),
        among((text) => look.sessions(text)),
        among((text) => look.outputs(text)),
      ]);
      return [...look.places(query), ...files, ...others.flat()].slice(0, SHOWN.all);
    }
  }
}

/** True for a name that the letters begin, or a title that has them all in order of words. */
export const isAbout = (name: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/[\s_-]+/)
    .every((word) => name.toLowerCase().includes(word));

export const mention = (kind: AttachmentKind, name: string, target: string | null, detail = ""): Mention => ({
  kind,
  target,
  name,
  detail,
});

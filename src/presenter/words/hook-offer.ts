import { sentence } from "../../core/base/sentence";
import type { Hook } from "../../core/hooks/hook";
import type { Say } from "./say";
import { showInvisible } from "./visible-text";

/** A dialog shows about this much; what is longer would not be read before it is allowed to run. */
const MAX_CHARS = 3_000;
const HASH_CHARS = 16;

/** Every command as it would run, for the question about them; undefined where they do not fit. */
export function describeHooks(hooks: readonly Hook[], hash: string, say: Say): string | undefined {
  const lines = hooks.map(({ event, matcher, command }) => {
    const when = matcher === undefined ? event : `${event} (${matcher})`;
    return showInvisible(`${when}: ${command}`);
  });
  const text = [...lines, say(sentence("SHA-256 {hash}…", { hash: hash.slice(0, HASH_CHARS) }))].join("\n");
  return text.length > MAX_CHARS ? undefined : text;
}

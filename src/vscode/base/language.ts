import { l10n } from "vscode";
import type { Say } from "../../presenter/words/say";
import { createSay } from "../../presenter/words/say";

/** Sentences of core and presenter in the display language of VS Code; the bundles in `l10n/` have the words. */
export const say: Say = createSay((text) => l10n.bundle?.[text] ?? text);

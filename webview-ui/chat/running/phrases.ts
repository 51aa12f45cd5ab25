import { word } from "../../shared/language/words";
import type { Call } from "./call-phrase";
import { phraseCall } from "./call-phrase";

/** "Read src/cart.ts", "Searched 'priceOf' in src": what the call did, as a person would say it. */
export const pastPhrase = (call: Call): string => phraseCall(call, "did", word);

/** "Running npm test": what the call is doing. */
export const presentPhrase = (call: Call): string => phraseCall(call, "doing", word);

/** "Run npm test": what the call would do. */
export const plannedPhrase = (call: Call): string => phraseCall(call, "to", word);

/** A text in the language of the person, `{0}` and on replaced by the values. The host knows the words; English texts are their keys. */
export type Say = (text: string, ...values: readonly (string | number)[]) => string;

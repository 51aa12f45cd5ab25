/** A text of the views with `{name}` placeholders; two forms where English needs a singular. */
export type Wording = string | { readonly one: string; readonly other: string };

/** The text with its values; `count` selects the form. */
export function fillIn(wording: Wording, values: Readonly<Record<string, string | number>>): string {
  const text = typeof wording === "string" ? wording : String(values["count"]) === "1" ? wording.one : wording.other;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

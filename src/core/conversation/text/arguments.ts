import { rememberByText } from "../../base/text";

/**
 * What a call was given, as its writer meant it: the values one below the other, without the tool's own keys. In the
 * bytes on the wire an escaped line break is glued to the name behind it, and neither index nor eye finds that name.
 */
export const argumentText = rememberByText((inputJson: string): string => {
  const values: string[] = [];
  try {
    JSON.parse(inputJson, (_key, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") values.push(String(value));
    });
  } catch {
    // A call that broke off still names things.
    return inputJson.replace(/\\[nrt]/g, "\n").replace(/\\(["\\/])/g, "$1");
  }
  return values.join("\n");
});

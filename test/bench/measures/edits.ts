import type { AssistantMessage } from "../../../src/core/conversation/message";

/** The text that an edit replaces, line by line; an agent that no longer sees it edits blind or reads again. */
export function editsOf(message: AssistantMessage): readonly (readonly string[])[] {
  return message.parts.flatMap((part) => (part.type === "tool-call" ? oldTexts(part.inputJson) : [])).map(linesOf);
}

const OLD_KEY = /^(?:old_?(?:str|string|text|content)|search|find)$/i;

function oldTexts(json: string): readonly string[] {
  const found: string[] = [];
  const take = (text: string) => {
    if (text.includes("*** Begin Patch")) found.push(...patchedTexts(text));
  };
  try {
    JSON.parse(json, (key, value: unknown) => {
      if (typeof value !== "string" || value === "") return;
      if (OLD_KEY.test(key)) found.push(value);
      else take(value);
    });
  } catch {
    take(json.replaceAll("\\n", "\n"));
  }
  return found;
}

/** Removed and context lines of each updated file in a patch. */
const patchedTexts = (patch: string): readonly string[] =>
  patch
    .split(/^\*\*\* /m)
    .filter((part) => part.startsWith("Update File:"))
    .map((part) =>
      part
        .split("\n")
        .slice(1)
        .filter((line) => /^[- ]/.test(line))
        .map((line) => line.slice(1))
        .join("\n"),
    );

/** Brackets and blanks alone are never missed. */
const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => /\w{3}/.test(line)),
  ),
];

import type { Attached, TextPart, UserMessage } from "./message";

/** Something a person added to a message beside its words: a file, a selection, the problems, an earlier session. */
export interface Attachment extends Attached {
  readonly text: string;
}

/** As the model sees it. The length tells where it ends, whatever the text itself says. */
export function attachedPart({ kind, name, text }: Attachment): TextPart {
  const opening = `<attached kind="${kind}" name="${name.replace(/["\n\r]/g, " ")}" chars="${text.length}">`;
  return { type: "text", text: `${opening}\n${text}\n</attached>`, attached: { kind, name } };
}

/** The attachments of a message in the form in which they were attached, to send them again. */
export const attachmentsOf = (message: UserMessage): readonly Attachment[] =>
  message.content.flatMap((part) => {
    if (part.type !== "text" || part.attached === undefined) return [];
    const start = part.text.indexOf("\n") + 1;
    return [{ ...part.attached, text: part.text.slice(start, part.text.lastIndexOf("\n")) }];
  });

/** What the person wrote, without anything attached. */
export const ownWords = (message: UserMessage): string =>
  message.content
    .flatMap((part) => (part.type === "text" && part.attached === undefined ? [part.text] : []))
    .filter((text) => text.trim() !== "")
    .join("\n");

/** "[Attached: file src/cart.ts, problems]"; empty without attachments. */
export function attachedNames(message: UserMessage): string {
  const names = message.content.flatMap((part) =>
    part.type === "text" && part.attached !== undefined
      ? [[...new Set([part.attached.kind, part.attached.name])].join(" ")]
      : [],
  );
  return names.length === 0 ? "" : `[Attached: ${names.join(", ")}]`;
}

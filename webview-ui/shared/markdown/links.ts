export type Target =
  | { readonly kind: "web"; readonly href: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number | null }
  | { readonly kind: "dead" };

const FILE_LINE = /^(.*?)(?:#L(\d+)(?:-L?\d+)?|:(\d+)(?::\d+)?)?$/;

/** The target of a link in a reply: the web (through the host) or a workspace file. Other schemes are plain text. */
export function targetOf(href: string): Target {
  const trimmed = href.trim();
  if (/^https?:\/\//i.test(trimmed)) return { kind: "web", href: trimmed };
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+$)/i.test(trimmed) && !/^[^:]+\.[a-z0-9]+:\d+(?::\d+)?$/i.test(trimmed);
  if (
    hasScheme ||
    trimmed === "" ||
    trimmed.startsWith("//") ||
    trimmed.startsWith("#") ||
    /[\u0000-\u001f\\]/.test(trimmed)
  )
    return { kind: "dead" };
  const match = FILE_LINE.exec(trimmed);
  const line = match?.[2] ?? match?.[3];
  return { kind: "file", path: match?.[1] ?? trimmed, line: line === undefined ? null : Number(line) };
}

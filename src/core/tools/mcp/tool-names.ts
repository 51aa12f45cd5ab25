/** The longest tool name that every provider accepts. */
const MAX_NAME_CHARS = 64;

/** Names that are legal, carry their server, and stay apart: `taken` holds those given so far. */
export function nameMcpTool(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `mcp_${clean(server)}_${clean(tool)}`;
  if (plain.length <= MAX_NAME_CHARS && !taken.has(plain)) return plain;
  const suffix = `_${hash(`${server}\n${tool}`)}`;
  return plain.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
}

const clean = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, "_");

/** FNV-1a: short, stable over runs, so that the tool list keeps its bytes. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value.toString(36);
}

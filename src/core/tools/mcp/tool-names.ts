import { fnv1a } from "../../base/hash";

/** The longest tool name that every provider accepts. */
const MAX_NAME_CHARS = 64;

/** A valid name that contains the server and differs from all names in `taken`. */
export function nameMcpTool(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `mcp_${clean(server)}_${clean(tool)}`;
  if (plain.length <= MAX_NAME_CHARS && !taken.has(plain)) return plain;
  const suffix = `_${fnv1a(`${server}\n${tool}`).toString(36)}`;
  return plain.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
}

const clean = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, "_");

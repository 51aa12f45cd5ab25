/** What kind of text a large body is, told from its name and its first lines. */
export type BodyKind = "code" | "json" | "table" | "log" | "text";

export interface Outline {
  readonly kind: BodyKind;
  readonly text: string;
}

const OUTLINE_LINES = 40;
/** Longer lines are minified or generated; their start says what they are. */
const LINE_CHARS = 160;
const EDGE_LINES = 6;
const ERROR_LINES = 12;
/** Enough to tell what a body is without reading megabytes twice. */
const SNIFFED_CHARS = 4_000;
const SHAPE_DEPTH = 3;
const SHAPE_KEYS = 12;

const CODE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|cpp|cc|c|h|hpp|php|swift|scala|pony|lua|sh)$/i;
const TABLE_NAME = /\.(?:csv|tsv)$/i;
const SIGNATURE = /^\s*(?:export|public|private|protected|static|async|abstract|pub|def|class|interface|type|enum|struct|trait|impl|fn|func|function|fun|actor|primitive|const [A-Za-z_$][\w$]* = (?:async )?(?:\(|function)|@)/;
const PROBLEM = /\b(?:error|exception|traceback|fatal|panic|failed|failure|FAIL|warning|denied|not found|undefined reference)\b/i;
const LOG_LINE = /^(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARN|ERROR|DEBUG)\b)/;

/** The bones of a body: signatures of code, the shape of data, the ends and the problems of a log. */
export function outlineOf(name: string, body: string): Outline {
  const kind = kindOf(name, body);
  switch (kind) {
    case "json": return { kind, text: jsonShape(body) ?? edges(body) };
    case "table": return { kind, text: tableShape(body) };
    case "code": return { kind, text: signatures(body) };
    case "log": return { kind, text: `${edges(body)}\n${problems(body)}`.trim() };
    case "text": return { kind, text: edges(body) };
  }
}

function kindOf(name: string, body: string): BodyKind {
  const start = body.slice(0, SNIFFED_CHARS);
  if (TABLE_NAME.test(name)) return "table";
  if (/^\s*[[{]/.test(start) && /[\]}]\s*$/.test(body.slice(-SNIFFED_CHARS))) return "json";
  if (CODE_NAME.test(name)) return "code";
  const lines = start.split("\n");
  if (lines.filter((line) => LOG_LINE.test(line)).length * 3 > lines.length || PROBLEM.test(start)) return "log";
  if (lines.filter((line) => SIGNATURE.test(line)).length >= 3) return "code";
  return "text";
}

function signatures(body: string): string {
  const lines = body.split("\n");
  const found = lines.flatMap((line, index) => (SIGNATURE.test(line) ? [`${index + 1}: ${short(line.trim())}`] : []));
  return found.length === 0 ? edges(body) : [`${lines.length} lines`, ...listed(found, OUTLINE_LINES)].join("\n");
}

function jsonShape(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return shapeOf(parsed, SHAPE_DEPTH);
  } catch {
    // Text that only looks like JSON is outlined by its ends.
    return undefined;
  }
}

function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length} × ${shapeOf(value[0], depth - 1)}]`;
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const entries = Object.entries(value);
  if (depth <= 0) return `{${entries.length} keys}`;
  const shown = entries.slice(0, SHAPE_KEYS).map(([key, inner]) => `${key}: ${shapeOf(inner, depth - 1)}`);
  return `{ ${[...shown, ...(entries.length > SHAPE_KEYS ? [`… ${entries.length - SHAPE_KEYS} more`] : [])].join(", ")} }`;
}

function tableShape(body: string): string {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  return [`${Math.max(0, lines.length - 1)} rows`, `header: ${short(lines[0] ?? "")}`, `first row: ${short(lines[1] ?? "")}`].join("\n");
}

function problems(body: string): string {
  const found = body.split("\n").filter((line) => PROBLEM.test(line));
  return found.length === 0 ? "" : ["problems:", ...listed(found.map((line) => short(line.trim())), ERROR_LINES)].join("\n");
}

function edges(body: string): string {
  const lines = body.split("\n");
  if (lines.length <= EDGE_LINES * 2) return lines.map(short).join("\n");
  return [...lines.slice(0, EDGE_LINES).map(short), `… ${lines.length - EDGE_LINES * 2} lines …`, ...lines.slice(-EDGE_LINES).map(short)].join("\n");
}

const listed = (lines: readonly string[], limit: number): readonly string[] =>
  lines.length <= limit ? lines : [...lines.slice(0, limit), `… ${lines.length - limit} more`];

const short = (line: string): string => (line.length <= LINE_CHARS ? line : `${line.slice(0, LINE_CHARS)}…`);

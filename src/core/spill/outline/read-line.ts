import { joinPattern } from "../../base/text";
import type { OutputMark } from "./mark";

type LineMark = Omit<OutputMark, "line">;
type TestResult = NonNullable<OutputMark["result"]>;

/** How test runners write one test; the first group is its name. */
const TESTS: readonly (readonly [TestResult, RegExp])[] = [
  ["passed", /^[✓✔√]\s+(.{1,200})$/u],
  ["failed", /^[✗✕×✖❌⨯]\s+(.{1,200})$/u],
  ["skipped", /^[○↓⊘]\s+(.{1,200})$/u],
  ["failed", /^(?:-{3} )?FAIL(?:ED)?:?\s+((?:[\w./\\[\]:()@-]+)(?:\s.{0,160})?)$/],
  ["passed", /^(?:-{3} )?PASS(?:ED)?:?\s+((?:[\w./\\[\]:()@-]+)(?:\s.{0,160})?)$/],
  ["skipped", /^--- SKIP:\s+(.{1,200})$/],
  ["failed", /^not ok\s+\d*\s*-?\s*(.{1,200})$/],
  ["passed", /^ok\s+\d+\s*-?\s*(.{1,200})$/],
  ["failed", /^(\S+::\S.{0,200}?)\s+(?:FAILED|ERROR)\b/],
  ["passed", /^(\S+::\S.{0,200}?)\s+PASSED\b/],
  ["skipped", /^(\S+::\S.{0,200}?)\s+(?:SKIPPED|XFAIL)\b/],
  ["failed", /^(?:test\s+)?(\S.{0,200}?)\s+\.\.\.\s+(?:FAILED|FAIL|ERROR)\b/],
  ["passed", /^(?:test\s+)?(\S.{0,200}?)\s+\.\.\.\s+ok\b/],
  ["skipped", /^(?:test\s+)?(\S.{0,200}?)\s+\.\.\.\s+(?:ignored|skipped)\b/],
  ["failed", /^\[\s*FAILED\s*\]\s+(.{1,200})$/],
  ["passed", /^\[\s*OK\s*\]\s+(.{1,200})$/],
];
/** What a line of a test has; others are not tried. */
const TEST_SIGN = /^[✓✔√✗✕×✖❌⨯○↓⊘]|^(?:-{3} )?(?:PASS|FAIL)|^--- SKIP|^(?:not )?ok\s|::|\.\.\. |^\[\s*(?:OK|FAILED)/u;

const FRAME = joinPattern(
  [
    String.raw`^at\s+(?:async\s)?(?:.{1,200}\()?[^()\s]{1,300}:\d+(?::\d+)?\)?$|`,
    String.raw`^at\s+[\w.$<>/]{3,200}\([\w.$ ]{1,80}(?::\d+)?\)$|`,
    String.raw`^File "[^"]{1,300}", line \d+|^(?:\S{1,200}\.go|\S{1,200}\.rs):\d+(?::\d+)?(?:\s\+0x[0-9a-f]+)?$|`,
    String.raw`^#\d+\s+.{1,200}(?:\bat\b|\bin\b).{1,200}:\d+`,
  ],
  "",
);
const HEADING = joinPattern(
  [
    String.raw`^#{1,6}\s+(\S.{0,160})$|^={3,}\s*(\S.{0,160}?)\s*={3,}$|^-{3,}\s(\S.{0,160}?)\s-{3,}$|`,
    String.raw`^##\[(?:group|section)\](.{1,160})$|^> (\S+@\S+ .{1,100})$|^(?:Step \d+\/\d+|> Task :\S+)(.{0,160})$`,
  ],
  "",
);
const WARNING = joinPattern(
  [
    String.raw`^(?:.{0,60}[\s[(|"'=:])?(?:WARN|WARNING)(?:[\])|"',:]|\s)|`,
    String.raw`(?:^|\s|\))\s?warning(?:\s[A-Z]+\d+)?:\s|\blevel["']?[=:]\s?["']?warn`,
  ],
  "",
);

/** What a trimmed line without colors is about, errors aside; undefined for most lines. */
export function readLine(line: string): LineMark | undefined {
  if (line.length < 3) return undefined;
  return readTest(line) ?? readStructure(line);
}

function readTest(line: string): LineMark | undefined {
  if (!TEST_SIGN.test(line)) return undefined;
  for (const [result, form] of TESTS) {
    const name = form.exec(line)?.[1]?.trim();
    if (name !== undefined && /[\p{L}\p{N}]/u.test(name)) return { kind: "test", text: name, result };
  }
  return undefined;
}

function readStructure(line: string): LineMark | undefined {
  if (FRAME.test(line)) return { kind: "frame", text: line };
  const heading = HEADING.exec(line);
  if (heading !== null) return { kind: "heading", text: heading.slice(1).find(Boolean)?.trim() ?? line };
  return WARNING.test(line) ? { kind: "warning", text: line } : undefined;
}

import { keepInBlock } from "../base/text";
import type { Attachment } from "../conversation/attached";

/** What is true for this turn only. It rides beside the newest user message, never in the system prompt. */
export interface TurnFacts {
  /** As the user would write it, with the time zone where it matters. */
  readonly date?: string;
  readonly branch?: string;
  readonly activeEditor?: string;
  readonly openEditors?: readonly string[];
  readonly selection?: Selection;
  readonly diagnostics?: readonly Diagnostic[];
  readonly recalled?: readonly Recalled[];
}

interface Selection {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

interface Diagnostic {
  readonly path: string;
  readonly line: number;
  readonly severity: "error" | "warning";
  readonly message: string;
}

interface Recalled {
  readonly text: string;
}

/** Bounds: the attachment is sent again with every request until the next compression. */
const MOST = {
  editors: 20,
  diagnostics: 20,
  recalled: 4,
  selectionChars: 4_000,
  messageChars: 300,
  recalledChars: 1_200,
} as const;

/** The same facts without what the person attached to the message: nothing is sent twice. */
export function withoutAttached(facts: TurnFacts, attached: readonly Attachment[]): TurnFacts {
  const { selection, diagnostics, ...others } = facts;
  const isAttached = selection !== undefined && attached.some(({ text }) => text.includes(selection.text.trim()));
  return {
    ...others,
    ...(selection !== undefined && !isAttached && { selection }),
    ...(diagnostics !== undefined && !attached.some(({ kind }) => kind === "problems") && { diagnostics }),
  };
}

/** Undefined where there is nothing to say. */
export function turnAttachment(facts: TurnFacts): string | undefined {
  const lines = [
    ...(facts.date === undefined ? [] : [`Date: ${facts.date}`]),
    ...(facts.branch === undefined ? [] : [`Git branch: ${facts.branch}`]),
    ...(facts.activeEditor === undefined ? [] : [`Active editor: ${facts.activeEditor}`]),
    ...listed(
      "Open editors",
      (facts.openEditors ?? []).filter((path) => path !== facts.activeEditor),
      MOST.editors,
    ),
    ...selectionLines(facts.selection),
    ...listed(
      "Problems",
      (facts.diagnostics ?? []).map(
        ({ path, line, severity, message }) => `${path}:${line} ${severity}: ${oneLine(message, MOST.messageChars)}`,
      ),
      MOST.diagnostics,
    ),
    ...recalledLines(facts.recalled ?? []),
  ];
  if (lines.length === 0) return undefined;
  const lead = "Added by the editor, not written by the user. Use it where it helps.";
  return ["<turn-context>", lead, ...lines.map(keepInBlock), "</turn-context>"].join("\n");
}

function listed(title: string, items: readonly string[], most: number): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > most ? [`- and ${items.length - most} more`] : [];
  return [`${title}:`, ...items.slice(0, most).map((item) => `- ${item}`), ...more];
}

function selectionLines(selection: Selection | undefined): readonly string[] {
  if (selection === undefined || selection.text.trim() === "") return [];
  const { path, firstLine, lastLine, text } = selection;
  const cut =
    text.length > MOST.selectionChars ? `\n[${text.length - MOST.selectionChars} more characters are selected]` : "";
  return [`Selected in ${path}, lines ${firstLine}-${lastLine}:`, `${text.slice(0, MOST.selectionChars)}${cut}`];
}

function recalledLines(recalled: readonly Recalled[]): readonly string[] {
  const each = Math.floor(MOST.recalledChars / MOST.recalled) - "- \n".length;
  return recalled.length === 0
    ? []
    : [
        "From earlier in this session (background, may be out of date):",
        ...recalled.slice(0, MOST.recalled).map(({ text }) => `- ${oneLine(text, each)}`),
      ];
}

const oneLine = (text: string, chars: number): string => text.replace(/\s+/g, " ").trim().slice(0, chars);

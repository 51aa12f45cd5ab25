import type { MessageId } from "../../conversation/ids";
import type { Message, SummaryMessage } from "../../conversation/message";
import { newestRequestIndex } from "../../conversation/newest-request";
import { repairMessages } from "../../conversation/repair";
import { sealSummary } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import { ACTIVE_TASK_CHARS } from "../summary/finish-summary";
import { freshenTail } from "../summary/kept-messages";
import { bounded } from "../summary/rendered-turns";
import { NONE } from "../summary/sections";
import type { FileRef, LosslessNode } from "./dag";
import { EXPAND_GUIDE } from "./prompts";

/** Long pastes after a request are in the store; the request itself fits this. */
const RESTATED_CHARS = 8_000;
const LISTED_FILES = 12;

export interface Assembly {
  readonly id: MessageId;
  readonly nodes: readonly LosslessNode[];
  readonly tail: readonly Message[];
  /** The conversation's newest request in words, wherever it stands. */
  readonly request: string | undefined;
  /** Facts kept by code, already rendered; empty where there are none. */
  readonly facts: string;
}

/** One summary message that holds every active node in order, and the fresh tail as it was. */
export function assemble({ id, nodes, tail, request: asked, facts }: Assembly): readonly Message[] {
  const request = asked === undefined ? undefined : redactSecrets(asked);
  const task = request === undefined ? NONE : bounded(request, ACTIVE_TASK_CHARS);
  const sections = [
    `## Active Task\n${task}`,
    ...(facts === "" ? [] : [facts]),
    `## Earlier Work\n${EXPAND_GUIDE}`,
    ...nodes.map(nodeSection),
  ];
  const restated =
    request !== undefined && newestRequestIndex(tail) < 0 ? { restatedRequest: bounded(request, RESTATED_CHARS) } : {};
  const summary: SummaryMessage = {
    role: "summary",
    id,
    text: sections.join("\n\n"),
    covers: nodes.flatMap((node) => node.covers),
    ...restated,
  };
  return repairMessages([sealSummary(summary), ...freshenTail(tail)]);
}

function nodeSection(node: LosslessNode): string {
  const origin = node.kind === "leaf" ? "first-hand" : `depth ${node.depth}`;
  const caution = node.writing === "deterministic" ? ", cut by code: read the original where it matters" : "";
  const title = `### ${node.id} (${node.covers.length} messages, ${origin}${caution})`;
  return [title, node.text, ...fileLines(node.files)].join("\n");
}

function fileLines(files: readonly FileRef[]): readonly string[] {
  if (files.length === 0) return [];
  const shown = files.slice(-LISTED_FILES).map((file) => `${file.id} = ${file.name} (${file.chars} characters)`);
  const more = files.length > LISTED_FILES ? `; ${files.length - LISTED_FILES} more, see lcm_describe` : "";
  return [`Large texts: ${shown.join("; ")}${more}`];
}

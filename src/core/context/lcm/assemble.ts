import type { MessageId } from "../../conversation/ids";
import type { Message, SummaryMessage } from "../../conversation/message";
import { redactSecrets } from "../../redact/secrets";
import { ACTIVE_TASK_CHARS } from "../compressor/finish";
import { freshenTail } from "../compressor/fold";
import { repairMessages } from "../compressor/sanitize";
import { NONE } from "../compressor/sections";
import { bounded } from "../compressor/turns";
import { newestRequestIndex } from "../newest";
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
export function assemble({ id, nodes, tail, request, facts }: Assembly): readonly Message[] {
  const task = request === undefined ? NONE : bounded(redactSecrets(request), ACTIVE_TASK_CHARS);
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
  return repairMessages([summary, ...freshenTail(tail)]);
}

function nodeSection(node: LosslessNode): string {
  const title = `### ${node.id} (${node.covers.length} messages, ${node.kind === "leaf" ? "first-hand" : `depth ${node.depth}`}${node.writing === "deterministic" ? ", cut by code: read the original where it matters" : ""})`;
  return [title, node.text, ...fileLines(node.files)].join("\n");
}

function fileLines(files: readonly FileRef[]): readonly string[] {
  if (files.length === 0) return [];
  const shown = files.slice(-LISTED_FILES).map((file) => `${file.id} = ${file.name} (${file.chars} characters)`);
  return [
    `Large texts: ${shown.join("; ")}${files.length > LISTED_FILES ? `; ${files.length - LISTED_FILES} more, see lcm_describe` : ""}`,
  ];
}

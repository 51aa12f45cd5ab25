import type { JsonObject } from "../base/json";
import { isObject, parseJson } from "../base/json";
import { startClaudeCodeFold } from "./claude-code/read";
import { readCline } from "./cline/read";
import { startCodexFold } from "./codex/read";
import { applyMutations } from "./copilot-chat/mutations";
import { readCopilotChat } from "./copilot-chat/read";
import { startPiFold } from "./pi/read";
import type { StartFold } from "./reading/line-fold";
import { addLine } from "./reading/line-fold";
import type { ForeignSession } from "./session";

/** Lines at the beginning of a file that decide whose it is. */
const DECISIVE_LINES = 20;

/** A file that a person chose, as a session of the agent that wrote it; undefined for all other files. */
export function readForeignText(text: string): ForeignSession | undefined {
  const place = { id: "imported", path: "" };
  const whole = parseJson(text);
  const file = { ...place, modifiedAt: 0, bytes: text.length };
  if (isObject(whole) && Array.isArray(whole["requests"]))
    return readCopilotChat(whole, { ...file, agent: "copilot-chat" });
  if (isObject(whole) && isClineFile(whole)) return readCline(whole, { ...file, agent: "cline" });
  const lines = text.split("\n");
  const records = lines
    .slice(0, DECISIVE_LINES)
    .map(parseJson)
    .filter((record): record is JsonObject => isObject(record));
  if (records.some((record) => record["kind"] === 0 && isObject(record["v"]) && Array.isArray(record["v"]["requests"])))
    return readCopilotChat(applyMutations(text).value, { ...file, agent: "copilot-chat" });
  const start = FOLDS.find(([isOurs]) => records.some(isOurs))?.[1];
  if (start === undefined) return undefined;
  const fold = start(place);
  for (const line of lines) addLine(fold, line);
  return fold.session();
}

const isClineFile = (value: JsonObject): boolean =>
  Array.isArray(value["messages"]) && value["messages"].some((entry) => isObject(entry) && "modelInfo" in entry);

const FOLDS: readonly (readonly [(record: JsonObject) => boolean, StartFold])[] = [
  [(record) => record["type"] === "session_meta" && isObject(record["payload"]), startCodexFold],
  [(record) => record["type"] === "session" && typeof record["cwd"] === "string", startPiFold],
  [(record) => typeof record["sessionId"] === "string" && typeof record["type"] === "string", startClaudeCodeFold],
];

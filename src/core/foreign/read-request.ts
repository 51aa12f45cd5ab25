import type { JsonObject } from "../base/json";
import { objectOf, parseJsonObject, textOf } from "../base/json";
import type { RebuiltRequest } from "./claude-code/rebuild-request";
import { rebuildRequests } from "./claude-code/rebuild-request";
import { linesOf } from "./reading/lines-of";
import type { ForeignSession } from "./session";

/** The request that a reply answered, as far as its agent recorded it; undefined where it recorded nothing of it. */
export async function readForeignRequest(
  { agent, path }: Pick<ForeignSession, "agent" | "path">,
  replyId: string,
  signal: AbortSignal,
): Promise<RebuiltRequest | undefined> {
  if (agent !== "claude-code") return undefined;
  const records: JsonObject[] = [];
  for await (const { text } of linesOf(path, { from: 0 }, signal)) {
    const record = parseJsonObject(text);
    if (record !== undefined) records.push(record);
  }
  const reply = records.find(
    (record) => record["type"] === "assistant" && objectOf(record["message"])["id"] === replyId,
  );
  const wanted = textOf(reply?.["requestRef"]);
  return rebuildRequests(records).find(({ id }) => id === wanted);
}

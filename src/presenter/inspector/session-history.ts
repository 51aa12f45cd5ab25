import type { AgentEvent } from "../../core/agent/events";
import type { JsonValue } from "../../core/base/json";
import { isObject } from "../../core/base/json";
import { readClaims } from "../../core/context/reported-claims";
import type { Usage } from "../../core/conversation/usage";
import { addUsage, noUsage } from "../../core/conversation/usage";
import { addCost } from "../../core/sessions/journal/records";
import type { RequestRecord } from "../../core/sessions/lineage/session";
import type { CompressionPicture } from "../../protocol/compression";
import type { SessionTotals, TimelineBar } from "../../protocol/inspector";
import type { Say } from "../words/say";
import { presentClaims } from "./claims";

type Opened = Extract<AgentEvent, { type: "session-opened" }>;

/** The compressions that led to this session, and those that were undone on the way, oldest first. */
export const pastCompressions = ({ past }: Opened, say: Say): readonly CompressionPicture[] =>
  (past?.compressions ?? []).flatMap(({ session, from, summaryId, report: data, state }) => {
    const report = readReport(data, say);
    return report === null ? [] : [{ ...report, id: session, from, state, summaryId }];
  });

/** Every request that the totals are made of, in the order in which they were sent. */
export const pastBars = ({ past }: Opened): readonly TimelineBar[] =>
  requestsOf(past)
    .toSorted((a, b) => a.at - b.at)
    .map((request) => ({
      requestId: request.id,
      at: request.at,
      model: request.model,
      purpose: request.purpose,
      usage: request.usage,
      estimatedTokens: 0,
      costUsd: request.costUsd,
      durationMs: request.durationMs,
      afterCompression: request.afterCompression ?? null,
    }));

const requestsOf = (past: Opened["past"]) => [...(past?.earlierRequests ?? []), ...(past?.requests ?? [])];

export function pastTotals({ past }: Opened): SessionTotals {
  const requests = requestsOf(past);
  return {
    usage: sumUsage(requests, "agent"),
    auxiliaryUsage: sumUsage(requests, "summary"),
    costUsd:
      requests.length === 0
        ? null
        : requests.reduce<number | null>(
            (sum, { costUsd }) => addCost(sum, costUsd),
            past?.helpersUsd === undefined ? 0 : past.helpersUsd,
          ),
  };
}

const sumUsage = (requests: readonly RequestRecord[], purpose: RequestRecord["purpose"]): Usage =>
  requests
    .filter((request) => request.purpose === purpose)
    .reduce((sum, request) => addUsage(sum, request.usage), noUsage);

type Report = Omit<CompressionPicture, "id" | "from" | "state" | "summaryId">;

/** A record of another version may lack a field: numbers become 0, and a record without sizes is skipped. */
function readReport(data: JsonValue, say: Say): Report | null {
  if (!isObject(data) || typeof data["beforeTokens"] !== "number" || typeof data["afterTokens"] !== "number")
    return null;
  const { trigger, outcome, focusTopic, costUsd } = data;
  const verification = readVerification(data["verification"]);
  return {
    beforeTokens: data["beforeTokens"],
    afterTokens: data["afterTokens"],
    trigger: trigger === "manual" || trigger === "overflow" ? trigger : "automatic",
    outcome: outcome === "fallback" ? "fallback" : "folded",
    beforeMessages: numberOf(data["beforeMessages"]),
    afterMessages: numberOf(data["afterMessages"]),
    foldedMessages: numberOf(data["foldedMessages"]),
    prunedResults: numberOf(data["prunedResults"]),
    durationMs: numberOf(data["durationMs"]),
    ordinal: Math.max(1, numberOf(data["compressions"])),
    costUsd: typeof costUsd === "number" ? costUsd : null,
    ...(typeof focusTopic === "string" ? { focusTopic } : {}),
    ...(verification === null ? {} : { verification }),
    claims: presentClaims(readClaims(data["claims"]), say),
    ...(data["moment"] === "cold-cache" ? { moment: data["moment"] } : {}),
    ...readLineage(data["lineage"]),
    ...(data["originals"] === "recoverable" ? { originals: data["originals"] } : {}),
  };
}

function readLineage(data: JsonValue | undefined): Pick<CompressionPicture, "lineage"> {
  if (!isObject(data) || typeof data["carriedOver"] !== "number") return {};
  const [added, dropped] = [textsOf(data["added"]), textsOf(data["dropped"])];
  return {
    lineage: {
      carriedOver: data["carriedOver"],
      added,
      addedCount: Math.max(added.length, numberOf(data["addedCount"])),
      dropped,
      droppedCount: Math.max(dropped.length, numberOf(data["droppedCount"])),
    },
  };
}

function readVerification(data: JsonValue | undefined): NonNullable<CompressionPicture["verification"]> | null {
  if (!isObject(data) || typeof data["score"] !== "number") return null;
  return {
    score: data["score"],
    lost: textsOf(data["lost"]),
    repaired: textsOf(data["repaired"]),
    invented: textsOf(data["invented"]),
    contradicted: textsOf(data["contradicted"]),
    unchecked: textsOf(data["unchecked"]),
    ...(typeof data["required"] === "number" ? { required: data["required"] } : {}),
  };
}

const numberOf = (data: JsonValue | undefined): number => (typeof data === "number" ? data : 0);
const textsOf = (data: JsonValue | undefined): readonly string[] =>
  Array.isArray(data) ? data.filter((item) => typeof item === "string") : [];

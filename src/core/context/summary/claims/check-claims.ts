import type { MessageId } from "../../../conversation/ids";
import type { ReportedClaim } from "../../engine";
import type { Claim } from "./claim";
import { correctSummary, trimUnit, UNVERIFIED, unitsOf } from "./correct";
import type { JudgedClaim } from "./judge-claims";
import { judgeClaims } from "./judge-claims";
import { readClaims } from "./read-claims";
import type { SummarySentence } from "./reading/sentences";
import { sentencesOf } from "./reading/sentences";
import type { WorkRecord } from "./record/record";
import { passagesOf, RULES_ID } from "./record/record";
import { vocabularyOf } from "./record/vocabulary";
import { isSupported } from "./support/supported";
import { isRunTold } from "./support/told-run";

export interface CheckedSummary {
  /** With what is refuted replaced, and what cannot be checked marked. */
  readonly text: string;
  readonly claims: readonly ReportedClaim[];
}

/** A summary holds some dozens; a longer list would not be read by anyone. */
const MOST_REPORTED = 100;
const CLAIM_CHARS = 300;

/**
 * Holds what a summary claims against what really happened. No model is asked. `about`: a summary of an earlier stretch
 * tells of its own time, so that a later run refutes nothing in it.
 */
export function checkClaims(
  summary: string,
  record: WorkRecord,
  about: "present" | "past" = "present",
): CheckedSummary {
  const checked = checkOnce(summary, record, about);
  let { text } = checked;
  for (let pass = 1; pass < MOST_PASSES && text !== summary; pass++) {
    const again = checkOnce(text, record, about).text;
    if (again === text) break;
    text = again;
  }
  return { text, claims: checked.claims };
}

/** A correction states how a run ended; beside what is left of its line, it can show that something else is wrong. */
const MOST_PASSES = 4;

function checkOnce(summary: string, record: WorkRecord, about: "present" | "past"): CheckedSummary {
  const lines = summary.split("\n");
  const claims = readClaims(summary, vocabularyOf(record));
  const judged = judgeClaims(record, about === "past" ? claims.map(inPast) : claims);
  const sentences = sentencesOf(summary);
  const units = unitsOf(summary, withoutPastFailures(sentences, judged)).filter(
    ({ line, start, end, section, claims: inside }) => {
      if (!isFlagged(inside)) return true;
      const whole = lines[line] ?? "";
      const unit = whole.slice(start, end);
      const refuted = refutedIn(inside);
      if (isSupported(record, unit, refuted)) return false;
      const told = sentences.findLast((one) => one.line === line && one.start <= start);
      const said = claims.filter(({ place }) => told !== undefined && isInside(told, place));
      if ([unit, told?.text ?? unit].some((text) => isRunTold(record, text, { refuted, said }))) return false;
      if (section === "state" || section === "resolved") return true;
      return !isQuotation(record, whole) && !isQuotation(record, unit);
    },
  );
  const reported = units.flatMap(({ line, start, end, claims: inside }) => {
    const { body } = trimUnit((lines[line] ?? "").slice(start, end));
    const text = body.replaceAll(UNVERIFIED, "").trim().slice(0, CLAIM_CHARS);
    return reportOf(text, inside);
  });
  return { text: correctSummary(summary, units), claims: reported.slice(0, MOST_REPORTED) };
}

/**
 * "The type error is resolved", "the database still refuses the tests": where the record bears out what a sentence says
 * of its one trouble, the failure that the same words tell is that trouble, and no later run of something else refutes
 * it.
 */
function withoutPastFailures(
  sentences: readonly SummarySentence[],
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  const sentenceOf = ({ claim: { place } }: JudgedClaim): SummarySentence | undefined =>
    sentences.findLast(({ line, start }) => line === place.line && start <= place.start);
  const states = new Map(
    judged.flatMap((one) =>
      one.claim.kind === "error-resolved" && one.claim.manner === "said" && one.judgment.verdict === "backed"
        ? [[sentenceOf(one), one.claim.state] as const]
        : [],
    ),
  );
  return judged.filter((one) => {
    const told = sentenceOf(one);
    const state = states.get(told);
    if (state === undefined || one.judgment.verdict !== "contradicted") return true;
    // "没有响应的问题还没有解决": two denials of a trouble that is open make no success.
    if (state === "open" && tellsOfSuccess(one.claim)) return SEVERAL.test(told?.text ?? "");
    if (!tellsOfFailure(one.claim)) return true;
    return state === "over" ? SEVERAL.test(told?.text ?? "") : one.claim.kind !== "tests";
  });
}

const isInside = ({ line, start, text }: SummarySentence, place: Claim["place"]): boolean =>
  place.line === line && place.start >= start && place.start < start + text.length;

const SEVERAL = /\b(?:both|and|all)\b|[和与與及、]/i;

const tellsOfSuccess = (claim: Claim): boolean =>
  (claim.kind === "command" || claim.kind === "run") && claim.outcome === "success";

function tellsOfFailure(claim: Claim): boolean {
  switch (claim.kind) {
    case "tests":
    case "named-test":
      return claim.verdict === "fail";
    case "command":
    case "run":
      return claim.outcome === "failure";
    default:
      return false;
  }
}

const inPast = (claim: Claim): Claim => ({ ...claim, tense: "past" });

const refutedIn = (claims: readonly JudgedClaim[]): readonly Claim[] =>
  claims.flatMap(({ claim, judgment }) => (judgment.verdict === "contradicted" ? [claim] : []));

const isFlagged = (claims: readonly JudgedClaim[]): boolean =>
  claims.some(({ judgment }) => judgment.verdict === "contradicted" || judgment.verdict === "unchecked");

/** Shorter lines are said by chance. */
const LEAST_QUOTED_CHARS = 25;

/** Words that a tool printed or a person wrote are what they are, whatever they tell. */
function isQuotation(record: WorkRecord, said: string): boolean {
  const words = flat(
    said
      .replaceAll(UNVERIFIED, "")
      .replace(/^\s*(?:[-*+•]|\d{1,4}[.)、])\s+/, "")
      .replace(/^\s*error:\s*/, "")
      .replace(/^…|…\s*$/g, ""),
  );
  return words.length >= LEAST_QUOTED_CHARS && quotable(record).some((text) => text.includes(words));
}

const quotables = new WeakMap<WorkRecord, readonly string[]>();

function quotable(record: WorkRecord): readonly string[] {
  const texts =
    quotables.get(record) ??
    passagesOf(record)
      .filter(({ message }) => message.role === "tool" || message.role === "user")
      .map(({ text }) => flat(text));
  quotables.set(record, texts);
  return texts;
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

function reportOf(text: string, judged: readonly JudgedClaim[]): readonly ReportedClaim[] {
  const wrong = judged.map(({ judgment }) => judgment).find(({ verdict }) => verdict === "contradicted");
  if (wrong?.verdict === "contradicted")
    return [
      {
        text,
        verdict: "contradicted",
        correction: wrong.fact,
        ...sourceOf(wrong),
      },
    ];
  const open = judged.map(({ judgment }) => judgment).find(({ verdict }) => verdict === "unchecked");
  if (open?.verdict !== "unchecked") return [];
  return [{ text, verdict: "unchecked", ...sourceOf(open) }];
}

const sourceOf = ({ messageId }: { readonly messageId?: MessageId }): Pick<ReportedClaim, "messageId"> =>
  messageId === undefined || messageId === RULES_ID ? {} : { messageId };

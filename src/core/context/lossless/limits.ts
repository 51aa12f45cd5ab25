import { HYGIENE_RATIO } from "../policy";

/**
 * Sizes of the lossless engine. Every one has a share of the window beside it, so that an 8 K model works like a 1 M
 * one.
 */
export interface LosslessLimits {
  readonly windowTokens: number;
  /** From this size on, nodes are built in the background. */
  readonly softTokens: number;
  /** From here on a compression is waited for; the mark of session hygiene, so that it never comes later than that. */
  readonly hardTokens: number;
  /** What a request should measure after a compression: room for several turns, or the next one comes at once. */
  readonly targetTokens: number;
  readonly tailMessages: number;
  readonly tailTokens: number;
  readonly leafSourceTokens: number;
  readonly leafMinTokens: number;
  readonly leafMaxTokens: number;
  readonly condensedTokens: number;
  readonly truncatedTokens: number;
  /** All summary nodes together; beyond it they are condensed deeper. */
  readonly nodesTokens: number;
  /** A body above this is shown to the summarizer as an outline and kept as a file reference. */
  readonly largeBodyTokens: number;
  /** Room for what the files of the session state. */
  readonly fileFactsTokens: number;
  /** Room for error lines of outputs. */
  readonly errorLinesTokens: number;
  /** 0–1: how many of the facts kept by code have room in the summary. */
  readonly factsShare: number;
  /** One page of expanded originals. */
  readonly pageChars: number;
}

const SOFT_SHARE = 0.75;
const TARGET_SHARE = 0.6;

const TAIL_MESSAGES = 64;
const TAIL_SHARE = 0.3;

const LEAF_SOURCE_TOKENS = 20_000;
/** The summarizer may be the main model itself, and its instructions need room as well. */
const LEAF_SOURCE_SHARE = 0.3;

const LEAF_RATIO = 0.35;
const LEAF_MIN_TOKENS = 192;
const LEAF_MAX_TOKENS = 2_400;
const LEAF_SHARE = 0.06;

const CONDENSED_TOKENS = 2_000;
const CONDENSED_SHARE = 0.08;

const TRUNCATED_TOKENS = 512;
const TRUNCATED_SHARE = 0.04;

const NODES_SHARE = 0.2;

const LARGE_BODY_TOKENS = 4_000;

/** From this window on the facts, about 2,000 tokens when all are there, are a small part of it. */
const FACTS_WINDOW_TOKENS = 64_000;

/**
 * Values and errors are what later turns ask for by name, and a leaf of a fifth of its source cannot hold all of them.
 * Beyond this they are looked up.
 */
const FILE_FACTS_SHARE = 0.1;
const MOST_FILE_FACTS_TOKENS = 6_000;
const ERROR_LINES_SHARE = 0.03;
const MOST_ERROR_LINES_TOKENS = 3_000;

const PAGE_CHARS = 20_000;
/** A page must not fill what a compression has just freed; about three characters make a token. */
const PAGE_CHARS_PER_WINDOW_TOKEN = 0.5;

export const AGGRESSIVE_FACTOR = 0.55;

/** Fewer make a condensed node that saves too little to be worth a model call. */
export const LEAVES_PER_NODE = 8;
export const CONDENSED_PER_NODE = 4;

export function limitsFor(contextLength: number): LosslessLimits {
  const share = (part: number) => Math.floor(contextLength * part);
  const leafMaxTokens = Math.min(LEAF_MAX_TOKENS, share(LEAF_SHARE));
  const leafSourceTokens = Math.min(LEAF_SOURCE_TOKENS, share(LEAF_SOURCE_SHARE));
  return {
    windowTokens: contextLength,
    softTokens: share(SOFT_SHARE),
    hardTokens: share(HYGIENE_RATIO),
    targetTokens: share(TARGET_SHARE),
    tailMessages: TAIL_MESSAGES,
    tailTokens: share(TAIL_SHARE),
    leafSourceTokens,
    leafMinTokens: Math.min(LEAF_MIN_TOKENS, leafMaxTokens),
    leafMaxTokens,
    condensedTokens: Math.min(CONDENSED_TOKENS, share(CONDENSED_SHARE)),
    truncatedTokens: Math.min(TRUNCATED_TOKENS, share(TRUNCATED_SHARE)),
    nodesTokens: share(NODES_SHARE),
    fileFactsTokens: Math.min(MOST_FILE_FACTS_TOKENS, share(FILE_FACTS_SHARE)),
    errorLinesTokens: Math.min(MOST_ERROR_LINES_TOKENS, share(ERROR_LINES_SHARE)),
    factsShare: Math.min(1, contextLength / FACTS_WINDOW_TOKENS),
    pageChars: Math.max(1_000, Math.min(PAGE_CHARS, share(PAGE_CHARS_PER_WINDOW_TOKEN))),
    largeBodyTokens: Math.min(LARGE_BODY_TOKENS, Math.floor(leafSourceTokens / 2)),
  };
}

export const leafTarget = (limits: LosslessLimits, sourceTokens: number): number =>
  Math.min(limits.leafMaxTokens, Math.max(limits.leafMinTokens, Math.floor(sourceTokens * LEAF_RATIO)));

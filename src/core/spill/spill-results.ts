import type { Sentence } from "../base/sentence";
import type { SessionId } from "../conversation/ids";
import type { ImagePart, TextPart, ToolMessage, UserMessage } from "../conversation/message";
import { messageText } from "../conversation/render";
import { outlineOutput } from "./outline/outline";
import type { SpillBounds } from "./plan";
import { planSpills } from "./plan";
import { persistedOutput, truncatedOutput } from "./preview";
import type { Spill, SpillStore } from "./spill";
import { SpillError } from "./spill";

/** One result of a turn as its tool gave it, with what only the tool knows. */
export interface FreshResult {
  readonly message: ToolMessage;
  readonly resultChars?: number;
  readonly exitCode?: number | null;
}

/** What became of one text that was too large. */
export type SpillOutcome =
  | {
      readonly kind: "spilled";
      readonly from: "result" | "turn" | "user";
      readonly spill: Spill;
      readonly shownChars: number;
    }
  | { readonly kind: "truncated"; readonly totalChars: number; readonly keptChars: number; readonly reason: Sentence };

export interface SpilledResult {
  readonly message: ToolMessage;
  readonly outcome?: SpillOutcome;
}

/**
 * Brings the results of one turn within bounds before they are first sent. A disk that fails costs text, never the
 * turn.
 */
export async function spillResults(
  store: SpillStore,
  session: SessionId,
  results: readonly FreshResult[],
  bounds: SpillBounds,
): Promise<readonly SpilledResult[]> {
  const texts = results.map(({ message }) => messageText(message));
  const candidates = results.map(({ message, resultChars }, index) => ({
    chars: texts[index]?.length ?? 0,
    state: message.body.kind === "full" ? ("inline" as const) : ("spilled" as const),
    ...(resultChars === undefined ? {} : { resultChars }),
  }));
  const planned = new Map(planSpills(candidates, bounds).map(({ index, from }) => [index, from]));
  const spilled: SpilledResult[] = [];
  for (const [index, { message, exitCode }] of results.entries()) {
    const from = planned.get(index);
    if (from === undefined) {
      spilled.push({ message });
      continue;
    }
    const kept = await keepText(store, {
      session,
      name: message.callId,
      text: texts[index] ?? "",
      from,
      bounds,
      ...(exitCode === undefined ? {} : { exitCode }),
    });
    spilled.push({ message: { ...message, body: bodyOf(kept) }, outcome: kept.outcome });
  }
  return spilled;
}

/** A pasted log spills like a result; pictures stay with the message. */
export async function spillUserMessage(
  store: SpillStore,
  session: SessionId,
  message: UserMessage,
  bounds: SpillBounds,
): Promise<{ readonly message: UserMessage; readonly outcome?: SpillOutcome }> {
  const text = messageText(message);
  if (text.length <= bounds.resultChars) return { message };
  const kept = await keepText(store, { session, name: message.id, text, from: "user", bounds });
  const pictures = message.content.filter((part) => part.type === "image");
  const content: readonly (TextPart | ImagePart)[] = [{ type: "text", text: kept.shown }, ...pictures];
  return {
    message: kept.spill === undefined ? { ...message, content } : { ...message, content, spill: kept.spill.id },
    outcome: kept.outcome,
  };
}

interface TextToKeep {
  readonly session: SessionId;
  readonly name: string;
  readonly text: string;
  readonly from: "result" | "turn" | "user";
  readonly bounds: SpillBounds;
  readonly exitCode?: number | null;
}

interface KeptText {
  readonly shown: string;
  readonly spill?: Spill;
  readonly outcome: SpillOutcome;
}

async function keepText(
  store: SpillStore,
  { session, name, text, from, bounds, exitCode }: TextToKeep,
): Promise<KeptText> {
  try {
    const marks = await outlineOutput(text);
    const spill = await store.save(session, name, text, marks);
    const shown = persistedOutput(spill, text, {
      previewChars: bounds.previewChars,
      marks,
      ...(bounds.nameChars === undefined ? {} : { nameChars: bounds.nameChars }),
      ...(exitCode === undefined ? {} : { exitCode }),
    });
    return { shown, spill, outcome: { kind: "spilled", from, spill, shownChars: shown.length } };
  } catch (error) {
    if (!(error instanceof SpillError)) throw error;
    const shown = truncatedOutput(text, TRUNCATED_PREVIEWS * bounds.previewChars, error.message);
    return {
      shown,
      outcome: { kind: "truncated", totalChars: text.length, keptChars: shown.length, reason: error.sentence },
    };
  }
}

/** Without a file to go back to more is shown: this many previews, still far below what one result may hold. */
const TRUNCATED_PREVIEWS = 8;

const bodyOf = ({ shown, spill, outcome }: KeptText): ToolMessage["body"] =>
  spill === undefined || outcome.kind !== "spilled"
    ? { kind: "full", content: [{ type: "text", text: shown }] }
    : { kind: "spilled", preview: shown, spill: spill.id, totalChars: spill.chars };

import type { Sentence } from "../../../base/sentence";
import { renderSentence, sentence, verbatim } from "../../../base/sentence";
import { SentenceError } from "../../../base/sentence-error";
import type { MessageId } from "../../../conversation/ids";
import type { Message } from "../../../conversation/message";
import type { PinnedFile } from "../../../files/pinned-file";
import { isFileShown, pinnedFileBlock } from "../../../ledger/carry-pins";
import type { LineRange, Pin } from "../../../ledger/ledger";
import { addPin, pinMessage, pinName, removePin } from "../../../ledger/pins";
import type { AgentWorld } from "../../world";
import type { ActiveSession } from "../active-session";
import { emitMeasure } from "../emit-state";
import { pinRecord } from "../event-records";
import { listPins, pinTokens } from "../sizes/listed-pins";
import { findOriginal } from "./edit-context";

export type PinTarget =
  | MessageId
  /** Any pin by what it is about, as lists name it. */
  | { readonly kind: "named"; readonly name: string }
  | Exclude<Pin, { kind: "message" }>
  | { readonly kind: "range"; readonly messageId: MessageId; readonly lines: LineRange }
  /** Pins where the text is stored instead of the text. */
  | { readonly kind: "reference"; readonly messageId: MessageId }
  | { readonly kind: "file-reference"; readonly path: string };

/** A pin is larger than the room for pins; `choices` are what a person can do instead. */
class PinTooLarge extends SentenceError {
  readonly choices: readonly ("range" | "reference")[] = ["range", "reference"];
}

/**
 * Pins come back in every request. A quarter of the threshold leaves room for the fixed part, the summary, the newest
 * messages, and several turns before the next compression.
 */
const PINS_SHARE = 0.25;

/** Pins survive every compression, byte for byte. */
export async function pin(world: AgentWorld, session: ActiveSession, target: PinTarget): Promise<void> {
  if (typeof target !== "string" && target.kind === "file") await checkFile(world, target.path);
  const wanted = await resolveTarget(world, session, target);
  if (wanted === undefined)
    throw new SentenceError(sentence("This message has no text to pin or is no longer part of the context."));
  const pins = addPin(session.pins, wanted);
  const room = Math.floor(session.engine.thresholdTokens * PINS_SHARE);
  const total = pins.reduce((sum, one) => sum + pinTokens(one, session.messages), 0);
  if (pins !== session.pins && total > room)
    throw new PinTooLarge(
      sentence(
        [
          "This pin needs {tokens} tokens, and all pins together may use {room}.",
          "Pin some of its lines, or keep a reference to the stored text.",
        ],
        { tokens: pinTokens(wanted, session.messages), room },
      ),
    );
  await savePins(world, session, pins);
}

/** A note in place of the content would not be what the user wanted to keep. */
async function checkFile(world: AgentWorld, path: string): Promise<void> {
  const file = await world.readPinnedFile(path);
  if (file.kind === "text") return;
  if (file.why === "too-large")
    throw new PinTooLarge(
      sentence(
        [
          "{path} is larger than 64 KB and cannot be pinned as a whole.",
          "Pin some of its lines, or keep a reference to the stored text.",
        ],
        { path },
      ),
    );
  throw new SentenceError(UNPINNABLE[file.why](path));
}

const UNPINNABLE: Readonly<
  Record<Exclude<Extract<PinnedFile, { kind: "absent" }>["why"], "too-large">, (path: string) => Sentence>
> = {
  outside: (path) => sentence("{path} cannot be pinned: it is outside the workspace.", { path }),
  missing: (path) => sentence("{path} cannot be pinned: it does not exist.", { path }),
  unreadable: (path) => sentence("{path} cannot be pinned: it cannot be read.", { path }),
  binary: (path) => sentence("{path} cannot be pinned: it is no text.", { path }),
};

export function unpin(world: AgentWorld, session: ActiveSession, target: PinTarget): Promise<void> {
  return savePins(
    world,
    session,
    session.pins.filter((known) => !isTarget(known, target)),
  );
}

/** Files may have changed since the last time: their pins hold the content as it is now, or why there is none. */
export async function refreshFilePins(world: AgentWorld, session: ActiveSession): Promise<void> {
  if (!session.pins.some(({ kind }) => kind === "file")) return;
  session.replacePins(await Promise.all(session.pins.map((known) => withContent(world, known))));
}

/**
 * Pinned files the model has not seen in their present state, for the end of the conversation: a change there leaves
 * the cached prefix alone. The next compression moves them beside the summary.
 */
export async function changedPinnedFiles(world: AgentWorld, session: ActiveSession): Promise<readonly string[]> {
  await refreshFilePins(world, session);
  return session.pins.flatMap((known) =>
    known.kind !== "file" || known.text === undefined || isFileShown(session.messages, known.path, known.text)
      ? []
      : [pinnedFileBlock(known.path, known.text)],
  );
}

async function resolveTarget(world: AgentWorld, session: ActiveSession, target: PinTarget): Promise<Pin | undefined> {
  if (typeof target !== "string" && target.kind === "named") return undefined;
  if (typeof target === "string") return pinMessage(await inFull(world, session, target), target);
  if (target.kind === "range")
    return pinMessage(await inFull(world, session, target.messageId), target.messageId, target.lines);
  if (target.kind === "reference") return pinReference(world, session, target.messageId);
  if (target.kind === "file-reference")
    return { kind: "instruction", text: `The file ${target.path} matters; read it with read_file when needed.` };
  return withContent(world, target);
}

/** A pruned result is pinned with its original text, not with the line that replaced it. */
async function inFull(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<readonly Message[]> {
  const message = session.messages.find((candidate) => candidate.id === id);
  if (message?.role !== "tool" || message.body.kind !== "pruned") return session.messages;
  const original = await findOriginal(world, message);
  return original === undefined ? session.messages : [original];
}

async function pinReference(world: AgentWorld, session: ActiveSession, id: MessageId): Promise<Pin | undefined> {
  const whole = pinMessage(await inFull(world, session, id), id);
  if (whole?.kind !== "message") return undefined;
  const label = listPins([whole], session.messages)[0]?.label ?? verbatim(id);
  return {
    kind: "instruction",
    text: `The text of "${renderSentence(label)}" is stored as message ${id}; read it with session_search when needed.`,
  };
}

async function withContent(world: AgentWorld, pinned: Pin): Promise<Pin> {
  if (pinned.kind !== "file") return pinned;
  const file = await world.readPinnedFile(pinned.path);
  return { ...pinned, text: file.kind === "text" ? file.text : file.note };
}

function isTarget(known: Pin, target: PinTarget): boolean {
  if (typeof target === "string") return known.kind === "message" && known.messageId === target;
  if (target.kind === "named") return pinName(known) === target.name;
  if (target.kind === "file-reference") return false;
  if (target.kind === "range" || target.kind === "reference")
    return known.kind === "message" && known.messageId === target.messageId;
  return removePin([known], target).length === 0;
}

async function savePins(world: AgentWorld, session: ActiveSession, pins: readonly Pin[]): Promise<void> {
  await session.writer.recordEvent(pinRecord(pins, world.now()));
  session.replacePins(pins);
  const listed = listPins(pins, session.messages);
  world.emit({
    type: "pins-changed",
    session: session.id,
    pins: listed.map(({ label }) => label),
    tokens: listed.map(({ tokens }) => tokens),
  });
  emitMeasure(world, session);
}

import type { Message } from "../../src/core/conversation/message";
import { ledgerOf } from "../../src/core/ledger/add-to-ledger";
import type { Visibility } from "./visibility";

/** The effects of the recorded calls, and the share of them that a compressed context still shows. */
export interface Artifacts {
  /** Files written so far. */
  readonly files: number;
  readonly filesKept: number;
  /** The most recent commands and the most recent test status. */
  readonly outcomes: number;
  readonly outcomesKept: number;
}

const NEWEST_COMMANDS = 10;
const COMMAND_CHARS = 60;

export function measureArtifacts(
  history: readonly Message[],
  sent: readonly Message[],
  visibility: Visibility,
): Artifacts {
  const ledger = ledgerOf(history);
  const shows = (text: string) => visibility.shows(sent, text.toLowerCase());
  const files = ledger.files.filter(({ operation }) => operation !== "read");
  const commands = ledger.commands.slice(-NEWEST_COMMANDS).map(({ command }) => firstLine(command));
  const tests = ledger.commands.findLast((command) => command.tests !== undefined)?.tests;
  const outcomes = [...commands, ...(tests === undefined ? [] : [tests])];
  return {
    files: files.length,
    filesKept: files.filter(({ path }) => shows(path)).length,
    outcomes: outcomes.length,
    outcomesKept: outcomes.filter(shows).length,
  };
}

/** Arguments are sent as JSON, so only text without escapes can be compared. */
const firstLine = (command: string): string => (command.split(/[\n"\\]/)[0] ?? "").slice(0, COMMAND_CHARS).trim();

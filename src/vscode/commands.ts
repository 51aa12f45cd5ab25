import { commands } from "vscode";
import type { Disposable } from "vscode";
import { COMMANDS } from "./command-table";
import type { CommandId } from "./command-table";
import { Lifetime } from "./lifetime";

export type CommandHandlers = Readonly<Record<CommandId, (...args: readonly unknown[]) => unknown>>;

/** Registers every command of the table; what one throws is reported, and stopping is no failure. */
export function registerCommands(
  run: (id: CommandId, args: readonly unknown[]) => Promise<unknown>,
  report: (error: unknown) => void,
): Disposable {
  const life = new Lifetime();
  for (const id of Object.keys(COMMANDS).filter(isCommandId)) {
    life.own(
      commands.registerCommand(id, (...args: unknown[]) =>
        run(id, args).catch((error: unknown) => (isAbort(error) ? undefined : report(error))),
      ),
    );
  }
  return life;
}

const isCommandId = (id: string): id is CommandId => Object.hasOwn(COMMANDS, id);
const isAbort = (error: unknown) => error instanceof Error && error.name === "AbortError";

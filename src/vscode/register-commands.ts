import type { Disposable } from "vscode";
import { commands } from "vscode";
import type { CommandId } from "./actions/command-table";
import { COMMANDS } from "./actions/command-table";
import { Lifetime } from "./base/lifetime";

/** Registers every command of the table. An error is reported; a stop is not an error. */
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

import { parseArgs } from "node:util";

/** The command line of the headless host. */
export type Order =
  | {
      readonly command: "turn";
      readonly workspace: string;
      readonly storage: string;
      readonly settings: string;
      readonly prompt: string;
      readonly session?: string;
    }
  | {
      readonly command: "compress";
      readonly storage: string;
      readonly settings: string;
      readonly session: string;
      readonly focus?: string;
      /** Ids of messages; at most one of the two. */
      readonly "up-to"?: string;
      readonly from?: string;
    }
  | { readonly command: "sessions"; readonly storage: string }
  | { readonly command: "messages"; readonly storage: string; readonly session: string }
  | { readonly command: "plan"; readonly transcript: string; readonly settings: string };

/** A mistake of the caller: one clear line on stderr and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const FORMS = {
  turn: { required: ["workspace", "storage", "settings", "prompt"], optional: ["session"] },
  compress: { required: ["storage", "settings", "session"], optional: ["focus", "up-to", "from"] },
  sessions: { required: ["storage"], optional: [] },
  messages: { required: ["storage", "session"], optional: [] },
  plan: { required: ["transcript", "settings"], optional: [] },
} as const;

type Command = keyof typeof FORMS;

export function readOrder(args: readonly string[]): Order {
  const [command, ...rest] = args;
  if (!isCommand(command))
    throw new UsageError(
      `${command === undefined ? "a command is missing" : `there is no command "${command}"`}; ` +
        `use one of: ${Object.keys(FORMS).join(", ")}`,
    );
  const form = FORMS[command];
  const names: readonly string[] = [...form.required, ...form.optional];
  const values = readValues(command, names, rest);
  for (const name of form.required) {
    if (!values[name]?.trim())
      throw new UsageError(`${command}: --${name} is missing or empty; usage: ${usageOf(command)}`);
  }
  // Every required name was checked above; the compiler cannot follow that through the table.
  return { command, ...values } as Order;
}

function readValues(command: string, names: readonly string[], rest: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({
      args: bindValues(names, rest),
      options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
      allowPositionals: false,
    });
    return Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch (error) {
    throw new UsageError(`${command}: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`, {
      cause: error,
    });
  }
}

/** The word after a name is always its value, even if it looks like an option: `--prompt "- a list"`. */
function bindValues(names: readonly string[], rest: readonly string[]): string[] {
  const bound: string[] = [];
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    const value = rest[index + 1];
    const takesNext = isNameIn(names, word) && value !== undefined && !isNameIn(names, value);
    bound.push(takesNext ? `${word}=${value}` : word);
    if (takesNext) index++;
  }
  return bound;
}

const usageOf = (command: Command): string =>
  [command, ...FORMS[command].required.map((name) => `--${name} …`)].join(" ");

const isNameIn = (names: readonly string[], word: string): boolean =>
  word.startsWith("--") && names.includes(word.slice(2));
const isCommand = (command: string | undefined): command is Command =>
  command !== undefined && Object.hasOwn(FORMS, command);

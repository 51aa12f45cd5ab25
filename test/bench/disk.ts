import type { LiveText } from "../../src/core/context/live-files/live-files";
import { callsByResult } from "../../src/core/conversation/exchanges";
import type { Message, ToolCallPart } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";

/**
 * The files of a recorded session as far as it has shown them: written texts, reads with their line numbers, edits
 * applied to what is known. Lines that were never shown are missing, where a real disk would have them.
 */
export class ReplayedDisk {
  private readonly files = new Map<string, (string | undefined)[]>();
  private pending: Message[] = [];

  /** A message of the session; a call takes effect with its result. */
  see(message: Message): void {
    if (message.role !== "tool") {
      this.pending = [message];
      return;
    }
    this.pending.push(message);
    const call = callsByResult(this.pending).get(message);
    if (call !== undefined && !message.failed) this.apply(call, messageText(message));
  }

  read(path: string): LiveText | undefined {
    const known = this.nameOf(path);
    const lines = known === undefined ? undefined : this.files.get(known);
    if (known === undefined || lines === undefined) return undefined;
    return { path: known, text: lines.filter((line) => line !== undefined).join("\n") };
  }

  private apply({ inputJson }: ToolCallPart, result: string): void {
    const args = parse(inputJson);
    const patch = Object.values(args)
      .flat()
      .find((value) => typeof value === "string" && value.includes("*** Begin Patch"));
    if (typeof patch === "string") {
      this.patch(patch);
      return;
    }
    const path = textOf(args, ["path", "file_path", "filePath", "file"]);
    const command =
      textOf(args, ["command", "cmd"]) ?? (Array.isArray(args["command"]) ? args["command"].join(" ") : undefined);
    if (path === undefined) {
      if (command !== undefined) this.command(command, result);
      return;
    }
    const whole = textOf(args, ["content", "file_text", "contents"]);
    if (whole !== undefined) this.files.set(this.nameOf(path) ?? path, whole.split("\n"));
    else if (!this.edit(path, args)) {
      if (isWholeRead(args, result)) this.files.delete(this.nameOf(path) ?? path);
      this.show(path, result, Number(args["offset"] ?? 1) || 1);
    }
  }

  private edit(path: string, args: Readonly<Record<string, unknown>>): boolean {
    const edits = [args, ...(Array.isArray(args["edits"]) ? args["edits"] : [])].filter(isRecord);
    let edited = false;
    for (const one of edits) {
      const before = textOf(one, ["old_string", "old_str", "oldText", "oldString"]);
      const after = textOf(one, ["new_string", "new_str", "newText", "newString"]);
      if (before === undefined || after === undefined) continue;
      this.replace(path, before, after);
      edited = true;
    }
    return edited;
  }

  private replace(path: string, before: string, after: string): void {
    const name = this.nameOf(path) ?? path;
    const lines = this.files.get(name) ?? [];
    const text = lines.map((line) => line ?? UNKNOWN).join("\n");
    const next = before !== "" && text.includes(before) ? text.replace(before, () => after) : `${text}\n${after}`;
    this.files.set(
      name,
      next.split("\n").map((line) => (line === UNKNOWN ? undefined : line)),
    );
  }

  private patch(patch: string): void {
    for (const part of patch.split(/^\*\*\* /m)) {
      const [, verb, path] = /^(Update|Add) File: (.+)/.exec(part) ?? [];
      if (path === undefined) continue;
      const body = part.split("\n").slice(1);
      if (verb === "Add") {
        const added = body.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
        this.files.set(this.nameOf(path) ?? path, added);
        continue;
      }
      for (const hunk of body.join("\n").split(/^@@.*$/m)) {
        const side = (mark: string) =>
          hunk
            .split("\n")
            .filter((line) => line.startsWith(" ") || line.startsWith(mark))
            .map((line) => line.slice(1))
            .join("\n");
        if (hunk.trim() !== "") this.replace(path, side("-"), side("+"));
      }
    }
  }

  /** `cat file` and `sed -n '10,80p' file` show lines of a file. */
  private command(command: string, result: string): void {
    const [, start, printed] = /sed -n ['"]?(\d+),\d+p['"]?\s+["']?([^\s"'|;&]+)/.exec(command) ?? [];
    const [, whole] = /(?:^|[;&]\s*)(?:cat|nl -ba)\s+["']?([^\s"'|;&<>-][^\s"'|;&<>]*)["']?\s*$/.exec(command) ?? [];
    const path = printed ?? whole;
    if (path !== undefined) this.show(path, result.replace(/^[\s\S]*?\nOutput:\n/, ""), Number(start ?? 1));
  }

  private show(path: string, result: string, from: number): void {
    const name = this.nameOf(path) ?? path;
    const lines = this.files.get(name) ?? [];
    let at = from - 1;
    for (const raw of result.split("\n")) {
      const [, number, text] = /^\s*(\d{1,6})(?:→|\t|[|:] ?)(.*)$/.exec(raw) ?? [];
      const place = number === undefined ? at : Number(number) - 1;
      while (lines.length < place) lines.push(undefined);
      lines[place] = text ?? raw;
      at = place + 1;
    }
    this.files.set(name, lines);
  }

  /** Absolute and relative names of one file end alike. */
  private nameOf(path: string): string | undefined {
    if (this.files.has(path)) return path;
    return [...this.files.keys()].find((name) => name.endsWith(`/${path}`) || path.endsWith(`/${name}`));
  }
}

const UNKNOWN = "\u0000";
const RANGE_KEYS = ["offset", "limit", "view_range", "start_line", "end_line", "pattern"] as const;

/** Without a range a file is shown as it is, unless the tool says that it left something out. */
const isWholeRead = (args: Readonly<Record<string, unknown>>, result: string): boolean =>
  RANGE_KEYS.every((key) => args[key] === undefined) &&
  !/\b(?:truncated|more lines|lines omitted|too large)\b/i.test(result.slice(-400));

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return { input: json };
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(args: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  const found = keys.map((key) => args[key]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : undefined;
}

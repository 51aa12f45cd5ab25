import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import { namesOfTool } from "../hooks/hook";
import { lineField, listField, readFrontMatter, textField } from "../skills/front-matter";

/** What a sub-agent is for, and what it may use. */
export interface AgentKind {
  readonly name: string;
  readonly description: string;
  /** Added to its system prompt. */
  readonly instructions: string;
  /** "read": only tools that find and read. */
  readonly access: "read" | "write";
  /** Where given, no other tools; also by the names that other agents use. */
  readonly tools?: readonly string[];
  /** Of the same provider as the main model. */
  readonly model?: string;
}

const REPORT =
  "Your last message is your report, and all that the caller sees: say what you found or did, what you checked and " +
  "how it ended, and what is left open. Name the lines that the caller will need to know or to edit as `path:12` or " +
  "`path:12-30`, with the numbers that you were shown: they are added to your report word for word, about 100 lines " +
  "in all, so choose them narrowly, the most important first, and do not copy them. Be brief and concrete. Nobody " +
  "answers questions while you work: decide what is reasonable, and say so.";

export const BUILT_IN_KINDS: readonly AgentKind[] = [
  {
    name: "explore",
    description: "finds and reads, changes nothing",
    instructions: `You explore for another agent. Search and read until you can answer; change nothing.\n\n${REPORT}`,
    access: "read",
  },
  {
    name: "task",
    description: "also edits and runs commands",
    instructions: `You do one piece of work for another agent, from start to end, and check it.\n\n${REPORT}`,
    access: "write",
  },
];

export interface KindFile {
  readonly path: string;
  readonly fileName: string;
  readonly text: string;
}

const NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
const NAME_CHARS = 64;
const DESCRIPTION_CHARS = 300;
const INSTRUCTION_CHARS = 20_000;

/** A kind as Markdown with front matter: `name`, `description`, and, if wanted, `tools` and `model`. */
export function readKind({ path, fileName, text }: KindFile): AgentKind | Sentence {
  const front = readFrontMatter(text);
  if (front === "missing" || front === "unclosed")
    return sentence('The agent {path} is left out: it must begin with a block between "---" lines.', { path });
  const given = textField(front, "name").toLowerCase().replace(/\s+/g, "-");
  const name = [given, fileName.toLowerCase()].find((one) => one.length <= NAME_CHARS && NAME.test(one));
  const description = lineField(front, "description").slice(0, DESCRIPTION_CHARS);
  if (name === undefined || description === "" || front.body === "")
    return sentence("The agent {path} is left out: it needs a name, a description, and instructions.", { path });
  const tools = listField(front, "tools");
  const model = textField(front, "model");
  return {
    name,
    description,
    instructions: `${front.body.slice(0, INSTRUCTION_CHARS)}\n\n${REPORT}`,
    access: "write",
    ...(tools.length > 0 && !tools.includes("*") && { tools }),
    // "inherit" and the short names of one vendor's models mean nothing to other providers.
    ...(/[-/:.]/.test(model) && { model }),
  };
}

/** Tools that a sub-agent never has: it delegates nothing, and memory is the caller's. */
const NEVER: ReadonlySet<string> = new Set(["delegate", "memory"]);

export function mayUse(
  { access, tools }: AgentKind,
  tool: { readonly name: string; readonly category: string },
): boolean {
  if (NEVER.has(tool.name)) return false;
  if (access === "read" && tool.category !== "read" && tool.category !== "internal") return false;
  return tools === undefined || namesOfTool(tool.name).some((name) => tools.includes(name));
}

import type { Message, ToolMessage } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { ModelRequest } from "../provider";

/**
 * What the offline model does next: a few plain rules over the newest request, no language model.
 * It makes real calls to real tools, so that gauge, spill, cache and compression have something true to show.
 */
export type Step =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly args: Readonly<Record<string, string | number>>;
      readonly say: string;
    }
  | { readonly kind: "answer"; readonly text: string };

/** Enough files to fill a small window, few enough to end by itself. */
const EXPLORE_FILES = 30;
/**
 * On a warm prefix the request for a summary comes with the tools still there; its headings tell it from a person's
 * words.
 */
const SUMMARY_WANTED = /^## Active Task\b/m;
/** How tests are run where a file of this name lies at the top. */
const TEST_COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ["package.json", "npm test"],
  ["Cargo.toml", "cargo test"],
  ["go.mod", "go test ./..."],
  ["pyproject.toml", "python -m pytest"],
];
const QUOTED = /["'`“”「]([^"'`“”」\n]{1,120})["'`“”」]/;
const FILE_NAME = /(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g;

export function nextStep(request: ModelRequest): Step {
  const { ask, results } = newestTurn(request.messages);
  if (request.tools.length === 0 || SUMMARY_WANTED.test(ask))
    return { kind: "answer", text: handOff(request.messages) };

  const offered = new Set(request.tools.map((tool) => tool.name));
  const wanted = wantedCalls(ask, results).filter((step) => offered.has(step.tool));
  return wanted[results.length] ?? { kind: "answer", text: answer(ask, results) };
}

type Call = Step & { kind: "call" };

function wantedCalls(ask: string, results: readonly ToolMessage[]): readonly Call[] {
  const quoted = QUOTED.exec(ask)?.[1];
  if (/\b(run|execute|运行)\b/i.test(ask) && quoted !== undefined) return [runCall(quoted)];
  if (/\brun\b.*\btests?\b|运行测试/i.test(ask)) return [listCall, ...testCalls(results)];
  if (/\b(search|find|grep|where)\b|搜索/i.test(ask)) {
    const pattern = quoted ?? ask.split(/\s+/).at(-1) ?? ask;
    return [
      {
        kind: "call",
        tool: "search_files",
        args: { pattern, path: "." },
        say: `I will search the workspace for \`${pattern}\`.`,
      },
    ];
  }
  const named = ask.match(FILE_NAME) ?? [];
  if (named.length > 0) return [...new Set(named)].map(readCall);
  return [
    listCall,
    ...filesListed(results)
      .slice(0, /\b(explore|everything|all files)\b|全部/i.test(ask) ? EXPLORE_FILES : 1)
      .map(readCall),
  ];
}

const listCall: Call = {
  kind: "call",
  tool: "list_files",
  args: { path: "." },
  say: "I will look at what is in this workspace.",
};
const runCall = (command: string): Call => ({
  kind: "call",
  tool: "terminal",
  args: { command },
  say: `I will run \`${command}\`.`,
});
const readCall = (path: string): Call => ({
  kind: "call",
  tool: "read_file",
  args: { path },
  say: `I will read \`${path}\`.`,
});

/** The command that runs the tests of what the listing names; nothing where nobody could know it. */
function testCalls(results: readonly ToolMessage[]): readonly Call[] {
  const listed = filesListed(results);
  const known = TEST_COMMANDS.find(([file]) => listed.includes(file));
  return known === undefined ? listed.slice(0, 1).map(readCall) : [runCall(known[1])];
}

/** Files the first listing named, a README first: it says most about a stranger's workspace. */
function filesListed(results: readonly ToolMessage[]): readonly string[] {
  const listing = results[0];
  if (listing === undefined || listing.failed || listing.toolName !== "list_files") return [];
  const files = [...new Set(messageText(listing).match(FILE_NAME) ?? [])];
  return [...files.filter((file) => /readme/i.test(file)), ...files.filter((file) => !/readme/i.test(file))];
}

function answer(ask: string, results: readonly ToolMessage[]): string {
  const lines = results.map((result) => {
    const text = messageText(result);
    const outcome = `${result.failed ? "failed with" : "returned"} ${text.length.toLocaleString("en-US")} characters`;
    return `- \`${result.toolName}\` ${outcome}, beginning with ${asCode(firstWords(text))}`;
  });
  return [
    `You asked: *${firstWords(ask)}*`,
    "",
    results.length === 0
      ? "No tool was needed for that."
      : `I made **${results.length}** real tool ${results.length === 1 ? "call" : "calls"} on your workspace:`,
    ...lines,
    "",
    "This is the **rehearsal model**: it follows simple rules, works offline and costs nothing. " +
      "Watch the gauge while it works, try `/compress`, then add an API key for a real model.",
  ].join("\n");
}

/** The offline model can summarize too, plainly; verification and the ledger add what it leaves out. */
function handOff(messages: readonly Message[]): string {
  const prompt = messages.map(messageText).join("\n");
  const commands = [...prompt.matchAll(/^\s*(?:\[?tool[^\n]*|→ [^\n]*)$/gim)]
    .slice(0, 20)
    .map((match, index) => `${index + 1}. ${match[0].trim().slice(0, 160)}`);
  const files = [...new Set(prompt.match(FILE_NAME) ?? [])].slice(0, 30);
  const sections: readonly (readonly [string, string])[] = [
    ["Active Task", "None."],
    ["Goal", "See the requests kept verbatim."],
    ["Constraints & Preferences", "None stated."],
    ["Completed Actions", commands.join("\n") || "None."],
    ["Active State", "Unknown."],
    ["In Progress", "None."],
    ["Blocked", "None."],
    ["Key Decisions", "None."],
    ["Resolved Questions", "None."],
    ["Pending User Asks", "None."],
    ["Relevant Files", files.map((file) => `- ${file}`).join("\n") || "None."],
    ["Remaining Work", "None."],
    ["Critical Context", "None."],
  ];
  return sections.map(([heading, body]) => `## ${heading}\n${body}`).join("\n\n");
}

function newestTurn(messages: readonly Message[]): { readonly ask: string; readonly results: readonly ToolMessage[] } {
  const start = messages.findLastIndex(
    (message) => message.role === "user" || (message.role === "summary" && message.restatedRequest !== undefined),
  );
  const opening = messages[start];
  const ask =
    opening?.role === "summary" ? (opening.restatedRequest ?? "") : opening === undefined ? "" : messageText(opening);
  return { ask, results: messages.slice(start + 1).filter((message) => message.role === "tool") };
}

/** As it stands in the file: without the line number the tool adds, and never read as Markdown. */
const asCode = (line: string): string => `\`${line.replace(/^\d+\|/, "").replaceAll("`", "'")}\``;

/** What surrounds a result that lies on disk, a line of its own. */
const MARKER = /^<[\w-]+>$/;

const firstWords = (text: string): string => {
  const line =
    text
      .split("\n")
      .find((candidate) => candidate.trim() !== "" && !MARKER.test(candidate))
      ?.trim() ?? "(nothing)";
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
};

import { sentence } from "../../core/base/sentence";
import type { McpServerSetting } from "../../core/tools/mcp/server-setting";
import type { Say } from "./say";
import { showInvisible } from "./visible-text";

/** A dialog shows this much without hiding buttons or text. */
const MAX_OFFER_CHARS = 2_000;

/**
 * Everything that would start, for the question about it. Undefined where it does not fit into a question: nobody can
 * agree to what they were not shown.
 */
export function describeOffer(setting: McpServerSetting, say: Say): string | undefined {
  const lines =
    "url" in setting
      ? [
          sentence("Address: {url}", { url: quote(setting.url) }),
          ...assignments(setting.headers).map((header) => sentence("Header: {header}", { header })),
        ]
      : [
          sentence("Command: {command}", { command: [setting.command, ...(setting.args ?? [])].map(quote).join(" ") }),
          ...(setting.cwd === undefined ? [] : [sentence("Folder: {folder}", { folder: quote(setting.cwd) })]),
          ...assignments(setting.env).map((variable) => sentence("Variable: {variable}", { variable })),
        ];
  const text = lines.map(say).join("\n");
  return text.length <= MAX_OFFER_CHARS ? text : undefined;
}

const assignments = (table: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(table).map(([name, value]) => `${quote(name)}=${quote(value)}`);

/** Plain words stay as they are; in all others every blank, quote, control and invisible character can be seen. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : showInvisible(JSON.stringify(word)));

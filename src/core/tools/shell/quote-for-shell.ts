/** Characters that plain quotes cannot contain; at a newline an interactive shell would ask for more input. */
const UNPLAIN = /['\u0000-\u001f\u007f]/;

/** Quotes one word for bash, on one line, as readable as possible. */
export const quoteForShell = (text: string): string =>
  UNPLAIN.test(text) ? `$'${text.replace(/[\\'!\u0000-\u001f\u007f]/g, escapeCharacter)}'` : `'${text}'`;

/**
 * Quotes one word for the terminal of a person: bash or zsh, and on Windows both cmd and PowerShell, whose file names
 * contain no double quotes. A name that PowerShell would fill in is quoted for it alone, as VS Code's usual terminal.
 */
export function quoteForTerminal(text: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (platform !== "win32") return quoteForShell(text);
  return /[$`]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** A command for the terminal of a person that has to run in a folder. */
export function commandInFolder(command: string, folder: string, platform: NodeJS.Platform): string {
  if (folder === "") return command;
  // PowerShell 5 does not know `&&`.
  return `cd ${quoteForTerminal(folder, platform)}${platform === "win32" ? ";" : " &&"} ${command}`;
}

/** Older shells look for `!` of the history behind an escaped quote too, so it does not appear as itself. */
function escapeCharacter(character: string): string {
  if (character === "\\" || character === "'") return `\\${character}`;
  if (character === "\n") return "\\n";
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

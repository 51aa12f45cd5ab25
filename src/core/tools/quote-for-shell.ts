/** One word for bash, on one line: a newline inside plain quotes would make an interactive shell ask for more. */
export const quoteForShell = (text: string): string => `$'${text.replace(/[\\'\u0000-\u001f\u007f]/g, escapeCharacter)}'`;

function escapeCharacter(character: string): string {
  if (character === "\\" || character === "'") return `\\${character}`;
  if (character === "\n") return "\\n";
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** What plain quotes cannot hold; a newline inside them would make an interactive shell ask for more. */
const UNPLAIN = /['\u0000-\u001f\u007f]/;

/** One word for bash, on one line, as plain as it can be read. */
export const quoteForShell = (text: string): string =>
  UNPLAIN.test(text) ? `$'${text.replace(/[\\'\u0000-\u001f\u007f]/g, escapeCharacter)}'` : `'${text}'`;

function escapeCharacter(character: string): string {
  if (character === "\\" || character === "'") return `\\${character}`;
  if (character === "\n") return "\\n";
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

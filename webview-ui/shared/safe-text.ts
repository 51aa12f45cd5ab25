/** A line longer than this is cut: browsers lay out a megabyte without a break for seconds. */
export const MAX_LINE_CHARS = 4_000;
/** A reply longer than this is read in an editor. */
export const MAX_TEXT_CHARS = 400_000;

/** CSI, OSC and two-character escapes, as terminals write them. */
const ESCAPES = /\u001b(?:\[[0-9;:?<=>]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Characters that reorder what follows: a reader would see other code than the machine runs. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text fit to be looked at: no terminal escapes, no control characters, reordering made visible. */
export const cleanText = (text: string): string => showBidi(text.replace(ESCAPES, "").replace(CONTROLS, ""));

export const showBidi = (text: string): string =>
  text.replace(BIDI, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

export const dropControls = (text: string): string => text.replace(CONTROLS, "");
export const dropEscapes = (text: string): string => text.replace(ESCAPES, "");

/** Cuts long lines as text streams by, and says how much it left out. */
export interface LineCutter {
  write(text: string): string;
  end(): string;
}

export function createLineCutter(maxChars = MAX_LINE_CHARS): LineCutter {
  let inLine = 0;
  let dropped = 0;
  const told = () => {
    const note = dropped > 0 ? ` … (+${dropped.toLocaleString("en")})` : "";
    dropped = 0;
    inLine = 0;
    return note;
  };
  return {
    write(text) {
      let out = "";
      for (let at = 0; at < text.length; ) {
        const newline = text.indexOf("\n", at);
        const end = newline < 0 ? text.length : newline;
        const room = Math.max(0, maxChars - inLine);
        out += text.slice(at, Math.min(end, at + room));
        dropped += Math.max(0, end - at - room);
        inLine += Math.min(end - at, room);
        if (newline >= 0) out += `${told()}\n`;
        at = end + 1;
      }
      return out;
    },
    end: told,
  };
}

export function cutLines(text: string, maxChars = MAX_LINE_CHARS): string {
  const cutter = createLineCutter(maxChars);
  return cutter.write(text) + cutter.end();
}

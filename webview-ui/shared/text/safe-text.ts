/** A longer line is cut: browsers take seconds to lay out a megabyte without a break. */
const MAX_LINE_CHARS = 4_000;
/** A longer reply is opened in an editor. */
export const MAX_TEXT_CHARS = 400_000;

/**
 * Escape sequences as ECMA-48 defines them: CSI; the strings OSC, DCS, SOS, PM and APC; character sets; two characters.
 * A sequence that is never finished ends with its line, so that it cannot swallow the rest of an output.
 */
export const ESCAPES =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]+[0-~]?|[0-~])/g;
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Characters that reorder the text after them: the reader would see code that differs from the code that runs. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that is safe to display: no terminal escapes, no control characters, reordering made visible. */
export const cleanText = (text: string): string => showBidi(dropControls(text.replace(ESCAPES, "")));

export const showBidi = (text: string): string =>
  text.replace(BIDI, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** A carriage return would be drawn as a blank between two states of a line. */
export function dropControls(text: string): string {
  const drawn = text.replace(CONTROLS, "");
  return drawn.replace(/\r+\n?/g, (end, at: number) =>
    end.endsWith("\n") || at + end.length < drawn.length ? "\n" : "",
  );
}

/** Cuts long lines of streamed text and notes how many characters it omitted. */
export interface LineCutter {
  write(text: string): string;
  end(): string;
}

export function createLineCutter(maxChars = MAX_LINE_CHARS): LineCutter {
  let inLine = 0;
  let dropped = 0;
  const endLine = () => {
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
        if (newline >= 0) out += `${endLine()}\n`;
        at = end + 1;
      }
      return out;
    },
    end: endLine,
  };
}

export function cutLines(text: string, maxChars = MAX_LINE_CHARS): string {
  const cutter = createLineCutter(maxChars);
  return cutter.write(text) + cutter.end();
}

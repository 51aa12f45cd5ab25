/** Breaks between two texts; the strongest of those that are due is written. */
type Break = "space" | "line" | "paragraph";

const STRENGTH: Readonly<Record<Break, number>> = { space: 1, line: 2, paragraph: 3 };
const WRITTEN: Readonly<Record<Break, string>> = { space: " ", line: "\n", paragraph: "\n\n" };

/** Invisible in a browser, and in the way of whoever searches for a word. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * Joins texts as a browser does: white space collapses, and breaks, bullets, and brackets appear only once a text
 * follows them, so that empty elements leave no trace.
 */
export class TextWriter {
  private readonly pieces: string[] = [];
  private due: Break | undefined;
  private rowStart = 0;
  private cells = 0;
  private separators = 0;
  private marked = "";
  private brackets = "";
  /** After a mark or a separator, breaks have to wait for a text. */
  private fresh = false;

  text(raw: string): void {
    const text = raw.replace(INVISIBLE, "").replace(/\s+/g, " ");
    if (text.startsWith(" ")) this.break("space");
    const words = text.trim();
    if (words === "") return;
    this.settle();
    this.pieces.push(words);
    if (text.endsWith(" ")) this.break("space");
  }

  /** Lines of a code sample, as they are. */
  sample(text: string, language: string): void {
    const lines = text.replace(/^\r?\n/, "").trimEnd();
    if (lines === "") return;
    const fence = "`".repeat(Math.max(3, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    this.fresh = false;
    this.break("paragraph");
    this.settle();
    this.pieces.push(`${fence}${language}\n${lines}\n${fence}`);
    this.break("paragraph");
  }

  break(kind: Break): void {
    if (this.fresh && kind !== "space") return;
    if (this.due === undefined || STRENGTH[kind] > STRENGTH[this.due]) this.due = kind;
  }

  /** What begins the next line: a bullet, or the signs of a heading. */
  mark(text: string): void {
    this.marked = text;
    this.fresh = true;
  }

  /** Ends what a mark began; one without a text is forgotten. */
  unmark(): void {
    this.marked = "";
    this.fresh = false;
  }

  row(): void {
    this.separators = 0;
    this.cells = 0;
    this.fresh = false;
    this.break("line");
    this.rowStart = this.pieces.length;
  }

  /** Cells of a row stand in one line, unless their texts have lines of their own. */
  cell(): void {
    if (this.cells++ > 0) this.separators++;
    if (this.pieces.length > this.rowStart) this.due = undefined;
    this.fresh = true;
  }

  /** Signs before the next text, such as an opening bracket. */
  open(sign: string): void {
    this.brackets += sign;
  }

  /** Whether a sign has been written since `open`; one that is still due is taken back. */
  close(sign: string): "written" | "empty" {
    if (!this.brackets.includes(sign)) return "written";
    this.brackets = this.brackets.replace(sign, "");
    return "empty";
  }

  /** Right behind the last text. */
  append(sign: string): void {
    this.pieces.push(sign);
  }

  toString(): string {
    return this.pieces.join("");
  }

  private settle(): void {
    if (this.pieces.length > 0) this.pieces.push(this.gap());
    this.pieces.push(this.marked + this.brackets);
    this.marked = "";
    this.brackets = "";
    this.due = undefined;
    this.separators = 0;
    this.fresh = false;
  }

  private gap(): string {
    const gap = this.due === undefined ? "" : WRITTEN[this.due];
    if (this.separators === 0) return gap;
    const line = " |".repeat(this.separators);
    return `${gap.startsWith("\n") ? gap + line.trimStart() : line} `;
  }
}

import { sentence } from "../../core/base/sentence";
import { SentenceError } from "../../core/base/sentence-error";
import type { Attachment } from "../../core/conversation/attached";
import { attachedPart, estimatePartTokens } from "../../core/host";
import type { ChipPicture, Mention } from "../../protocol/attachments";

/** Enough for a glance. */
const PREVIEW_LINES = 12;
const PREVIEW_CHARS = 800;

export type ReadMention = (mention: Mention) => Promise<Attachment>;

/** What the composer holds: read once, so that the message carries exactly what was priced and previewed. */
export class Attachments {
  private readonly read: ReadMention;
  private readonly explain: (error: unknown) => string;
  private readonly held = new Map<string, Promise<Attachment>>();

  constructor(read: ReadMention, explain: (error: unknown) => string) {
    this.read = read;
    this.explain = explain;
  }

  /** The chip once its content is read, unless that is `known` already; a failure is a chip that says why. */
  async attach(id: string, mention: Mention, known?: Attachment): Promise<ChipPicture> {
    const reading = known === undefined ? this.read(mention) : Promise.resolve(known);
    this.held.set(id, reading);
    const { kind, name } = mention;
    try {
      return chipOf(id, await reading);
    } catch (error) {
      this.held.delete(id);
      return { id, kind, name, state: "failed", tokens: 0, preview: this.explain(error) };
    }
  }

  /** A chip for what a message carried that was not sent after all. */
  putBack(attachment: Attachment): ChipPicture {
    const id = crypto.randomUUID();
    this.held.set(id, Promise.resolve(attachment));
    return chipOf(id, attachment);
  }

  drop(id: string): void {
    this.held.delete(id);
  }

  /** For the message that is sent now, in the order of the chips. */
  async take(ids: readonly string[]): Promise<readonly Attachment[]> {
    const taken = await Promise.all(
      ids.map((id) => this.held.get(id) ?? Promise.reject(new SentenceError(NO_LONGER_HELD))),
    );
    for (const id of ids) this.held.delete(id);
    return taken;
  }
}

const NO_LONGER_HELD = sentence("The window was reloaded since this was attached. Attach it again.");

function chipOf(id: string, attachment: Attachment): ChipPicture {
  const { kind, name, text } = attachment;
  const tokens = estimatePartTokens(attachedPart(attachment));
  return { id, kind, name, state: "ready", tokens, preview: previewOf(text) };
}

function previewOf(text: string): string {
  const lines = text.split("\n");
  const shown = lines.slice(0, PREVIEW_LINES).join("\n").slice(0, PREVIEW_CHARS);
  return shown.length < text.length ? `${shown}\n…` : shown;
}

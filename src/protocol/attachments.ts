import type { AttachmentKind } from "../core/conversation/message";

/** Something that can follow an `@`. */
export interface Mention {
  readonly kind: AttachmentKind;
  /** What the host finds it by; null for a heading such as "session:" that narrows the list. */
  readonly target: string | null;
  readonly name: string;
  readonly detail: string;
}

/** What a message will carry beside its words, with its price before it is sent. */
export interface ChipPicture {
  readonly id: string;
  readonly kind: AttachmentKind | "image";
  readonly name: string;
  /** "pending": being read; "failed": `preview` says why, and the message cannot be sent with it. */
  readonly state: "pending" | "ready" | "failed";
  readonly tokens: number;
  /** The beginning of its text. */
  readonly preview: string;
}

/** Something attached to a message that was sent. */
export interface AttachedPicture {
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly tokens: number;
}

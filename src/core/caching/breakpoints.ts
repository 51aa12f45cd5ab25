import type { MessageId } from "../conversation/ids";

/** A place in the prompt, not a property of its text: messages stay as they are, and the inspector can draw the places. */
export type Breakpoint =
  | { readonly after: "system" }
  | { readonly after: "message"; readonly messageId: MessageId };

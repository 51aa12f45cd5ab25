/** The reaction of the scripted model to one request. */
export type Reply =
  | Answer
  | {
      readonly kind: "refuse";
      readonly status: number;
      readonly message?: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Stops sending: before the headers, or halfway through the stream. */
  | { readonly kind: "stall"; readonly at: "headers" | "stream"; readonly parts?: readonly ReplyPart[] }
  /** Breaks off halfway: the socket dies, or the body ends properly without its last events. */
  | { readonly kind: "cut"; readonly how: "socket" | "end"; readonly parts: readonly ReplyPart[] }
  /** The connection dies before the first byte of the response. */
  | { readonly kind: "drop" }
  /** Status 200 and the content type of an event stream, with nonsense inside. */
  | { readonly kind: "garbage"; readonly text?: string }
  /** The stream reports an error after it has started, as overloaded servers do. */
  | {
      readonly kind: "fail-in-stream";
      readonly parts: readonly ReplyPart[];
      readonly error: { readonly type: string; readonly message: string };
    };

export interface Answer {
  readonly kind: "answer";
  readonly parts: readonly ReplyPart[];
  readonly stop?: ReplyStop;
  /** "document": one indented JSON text although a stream was requested. */
  readonly form?: "stream" | "document";
  /** Raw usage object instead of the real one; `null` sends none at all. */
  readonly usage?: unknown;
  /** Pause between two events of the stream. */
  readonly dripMs?: number;
}

export type ReplyStop = "end" | "tools" | "length" | "refused" | "window-full";

export type ReplyPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly text: string }
  /** `input` is sent byte for byte. */
  | { readonly type: "call"; readonly name: string; readonly input: string; readonly id?: string };

export const says = (text: string): Answer => ({ kind: "answer", parts: [{ type: "text", text }] });
export const calls = (...parts: readonly ReplyPart[]): Answer => ({ kind: "answer", parts });
export const toolCall = (name: string, input: object | string = {}, id?: string): ReplyPart => ({
  type: "call",
  name,
  input: typeof input === "string" ? input : JSON.stringify(input),
  ...(id !== undefined && { id }),
});
export const refuses = (status: number, message?: string, headers?: Readonly<Record<string, string>>): Reply => ({
  kind: "refuse",
  status,
  ...(message !== undefined && { message }),
  ...(headers !== undefined && { headers }),
});

export const stopOf = (answer: Answer): ReplyStop =>
  answer.stop ?? (answer.parts.some((part) => part.type === "call") ? "tools" : "end");

/** Pieces of a few characters, so that every decoder has to deal with split words. */
export function pieces(text: string, size = 11): readonly string[] {
  const cut: string[] = [];
  for (let start = 0; start < text.length; start += size) cut.push(text.slice(start, start + size));
  return cut;
}

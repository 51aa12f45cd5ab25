/** A string that only its own constructor may produce, so ids of two kinds never mix. */
type Id<Kind extends string> = string & { readonly __kind: Kind };

export type MessageId = Id<"message">;
export type CallId = Id<"call">;
export type SessionId = Id<"session">;
export type SpillId = Id<"spill">;
export type RequestId = Id<"request">;

export const messageId = (text: string) => text as MessageId;
export const callId = (text: string) => text as CallId;
export const sessionId = (text: string) => text as SessionId;
export const spillId = (text: string) => text as SpillId;
export const requestId = (text: string) => text as RequestId;

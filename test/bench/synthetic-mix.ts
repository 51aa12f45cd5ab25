import type { Message } from "../../src/core/conversation/message";

/** Words, names, paths, numbers and marks, about as often as in output and code. */
const PIECES =
  `the file returns a value for each entry const result = await read and write src/core/parser.ts in 42 ms handler_of
  userSession test passed line 118: if (count > 0) { return items.map } /srv/app/data.json v1.4.2 error limit key token
  import from "./module" 2026-03-14 a1b2c3d4 warning: retry budget maxTokens --verbose config.yaml`.split(/\s+/);

/** The same roles, calls, and lengths of lines, in other words: what is measured must not depend on the data. */
export function synthesize(sessions: readonly (readonly Message[])[]): readonly (readonly Message[])[] {
  let at = 0;
  const line = (length: number): string => {
    let written = "";
    while (written.length < length) {
      at = (at * 31 + 17) % 1_000_003;
      written += `${PIECES[at % PIECES.length]}${at % 7 === 0 ? at : ""} `;
    }
    return written.slice(0, length);
  };
  const text = (recorded: string): string =>
    recorded
      .split("\n")
      .map((one) => line(one.length))
      .join("\n");
  return sessions.map((messages) => messages.map((message) => withTexts(message, text)));
}

function withTexts(message: Message, text: (recorded: string) => string): Message {
  switch (message.role) {
    case "user":
      return { ...message, content: message.content.map((part) => withText(part, text)) };
    case "assistant":
      return {
        ...message,
        parts: message.parts.map((part) =>
          part.type === "tool-call"
            ? { ...part, inputJson: JSON.stringify({ command: text(part.inputJson) }) }
            : withText(part, text),
        ),
      };
    case "tool":
      return message.body.kind === "full"
        ? { ...message, body: { kind: "full", content: message.body.content.map((part) => withText(part, text)) } }
        : message;
    case "summary":
      return message;
  }
}

const withText = <Part extends object>(part: Part, text: (recorded: string) => string): Part =>
  "text" in part && typeof part.text === "string" ? { ...part, text: text(part.text) } : part;

import { callId, messageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { claude } from "./conversation";

/** One request followed by `rounds` terminal calls with about `resultChars` characters of output each. */
export function longTask(rounds: number, resultChars = 2_000): readonly Message[] {
  const request: Message = {
    role: "user",
    id: messageId("u0"),
    content: [{ type: "text", text: "Make the failing build of the payments service green again." }],
  };
  return [request, ...Array.from({ length: rounds }, (_, round) => toolRound(round, resultChars)).flat()];
}

/** `turns` questions, each with one tool round and an answer. */
export function longTalk(turns: number, resultChars = 2_000): readonly Message[] {
  return Array.from({ length: turns }, (_, turn): readonly Message[] => [
    {
      role: "user",
      id: messageId(`u${turn}`),
      content: [{ type: "text", text: `Question ${turn}: what does module ${turn} do?` }],
    },
    ...toolRound(turn, resultChars),
    {
      role: "assistant",
      id: messageId(`t${turn}`),
      origin: claude,
      parts: [{ type: "text", text: `Module ${turn} parses the input of stage ${turn}.` }],
    },
  ]).flat();
}

function toolRound(round: number, resultChars: number): readonly Message[] {
  const line = `line of output in round ${round} about src/module-${round}.ts\n`;
  return [
    {
      role: "assistant",
      id: messageId(`a${round}`),
      origin: claude,
      parts: [
        {
          type: "tool-call",
          callId: callId(`c${round}`),
          name: "terminal",
          inputJson: JSON.stringify({ command: `npm run check-${round}` }),
        },
      ],
    },
    {
      role: "tool",
      id: messageId(`r${round}`),
      callId: callId(`c${round}`),
      toolName: "terminal",
      failed: false,
      body: {
        kind: "full",
        content: [
          { type: "text", text: `${line.repeat(Math.ceil(resultChars / line.length))}exit code: ${round % 3}` },
        ],
      },
    },
  ];
}

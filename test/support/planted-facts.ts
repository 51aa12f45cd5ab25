import type { MessageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { seeded } from "./conversations";

/** A fact hidden in a conversation: `sign` is the text that must still be readable. */
export interface PlantedFact {
  readonly kind: string;
  readonly sign: string;
  /** The message that contains it. */
  readonly messageId: MessageId;
}

interface Kind {
  readonly kind: string;
  readonly into: "result" | "argument" | "assistant" | "user";
  write(serial: number): { readonly sign: string; readonly text: string };
}

const KINDS: readonly Kind[] = [
  {
    kind: "path",
    into: "result",
    write: (n) => ({
      sign: `services/ledger-${n}/rollup.ts`,
      text: `see services/ledger-${n}/rollup.ts for the entry point`,
    }),
  },
  {
    kind: "exit code",
    into: "result",
    write: (n) => ({ sign: `exit code: ${130 + n}`, text: `worker-${n} stopped with exit code: ${130 + n}` }),
  },
  {
    kind: "error line",
    into: "result",
    write: (n) => ({
      sign: `relation "invoices_${n}" does not exist`,
      text: `ERROR: relation "invoices_${n}" does not exist`,
    }),
  },
  {
    kind: "id",
    into: "result",
    write: (n) => ({ sign: `req-7f3a${1000 + n}`, text: `request id req-7f3a${1000 + n} was traced` }),
  },
  {
    kind: "number",
    into: "result",
    write: (n) => ({ sign: `${41_000 + 7 * n}`, text: `p99 latency: ${41_000 + 7 * n} us` }),
  },
  {
    kind: "test count",
    into: "result",
    write: (n) => ({ sign: `${200 + n} passed, ${3 + n} failed`, text: `Tests: ${200 + n} passed, ${3 + n} failed` }),
  },
  {
    kind: "decision",
    into: "assistant",
    write: (n) => ({
      sign: `advisory lock ${700 + n}`,
      text: `We decided to use advisory lock ${700 + n} because row locks deadlock.`,
    }),
  },
  {
    kind: "ask",
    into: "user",
    write: (n) => ({
      sign: `report PAY-${500 + n}`,
      text: `You must also update report PAY-${500 + n} before you finish.`,
    }),
  },
  {
    kind: "written symbol",
    into: "argument",
    write: (n) => ({ sign: `computeRollup_${n}`, text: `export function computeRollup_${n}() {}` }),
  },
  {
    kind: "endpoint",
    into: "result",
    write: (n) => ({
      sign: `https://api.example.test/v2/rollups/${n}`,
      text: `listening at https://api.example.test/v2/rollups/${n}`,
    }),
  },
];

export interface Planted {
  readonly messages: readonly Message[];
  readonly facts: readonly PlantedFact[];
}

/** `perKind` facts of every kind, spread over the messages of `[start, end)` that can carry them. */
export function plantFacts(
  messages: readonly Message[],
  {
    start,
    end,
    perKind,
    seed,
  }: { readonly start: number; readonly end: number; readonly perKind: number; readonly seed: number },
): Planted {
  const random = seeded(seed);
  const planted = [...messages];
  const facts: PlantedFact[] = [];
  let serial = seed % 97;
  for (const kind of KINDS) {
    const hosts = planted.flatMap((message, index) =>
      index >= start && index < end && canHost(message, kind.into) ? [index] : [],
    );
    for (let count = 0; count < perKind && hosts.length > 0; count++) {
      const [at] = hosts.splice(Math.floor(random() * hosts.length), 1);
      const host = at === undefined ? undefined : planted[at];
      if (at === undefined || host === undefined) continue;
      const { sign, text } = kind.write(serial++);
      planted[at] = plantInto(host, text, random());
      facts.push({ kind: kind.kind, sign, messageId: host.id });
    }
  }
  return { messages: planted, facts };
}

function canHost(message: Message, into: Kind["into"]): boolean {
  if (into === "result")
    return message.role === "tool" && message.body.kind === "full" && message.body.content[0]?.type === "text";
  if (into === "user") return message.role === "user";
  if (into === "assistant") return message.role === "assistant";
  return (
    message.role === "assistant" &&
    message.parts.some((part) => part.type === "tool-call" && part.inputJson.startsWith("{"))
  );
}

function plantInto(message: Message, text: string, where: number): Message {
  if (message.role === "tool" && message.body.kind === "full") {
    return {
      ...message,
      body: {
        kind: "full",
        content: message.body.content.map((part, index) =>
          index === 0 && part.type === "text" ? { ...part, text: insertLine(part.text, text, where) } : part,
        ),
      },
    };
  }
  if (message.role === "user") return { ...message, content: [...message.content, { type: "text", text }] };
  if (message.role !== "assistant") return message;
  const call = message.parts.findIndex((part) => part.type === "tool-call" && part.inputJson.startsWith("{"));
  if (text.startsWith("export") && call >= 0) {
    return {
      ...message,
      parts: message.parts.map((part, index) =>
        index === call && part.type === "tool-call"
          ? {
              ...part,
              inputJson: JSON.stringify({ ...JSON.parse(part.inputJson), content: `// start\n${text}\n// end` }),
            }
          : part,
      ),
    };
  }
  return { ...message, parts: [{ type: "text", text }, ...message.parts] };
}

function insertLine(text: string, line: string, where: number): string {
  const lines = text.split("\n");
  const at = Math.floor(where * (lines.length + 1));
  return [...lines.slice(0, at), line, ...lines.slice(at)].join("\n");
}

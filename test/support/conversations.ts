import { callId, messageId } from "../../src/core/conversation/ids";
import type { AssistantPart, ImagePart, Message, TextPart, ToolBody } from "../../src/core/conversation/message";
import { claude } from "./conversation";

/** Pseudorandom numbers in [0, 1), reproducible by their seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A conversation with every oddity seen in recordings: parallel, reused, and unanswered calls, orphaned results,
 * images, huge, empty, and duplicate messages.
 */
export function wildConversation(seed: number): readonly Message[] {
  const world = new Wild(seeded(seed));
  const rounds = 1 + world.below(40);
  for (let round = 0; round < rounds; round++) world.round();
  if (world.chance(0.2)) world.inFlight();
  return Object.freeze(world.messages);
}

const WORDS = [
  "build",
  "fails",
  "because",
  "src/index.ts",
  "the",
  "cache",
  "token",
  "TICKET-42",
  "修复",
  "配置文件",
  "naïve",
  "🚀",
  "port 8443",
  '{"a":1}',
  "please",
  "again",
];
const TOOLS = ["terminal", "read_file", "search_files", "write_file", "bash", "mcp__db__query"];
const PIXEL: ImagePart = { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" };

class Wild {
  readonly messages: Message[] = [];
  private readonly random: () => number;
  private calls = 0;

  constructor(random: () => number) {
    this.random = random;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  round(): void {
    const kind = this.random();
    if (kind < 0.2)
      this.add({
        role: "user",
        id: this.id(),
        content: this.content(),
        ...(this.chance(0.2) ? { attachment: "open editor: src/index.ts" } : {}),
      });
    else if (kind < 0.3) this.add({ role: "assistant", id: this.id(), origin: claude, parts: [this.text(60)] });
    else if (kind < 0.33) this.add({ role: "user", id: this.id(), content: [] });
    else if (kind < 0.36)
      this.add({ role: "assistant", id: this.id(), origin: claude, parts: [{ type: "text", text: " " }] });
    else if (kind < 0.39) this.result(callId("nobody-called"));
    else if (kind < 0.4)
      this.add({
        role: "summary",
        id: this.id(),
        text: "## Goal\nAn earlier summary.",
        covers: [messageId("before")],
      });
    else this.exchange("complete");
  }

  inFlight(): void {
    this.exchange("partial");
  }

  private exchange(state: "complete" | "partial"): void {
    const calls = Array.from({ length: 1 + this.below(4) }, () =>
      callId(this.chance(0.1) ? "reused" : `call-${this.calls++}`),
    ).filter((id, index, all) => all.indexOf(id) === index);
    const parts: AssistantPart[] = [
      ...(this.chance(0.4) ? [this.text(30)] : []),
      ...calls.map(
        (id): AssistantPart => ({ type: "tool-call", callId: id, name: this.tool(), inputJson: this.arguments() }),
      ),
    ];
    this.add({ role: "assistant", id: this.id(), origin: claude, parts });
    const answered =
      state === "partial" ? calls.slice(0, this.below(calls.length)) : this.chance(0.05) ? calls.slice(1) : calls;
    for (const id of answered) this.result(id);
    if (this.chance(0.03) && answered[0] !== undefined) this.result(answered[0]);
  }

  private result(id: ReturnType<typeof callId>): void {
    this.add({
      role: "tool",
      id: this.id(),
      callId: id,
      toolName: this.tool(),
      failed: this.chance(0.15),
      body: this.body(),
    });
  }

  private body(): ToolBody {
    const kind = this.random();
    if (kind < 0.1) return { kind: "pruned", gist: "[terminal] ran `ls` -> exit 0, 3 lines output" };
    if (kind < 0.15) return { kind: "full", content: [] };
    if (kind < 0.25)
      return { kind: "full", content: [{ type: "text", text: "the very same long output ".repeat(20) }] };
    return { kind: "full", content: this.content() };
  }

  private content(): readonly (TextPart | ImagePart)[] {
    const length = this.chance(0.03) ? 4_000 : this.chance(0.3) ? 150 : 1 + this.below(20);
    return [this.text(length), ...(this.chance(0.1) ? [PIXEL] : [])];
  }

  private text(length: number): TextPart {
    return {
      type: "text",
      text: Array.from({ length: Math.max(1, this.below(length)) }, () => WORDS[this.below(WORDS.length)]).join(
        this.chance(0.5) ? " " : "\n",
      ),
    };
  }

  private arguments(): string {
    if (this.chance(0.1)) return '{"broken": ';
    return JSON.stringify({
      command: "npm test",
      path: "src/index.ts",
      content: this.text(this.chance(0.2) ? 200 : 5).text,
    });
  }

  private tool(): string {
    return TOOLS[this.below(TOOLS.length)] ?? "terminal";
  }

  private id() {
    return messageId(`w${this.messages.length}`);
  }

  private add(message: Message): void {
    this.messages.push(freeze(message));
  }
}

/** Freezes messages, so that changing one in place throws. */
function freeze<Value>(value: Value): Value {
  if (value !== null && typeof value === "object") {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

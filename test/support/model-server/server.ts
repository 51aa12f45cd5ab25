import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Protocol } from "../../../src/core/conversation/message";
import { anthropicFace } from "./anthropic";
import type { ServedModel } from "./discovery";
import { answerDiscovery } from "./discovery";
import type { Face, NumberedAnswer, SealedPart, WireEvent } from "./face";
import { sealBook } from "./face";
import { normalizeForeignRequest } from "./foreign-clients";
import type { Json } from "./json";
import { isObject, textOf, Violation } from "./json";
import { chatFace } from "./openai-chat";
import { responsesFace } from "./openai-responses";
import type { CacheAccount } from "./prompt-cache";
import { AutomaticCache, MarkedCache } from "./prompt-cache";
import type { Answer, Reply, ReplyPart } from "./reply";
import { says } from "./reply";

/** Decides how the model reacts to the n-th request (from 0) to the server. */
export type Script = (request: RecordedRequest, n: number) => Reply | Promise<Reply>;

type ArrivedRequest = Pick<RecordedRequest, "text" | "body" | "promptTokens">;

/** Decides when requests count and replies leave, where the moments at which they happen to be ready must not. */
interface Gate {
  /** A request begins to arrive; the result is called when it has arrived. */
  receive(): () => void;
  enter(request: ArrivedRequest): Promise<void>;
  /** `over` aborts when the reply has been sent, or the client has left. */
  leave(request: ArrivedRequest, reply: Reply, over: AbortSignal): Promise<void>;
}

export interface RecordedRequest {
  readonly protocol: Protocol;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as received. */
  readonly text: string;
  readonly body: Json;
  readonly promptTokens: number;
  readonly cache: CacheAccount;
}

export interface ModelServerOptions {
  readonly script?: Script;
  readonly windowTokens?: number;
  /** Older models refuse input + max_tokens over the window; newer ones accept and stop at it. */
  readonly outputOverWindow?: "refuse" | "accept";
  /** Requests larger than this many bytes get a 413 without details. */
  readonly maxBodyBytes?: number;
  readonly minimumCacheTokens?: number;
  /** Requests without this key get 401. */
  readonly key?: string;
  readonly models?: readonly ServedModel[];
  readonly now?: () => number;
  readonly gate?: Gate;
  /** Whose requests are checked: "foreign" accepts what the real APIs accept from other agents. */
  readonly clients?: "ours" | "foreign";
}

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Output tokens of each request, in the same order; 0 where the script did not answer. */
  readonly outputTokens: readonly number[];
  /** Why requests were rejected as too large, in the provider's own words. They are not among `requests`. */
  readonly refused: readonly string[];
  /** Every protocol violation in a request; flow tests expect none. */
  readonly violations: readonly string[];
  use(script: Script): void;
  close(): Promise<void>;
}

const FACES: readonly Face[] = [anthropicFace, chatFace, responsesFace];
const DEFAULT_MINIMUM_CACHE_TOKENS = 1_024;

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const state = new ServerState(options);
  const server = createServer((request, response) => {
    state.handle(request, response).catch((error: unknown) => {
      state.violations.push(`server fault: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: state.requests,
    outputTokens: state.outputTokens,
    refused: state.refused,
    violations: state.violations,
    use: (script) => {
      state.script = script;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

class ServerState {
  readonly requests: RecordedRequest[] = [];
  readonly outputTokens: number[] = [];
  readonly refused: string[] = [];
  readonly violations: string[] = [];
  script: Script;
  private readonly seals = sealBook();
  private readonly marked: MarkedCache;
  private readonly automatic = new AutomaticCache();
  private readonly options: ModelServerOptions;
  private replies = 0;

  constructor(options: ModelServerOptions) {
    this.options = options;
    this.script = options.script ?? (() => says("ok"));
    this.marked = new MarkedCache(options.minimumCacheTokens ?? DEFAULT_MINIMUM_CACHE_TOKENS);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const over = new AbortController();
    const arrived = this.options.gate?.receive();
    response.on("close", () => {
      over.abort();
      arrived?.();
    });
    const text = await bodyOf(request);
    const path = (request.url ?? "").split("?")[0] ?? "";
    const face = FACES.find(
      (candidate) => path.endsWith(candidate.path) || path.endsWith(candidate.path.slice("/v1".length)),
    );
    if (face === undefined) return sendJson(response, ...answerDiscovery(path, text, this.options.models ?? []));
    if (!this.isAuthorized(request)) return sendJson(response, 401, face.failure(401, "invalid x-api-key"));
    if (text.length > (this.options.maxBodyBytes ?? Infinity))
      return sendJson(response, 413, face.failure(413, "Request exceeds the maximum size"));
    const body: unknown = JSON.parse(text);
    if (!isObject(body)) return sendJson(response, 400, face.failure(400, "body must be an object"));
    const refused = this.refuse(face, body);
    if (refused !== undefined) return sendJson(response, 400, face.failure(400, refused));
    const blocks = face.prompt(body);
    const promptTokens = sumTokens(blocks);
    const entered = this.options.gate?.enter({ text, body, promptTokens });
    arrived?.();
    await entered;
    const startedAt = (this.options.now ?? Date.now)();
    const isMarked = blocks.some((block) => block.mark !== undefined);
    const seed = textOf(body["model"]) + JSON.stringify(body["tool_choice"] ?? null);
    const cache =
      isMarked || face === anthropicFace
        ? this.marked.account(seed, blocks, startedAt)
        : this.automatic.account(seed, blocks);
    const recorded = {
      protocol: face.protocol,
      path,
      headers: request.headers,
      text,
      body,
      promptTokens,
      cache,
    };
    const index = this.requests.push(recorded) - 1;
    this.outputTokens[index] = 0;
    const reply = await this.script(recorded, index);
    await this.options.gate?.leave(recorded, reply, over.signal);
    if (reply.kind === "answer") this.outputTokens[index] = outputTokensOf(reply.parts);
    await this.perform(face, recorded, reply, response);
  }

  private isAuthorized(request: IncomingMessage): boolean {
    const { key } = this.options;
    return (
      key === undefined || request.headers["x-api-key"] === key || request.headers.authorization === `Bearer ${key}`
    );
  }

  /** The reason to reject a request, in the provider's own words. Violations are recorded, overflows are not. */
  private refuse(face: Face, body: Json): string | undefined {
    try {
      face.check(this.options.clients === "foreign" ? normalizeForeignRequest(body) : body, this.seals);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violations.push(`${face.protocol}: ${error.message}`);
      return error.message;
    }
    const window = this.options.windowTokens;
    if (window === undefined) return undefined;
    const prompt = sumTokens(face.prompt(body));
    const output = face.outputTokens(body) ?? 0;
    if (prompt > window) return this.noteRefusal(face.tooLong(prompt, window));
    if (prompt + output > window && this.options.outputOverWindow === "refuse")
      return this.noteRefusal(face.outputTooLarge(prompt, output, window));
    return undefined;
  }

  private noteRefusal(reason: string): string {
    this.refused.push(reason);
    return reason;
  }

  private async perform(face: Face, request: RecordedRequest, reply: Reply, response: ServerResponse): Promise<void> {
    switch (reply.kind) {
      case "refuse":
        return sendJson(
          response,
          reply.status,
          reply.body ?? face.failure(reply.status, reply.message ?? "refused"),
          reply.headers,
        );
      case "drop":
        return void response.destroy();
      case "garbage":
        openStream(response);
        return void response.end(reply.text ?? 'event: message_start\ndata: {"type": <html>oops</html>\n\n');
      case "answer":
        return this.answer(face, request, reply, response);
      default:
        return this.breakOff(face, request, reply, response);
    }
  }

  private async answer(face: Face, request: RecordedRequest, answer: Answer, response: ServerResponse): Promise<void> {
    const reply = this.number(face, request, answer);
    const usage = answer.usage === undefined ? face.usage(request.cache, outputTokensOf(answer.parts)) : answer.usage;
    if (request.body["stream"] !== true) return sendJson(response, 200, face.whole(reply, usage));
    if (answer.form === "document") return sendJson(response, 200, JSON.stringify(face.whole(reply, usage), null, 2));
    openStream(response);
    for (const event of face.events(reply, usage)) {
      response.write(sse(event));
      if (answer.dripMs !== undefined) await pause(answer.dripMs);
    }
    response.end();
  }

  /** Sends the first half of a reply, then follows the script. */
  private async breakOff(
    face: Face,
    request: RecordedRequest,
    reply: Exclude<Reply, Answer | { kind: "refuse" | "drop" | "garbage" }>,
    response: ServerResponse,
  ): Promise<void> {
    if (reply.kind === "stall" && reply.at === "headers") return;
    const answer: Answer = { kind: "answer", parts: reply.parts ?? [] };
    const events = face.events(this.number(face, request, answer), face.usage(request.cache, 0));
    openStream(response);
    for (const event of events.slice(0, Math.ceil(events.length / 2))) response.write(sse(event));
    // Without this tick, the first half would be lost in the socket's buffer.
    await pause(5);
    if (reply.kind === "cut" && reply.how === "socket") response.destroy();
    if (reply.kind === "cut" && reply.how === "end") response.end();
    if (reply.kind === "fail-in-stream") response.end(sse(face.failureEvent(reply.error.type, reply.error.message)));
  }

  private number(face: Face, request: RecordedRequest, answer: Answer): NumberedAnswer {
    const id = `${face.protocol === "anthropic-messages" ? "msg" : "resp"}_${this.replies++}`;
    const parts = answer.parts.map((part, index): SealedPart => {
      const seal = `seal-${id}-${index}`;
      if (part.type === "thinking") this.seals.issue(seal, part.text);
      return { ...part, id: (part.type === "call" ? part.id : undefined) ?? `call_${id}_${index}`, seal };
    });
    return { model: textOf(request.body["model"]), id, answer, parts };
  }
}

const sumTokens = (blocks: readonly { readonly tokens: number }[]): number =>
  blocks.reduce((sum, block) => sum + block.tokens, 0);
const outputTokensOf = (parts: readonly ReplyPart[]): number =>
  Math.max(1, Math.ceil(JSON.stringify(parts).length / 4));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
}

function sse(event: WireEvent): string {
  const name = event.event === undefined ? "" : `event: ${event.event}\n`;
  return `${name}data: ${typeof event.data === "string" ? event.data : JSON.stringify(event.data)}\n\n`;
}

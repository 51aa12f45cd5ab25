import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { says } from "../support/model-server/reply";

const CONCEPTS = [/car\b|automobile|vehicle/i, /bill|invoice|payment/i, /weather|rain|storm/i];
const KEY = ["sk-ant", "api03", "Qm7xT2vLp9Zr4KdW8nBy5HfJc3GsAe6UoRi1"].join("-");

interface EmbeddingServer {
  readonly url: string;
  /** The texts of each request. */
  readonly asked: (readonly string[])[];
  state: "answers" | "fails" | "lies";
}

/** Places texts by what they are about, so that words of one meaning are near each other. */
async function startEmbeddings(): Promise<EmbeddingServer> {
  const asked: (readonly string[])[] = [];
  const double: EmbeddingServer = { url: "", asked, state: "answers" };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[]; model: string };
    asked.push(input);
    const isRight = request.method === "POST" && request.url === "/v1/embeddings" && model === "meanings";
    response.statusCode = double.state === "fails" || !isRight ? 500 : 200;
    response.setHeader("content-type", "application/json");
    const data = input.map((text) => ({ embedding: CONCEPTS.map((concept) => (concept.test(text) ? 1 : 0.01)) }));
    response.end(JSON.stringify(double.state === "lies" ? { data: [{ embedding: "none" }] } : { data }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return Object.assign(double, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function told(settings: Readonly<Record<string, unknown>>): Promise<RunningHermes> {
  const hermes = await runHermes({ settings, server: { script: () => says("Noted.") } });
  await hermes.say(`The automobile stands in hall seven. The key is ${KEY}.`);
  await hermes.agent.newSession();
  await hermes.say("The invoice is from March.");
  return hermes;
}

const meaning = (url: string) => ({
  "hermes.recall.embeddings.baseUrl": url,
  "hermes.recall.embeddings.model": "meanings",
});
const found = async (hermes: RunningHermes, query: string) =>
  (await hermes.sessions.search(query, { limit: 3 })).map(({ snippet }) => snippet);

describe("a search by meaning", () => {
  it("finds what is said in other words, and sends each message once, without secrets", async () => {
    const double = await startEmbeddings();
    const hermes = await told(meaning(double.url));
    expect((await found(hermes, "which vehicle"))[0]).toContain("automobile");
    expect((await found(hermes, "unpaid bill"))[0]).toContain("invoice");
    const texts = double.asked.flat();
    expect(texts.filter((text) => text.includes("automobile"))).toHaveLength(1);
    expect(texts.join("\n")).not.toContain(KEY.slice(14, 34));
    expect(hermes.seen("notice")).toEqual([]);
  });

  it("finds by words as before, and both together", async () => {
    const double = await startEmbeddings();
    const hermes = await told(meaning(`${double.url}/v1/`));
    expect((await found(hermes, "hall seven"))[0]).toContain("hall seven");
    expect((await found(hermes, "vehicle hall"))[0]).toContain("automobile");
  });

  it("sends nothing without a server and a model of the user's", async () => {
    const double = await startEmbeddings();
    const hermes = await told({ "hermes.recall.embeddings.baseUrl": double.url });
    expect(await found(hermes, "which vehicle")).toEqual([]);
    expect(double.asked).toEqual([]);
  });

  it.each(["fails", "lies"] as const)("goes on by words when the server %s, with one notice", async (state) => {
    const double = await startEmbeddings();
    const hermes = await told(meaning(double.url));
    double.state = state;
    expect((await found(hermes, "automobile"))[0]).toContain("automobile");
    expect((await found(hermes, "invoice"))[0]).toContain("invoice");
    expect(hermes.seen("notice").map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The embedding server did not answer \(.+\); sessions are searched by words alone\.$/),
    ]);
  });
});

describe("lines of other sessions", () => {
  it("join a message that names the same things, where the user wants it", async () => {
    const hermes = await runHermes({ server: { script: () => says("Noted.") } });
    await hermes.say("`stagingPort` is 4417 since the move.");
    await hermes.agent.newSession();
    await hermes.say("What was `stagingPort` again?");
    expect(hermes.server.requests.at(-1)?.text).not.toContain("4417");
    hermes.set({ "hermes.recall.otherSessions": true });
    await hermes.say("And `stagingPort` before that?");
    expect(hermes.server.requests.at(-1)?.text).toContain("4417");
    const [line] = hermes.seen("recalled").at(-1)?.snippets ?? [];
    expect(line?.why).toContain("mentions stagingPort");
    expect(hermes.server.violations).toEqual([]);
  });
});

import { expect, it } from "vitest";
import type { MessageId, SessionId } from "../../src/core/conversation/ids";
import { sessionId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { messageText } from "../../src/core/conversation/render";
import { spillResults } from "../../src/core/spill/spill-results";
import { handOff, isSummaryCall } from "../support/hand-off";
import type { RunningHermes } from "../support/hermes";
import { runHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";
import type { PlantedFact } from "../support/planted-facts";
import { plantFacts } from "../support/planted-facts";
import { header } from "../support/sessions";
import { TRAJECTORIES, trajectory } from "../support/trajectories";

const COMPRESSIONS = 3;
/** Small enough that the larger results of every recording spill. */
const BOUNDS = { resultChars: 400, turnChars: 200_000, previewChars: 100 };

/** A fact, and the one call a model makes to get it back. */
interface Wanted {
  readonly fact: PlantedFact;
  readonly spillPath: string | undefined;
}

it.each(TRAJECTORIES)(
  "every fact planted in %s is one tool call away after three compressions with empty summaries",
  async (name) => {
    const recorded = trajectory(name);
    const { messages, facts } = plantFacts(recorded, {
      start: Math.min(8, Math.floor(recorded.length / 4)),
      end: Math.floor(recorded.length * 0.6),
      perKind: 3,
      seed: 11,
    });
    let wanted: readonly Wanted[] = [];
    const hermes = await runHermes({
      settings: {
        "hermes.contextLength": 40_000,
        "hermes.maxOutputTokens": 1_000,
        "hermes.compression.protectLastN": 4,
        "hermes.compression.targetRatio": 0.1,
      },
      server: {
        script: (request) =>
          isSummaryCall(request)
            ? says(handOff())
            : request.text.includes("find them again") && !request.text.includes("call-0")
              ? calls(...wanted.map(callFor))
              : says("done"),
      },
    });
    const root = sessionId("recorded");
    const spilled = await store(hermes, root, messages);
    wanted = facts.map((fact) => ({ fact, spillPath: spilled.get(fact.messageId) }));
    await hermes.agent.resume(root);
    for (let pass = 0; pass < COMPRESSIONS; pass++) {
      await hermes.agent.compress();
      for (let turn = 0; turn < 12; turn++)
        await hermes.say(`Later work ${pass}.${turn}: ${"something else entirely ".repeat(60)}`);
    }
    expect(hermes.seen("compressed").length).toBeGreaterThanOrEqual(COMPRESSIONS);
    await hermes.say("find them again");
    const answers = new Map(
      (await hermes.stored()).flatMap((message) =>
        message.role === "tool" ? [[String(message.callId), messageText(message)]] : [],
      ),
    );
    const missing = wanted.filter((entry, index) => !holds(answers.get(`call-${index}`) ?? "", entry));
    const spilledCount = wanted.filter(({ spillPath }) => spillPath !== undefined).length;
    console.log(
      `${name}: ${wanted.length} facts, ${spilledCount} of them in spilled results, ${missing.length} out of reach`,
    );
    expect(missing).toEqual([]);
  },
  60_000,
);

/** Messages as the agent stores them: large results on disk, replaced by a preview. */
async function store(
  hermes: RunningHermes,
  session: SessionId,
  messages: readonly Message[],
): Promise<ReadonlyMap<MessageId, string>> {
  const spilled = new Map<MessageId, string>();
  const stored: Message[] = [];
  for (const message of messages) {
    const [result] = message.role === "tool" ? await spillResults(hermes.spills, session, [{ message }], BOUNDS) : [];
    if (result?.outcome?.kind === "spilled") spilled.set(message.id, result.outcome.spill.path);
    stored.push(result?.message ?? message);
  }
  const writer = await hermes.sessions.create(header(session));
  await writer.append(stored);
  await writer.release();
  return spilled;
}

const callFor = ({ fact, spillPath }: Wanted, index: number) =>
  spillPath === undefined
    ? toolCall("session_search", { query: fact.sign }, `call-${index}`)
    : toolCall("search_files", { pattern: fact.sign, path: spillPath, literal: true }, `call-${index}`);

/** Found in the message it was planted in, not in the echo of the question. */
const holds = (answer: string, { fact, spillPath }: Wanted): boolean =>
  answer
    .split("\n")
    .some((line) => line.includes(fact.sign) && (spillPath !== undefined || line.startsWith(`${fact.messageId} `)));

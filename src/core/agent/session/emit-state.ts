import { sentence, toSentence } from "../../base/sentence";
import type { EngineStatus } from "../../context/engine";
import type { Model } from "../../models/model";
import { routeKey } from "../../models/model";
import type { ToolBox } from "../../tools/tool-box";
import { sayRefusal } from "../../tools/tool-box";
import { outputTokensFor } from "../settings/output-tokens";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";
import { rereadPrice } from "./prices-ahead";
import { measureContext } from "./sizes/measure";

/** How full the window is, for the views. */
export function emitMeasure(world: AgentWorld, session: ActiveSession): void {
  const { engine, route } = session;
  const size = session.size();
  const note = engine.status().thresholdNote;
  const context = measureContext({
    model: route.model,
    systemPrompt: session.header.systemPrompt,
    tools: session.toolBox.tools,
    deferredTools: session.toolBox.outside.deferred,
    messages: session.messages,
    pins: session.pins,
    pinned: session.pinnedIds,
    skills: session.skillIds,
    usedTokens: size.tokens,
    correct: (tokens) => session.gauge.correct(route.model, tokens),
    source: size.source,
    thresholdTokens: engine.thresholdTokens,
    automatic: world.settings().compression.enabled ? "on" : "off",
    ...(note !== undefined && { thresholdNote: toSentence(note) }),
    outputReserveTokens: outputTokensFor(route.model, world.settings()),
    rereadPrice: rereadPrice(world, session),
  });
  world.emit({ type: "context-measured", session: session.id, context });
}

/** Which messages were sent in other words too. Without the index nobody can say, and there is nothing to switch. */
export async function emitVersions({ sessions, emit }: AgentWorld, { id }: ActiveSession): Promise<void> {
  const versions = await sessions.versions(id).catch(() => []);
  if (versions.length > 0) emit({ type: "versions-found", session: id, versions });
}

/** Each notice is emitted once, across sessions and windows. */
export function emitNotices(world: AgentWorld, { engine, route, toolBox }: ActiveSession): void {
  emitRefusedTools(world, toolBox);
  for (const notice of [engine.status().notice, windowNotice(world, route.model)]) {
    if (notice === undefined || world.seenNotices.has(notice.id)) continue;
    world.seenNotices.add(notice.id);
    world.emit({ type: "notice", level: "info", text: toSentence(notice.text), actions: ["open-settings"] });
  }
}

/** A tool that is missing without a word would be looked for in vain. */
export function emitRefusedTools({ seenNotices, emit }: AgentWorld, { refused }: ToolBox): void {
  for (const tool of refused) {
    const id = `tool ${tool.name} ${tool.from} ${tool.keeper ?? ""}`;
    if (seenNotices.has(id)) continue;
    seenNotices.add(id);
    emit({ type: "notice", level: "warning", text: sayRefusal(tool) });
  }
}

/** Explains why the window is smaller than the one in the settings. */
function windowNotice(world: AgentWorld, model: Model): EngineStatus["notice"] {
  const { contextLength } = world.settings();
  if (contextLength === null || model.windowOrigin !== "learnt" || contextLength <= model.windowTokens)
    return undefined;
  const [allowed, wished] = [model.windowTokens, contextLength].map((tokens) => tokens.toLocaleString("en-US"));
  return {
    id: `window ${routeKey(model)} ${allowed} ${wished}`,
    text: sentence(
      [
        "The server allows {allowed} tokens for {model}, less than the {wished} in `hermes.contextLength`;",
        'the smaller limit applies. If it allows more by now, run "Hermes: Reset Learned Context Sizes".',
      ],
      { allowed: model.windowTokens, wished: contextLength, model: model.label },
    ),
  };
}

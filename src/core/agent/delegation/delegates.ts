import { untilAborted } from "../../base/abort";
import type { SessionId } from "../../conversation/ids";
import type { AgentKind } from "../../delegation/kind";
import type { Todo } from "../../ledger/ledger";
import { delegateTool } from "../../tools/builtin/delegate";
import type { Tool, ToolContext, ToolOutcome } from "../../tools/tool";
import { failedOutcome, textOutcome } from "../../tools/tool";
import type { ActiveSession } from "../session/active-session";
import type { AgentWorld, Route } from "../world";
import type { FileClaims } from "./file-claims";
import { reportChars } from "./report";
import type { ChildOrder, ChildPorts } from "./run-child";
import { runChild } from "./run-child";

export interface DelegateParts {
  world(): AgentWorld;
  readonly claims: FileClaims;
  begin: ChildPorts["begin"];
  /** The route of a model of the same provider; the main one for an empty name. */
  routeOf(model: string): Promise<Route>;
}

/** The sub-agents of one window. */
export interface Delegates {
  /** The tool that starts them, for a session that begins or continues now. */
  tool(kinds: readonly AgentKind[]): Tool;
  stop(session: SessionId): void;
  /** A text for a running sub-agent; it gets it before its next request. */
  steer(session: SessionId, text: string): void;
  /** Of a running sub-agent; undefined for any other session. */
  sessionOf(session: SessionId): ActiveSession | undefined;
  todosOf(session: SessionId): readonly Todo[] | undefined;
}

/** More at once than this would only wait for the provider's rate limit. */
const MOST_AT_ONCE = 4;

interface Running {
  readonly session: ActiveSession;
  readonly stop: AbortController;
  readonly steering: string[];
}

export function createDelegates(parts: DelegateParts): Delegates {
  const running = new Map<SessionId, Running>();
  const places = createPlaces(MOST_AT_ONCE);
  const start = async (
    kind: AgentKind,
    asked: { readonly task: string; readonly model?: string },
    context: ToolContext,
  ) => {
    const world = parts.world();
    const settings = world.settings().delegate;
    const stop = new AbortController();
    const signal = AbortSignal.any([context.signal, stop.signal]);
    const order: ChildOrder = {
      task: asked.task,
      kind,
      callId: context.callId,
      parent: context.session,
      route: await parts.routeOf(asked.model ?? kind.model ?? settings.model),
      maxSteps: settings.maxSteps,
      maxTokens: settings.maxTokens,
      reportChars: reportChars((await parts.routeOf("")).model.windowTokens),
    };
    const ports: ChildPorts = {
      begin: parts.begin,
      onBegun(session) {
        running.set(session.id, { session, stop, steering: [] });
        parts.claims.begin(session);
      },
      onEnded(session) {
        for (const [id, one] of running) if (one.session === session) running.delete(id);
        parts.claims.end(session);
      },
      takeSteering: (session) => find(session)?.steering.splice(0) ?? [],
    };
    return runChild(world, order, ports, signal);
  };
  /** A compression continues a child in another session. */
  const find = (id: SessionId): Running | undefined =>
    running.get(id) ?? [...running.values()].find(({ session }) => session.id === id);
  return {
    tool: (kinds) =>
      delegateTool({
        kinds,
        async run({ task, kind: name, model }, context): Promise<ToolOutcome> {
          const kind = kinds.find((one) => one.name === name);
          if (kind === undefined) return failedOutcome(`There is no kind of sub-agent named ${name}.`);
          const leave = await untilAborted(places.take(), context.signal);
          try {
            const { state, report } = await start(kind, { task, ...(model !== undefined && { model }) }, context);
            return state === "failed" ? failedOutcome(report) : textOutcome(report);
          } finally {
            leave();
          }
        },
      }),
    stop: (session) => find(session)?.stop.abort(new DOMException("Stopped by the user", "AbortError")),
    steer: (session, text) => void find(session)?.steering.push(text),
    sessionOf: (session) => find(session)?.session,
    todosOf: (session) => find(session)?.session.ledger.todos,
  };
}

/** A number of places; who finds none waits. */
function createPlaces(count: number): { take(): Promise<() => void> } {
  let free = count;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}

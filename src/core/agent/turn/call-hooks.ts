import { takeStart } from "../../base/text";
import type { SessionId } from "../../conversation/ids";
import { namesOfTool } from "../../hooks/hook";
import type { CallHooks } from "../../tools/run";
import type { ToolOutcome } from "../../tools/tool";
import type { AgentWorld } from "../world";

/** A hook is told the beginning of a result; a whole one may be megabytes long. */
const RESPONSE_CHARS = 100_000;

/** Hooks of the user around each call. */
export const callHooks = ({ hooks }: AgentWorld, session: SessionId): CallHooks => ({
  async before({ tool, args }, signal) {
    const wish = await hooks.run(
      {
        event: "PreToolUse",
        names: namesOfTool(tool.name),
        fields: { tool_name: tool.name, tool_input: args },
      },
      session,
      signal,
    );
    return {
      ...(wish.blocked !== undefined && { denied: wish.blocked }),
      ...(wish.ask !== undefined && { ask: wish.ask }),
      ...(wish.input !== undefined && { args: wish.input }),
      context: wish.context.map(noteOf),
    };
  },
  async after({ tool, args }, outcome, signal) {
    const wish = await hooks.run(
      {
        event: "PostToolUse",
        names: namesOfTool(tool.name),
        fields: {
          tool_name: tool.name,
          tool_input: args,
          tool_response: { text: textIn(outcome), failed: outcome.failed, exit_code: outcome.exitCode ?? null },
        },
      },
      session,
      signal,
    );
    return [...(wish.blocked === undefined ? [] : [wish.blocked]), ...wish.context].map(noteOf);
  },
});

const noteOf = (text: string): string => `[From a hook of the user: ${text}]`;

const textIn = ({ content }: ToolOutcome): string =>
  takeStart(content.map((part) => (part.type === "text" ? part.text : "")).join("\n"), RESPONSE_CHARS);

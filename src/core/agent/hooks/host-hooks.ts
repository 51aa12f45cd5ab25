import { runScript } from "../../tools/shell/script-process";
import type { Host } from "../host";
import type { Hooks } from "./run-hooks";
import { createHooks } from "./run-hooks";

/** The hooks of the user and, where allowed, of the workspace, as shell commands in its folder. */
export const createHostHooks = (host: Host, workspace: string): Hooks =>
  createHooks({
    now: () => host.now(),
    emit: (event) => host.emit(event),
    trust: () => host.trust(),
    userHooks: () => host.settings().hooks,
    workspaceHooks: async () => host.workspaceHooks?.(),
    cwd: workspace,
    runScript: (text, input, { timeoutMs }, signal) =>
      runScript(
        { env: host.env },
        {
          text,
          input,
          timeoutMs,
          cwd: workspace,
          env: { HERMES_PROJECT_DIR: workspace, CLAUDE_PROJECT_DIR: workspace },
        },
        signal,
      ),
  });

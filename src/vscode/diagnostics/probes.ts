import { randomUUID } from "node:crypto";
import { readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stopIfAborted, untilAborted } from "../../core/base/abort";
import { whyRefused } from "../../core/base/disk-refusal";
import { sentence } from "../../core/base/sentence";
import { sentenceOf } from "../../core/base/sentence-error";
import {
  checkKey,
  cleanEnvironment,
  createShellRunner,
  findBash,
  isPrivateWay,
  keyOrigin,
  keyOwnerOf,
} from "../../core/host";
import type { ModelFacts, SelfCheckFacts } from "../../presenter/diagnostics/self-check";
import type { HostContext } from "../host/host-context";
import { storageOf } from "../host/storage-folder";
import { openShellTerminal } from "../terminal/shell-terminal";

type Probe<Name extends keyof SelfCheckFacts> = (
  host: HostContext,
  signal: AbortSignal,
) => Promise<SelfCheckFacts[Name]>;

/** Does the smallest real thing with each part, and reports what happened; concludes nothing. */
export const PROBES: { readonly [Name in keyof SelfCheckFacts]: Probe<Name> } = {
  storage: probeStorage,
  index: probeIndex,
  model: probeModel,
  terminal: probeTerminal,
  servers: async ({ hermes }) => hermes.mcp.status(),
};

async function probeStorage({ context }: HostContext): Promise<SelfCheckFacts["storage"]> {
  const folder = storageOf(context).fsPath;
  const file = join(folder, `self-check-${randomUUID()}`);
  try {
    await writeFile(file, "Hermes");
    await readFile(file);
    const { bavail, bsize } = await statfs(folder);
    return { kind: "writable", folder, freeBytes: bavail * bsize };
  } catch (error) {
    return { kind: "refused", folder, reason: whyRefused(error) };
  } finally {
    await rm(file, { force: true }).catch(() => undefined); // The probe has said already what is wrong.
  }
}

async function probeIndex({ hermes }: HostContext, signal: AbortSignal): Promise<SelfCheckFacts["index"]> {
  try {
    // Unlike the list, a search has nothing to fall back to.
    await untilAborted(hermes.sessions.search("hermes", { limit: 1 }), signal);
    return { kind: "answers", sessions: (await hermes.sessions.list()).length };
  } catch (error) {
    stopIfAborted(signal);
    return { kind: "broken", reason: sentenceOf(error) };
  }
}

async function probeModel({ hermes, secrets }: HostContext, signal: AbortSignal): Promise<ModelFacts> {
  try {
    const { model, note } = await untilAborted(hermes.route(), signal);
    const { provider, label, windowTokens, baseUrl } = model;
    const chosen = { kind: "chosen", label, windowTokens, ...(note === undefined ? {} : { note }) } as const;
    const owner = keyOwnerOf(provider);
    const local = provider === "ollama" || provider === "lmstudio" ? provider : undefined;
    const asked = owner ?? local;
    if (asked === undefined || baseUrl === undefined) return { ...chosen, key: "unneeded", answer: "unchecked" };
    const server = new URL(baseUrl).origin;
    const key = owner && (await secrets.keyFor(owner, keyOrigin(owner, baseUrl) ?? ""));
    // Over plain http everyone on the way would read the key.
    const answer =
      key === undefined || isPrivateWay(server)
        ? await checkKey({ provider: asked, baseUrl, key: key ?? "" }, signal)
        : "unchecked";
    return { ...chosen, server, key: keyState(owner, key), answer };
  } catch (error) {
    stopIfAborted(signal);
    return { kind: "none", reason: sentenceOf(error) };
  }
}

function keyState(owner: string | undefined, key: string | undefined): "found" | "missing" | "unneeded" {
  // Many servers that speak the dialect of OpenAI run on this machine and want no key.
  if (owner === undefined || (owner === "openai-compatible" && key === undefined)) return "unneeded";
  return key === undefined ? "missing" : "found";
}

/** As long as a shell with integration needs to say so on a busy machine. */
const INTEGRATION_MS = 6_000;
const COMMAND_MS = 10_000;

async function probeTerminal(
  { workspaceFolder }: HostContext,
  signal: AbortSignal,
): Promise<SelfCheckFacts["terminal"]> {
  const command = { text: "echo hermes", cwd: workspaceFolder, timeoutMs: COMMAND_MS };
  const { output, ending } = await createShellRunner({ env: process.env }).run(command, () => undefined, signal);
  stopIfAborted(signal);
  if (ending.kind !== "exited" || !output.includes("hermes"))
    return { kind: "broken", reason: sentence("{command} gave no answer", { command: command.text }) };
  const shell = findBash();
  if (shell === undefined) return { kind: "unseen" };
  const terminal = openShellTerminal({ shell, cwd: workspaceFolder, env: cleanEnvironment(process.env) });
  try {
    const state = await untilAborted(terminal.whenReady(INTEGRATION_MS), signal);
    return { kind: state === "ready" ? "visible" : "unseen" };
  } finally {
    terminal.close();
  }
}

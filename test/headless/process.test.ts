import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { calls, toolCall } from "../support/model-server/reply";
import type { Script } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { PROCESS_TEST_MS } from "../support/processes";

const SCRIPT = "scripts/headless.mjs";
/** Long enough for the first to be taken, and shorter than a command that will not end is given. */
const BETWEEN_MS = 30;

/** Runs a command to its end: exit code, lines of stdout, stderr. */
function ask(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: "utf8" });
  return {
    status,
    lines: stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line): unknown => JSON.parse(line)),
    stderr,
  };
}

/** A turn that has no end of its own, and where it keeps its session. */
async function startTurn(script: Script): Promise<{
  readonly child: ReturnType<typeof spawn>;
  readonly storage: string;
  readonly ended: Promise<number | null>;
  firstLine(type: string): Promise<void>;
  readonly types: readonly string[];
}> {
  const server = await startModelServer({ script });
  const folder = mkdtempSync(join(tmpdir(), "hermes-headless-"));
  const [storage, settings] = [join(folder, "storage"), join(folder, "settings.json")];
  writeFileSync(
    settings,
    JSON.stringify({
      "hermes.provider": "openai-compatible",
      "hermes.baseUrl": server.url,
      "hermes.model": "test",
      "hermes.contextLength": 60_000,
    }),
  );
  const child = spawn(
    process.execPath,
    [SCRIPT, "turn", "--workspace", folder, "--storage", storage, "--settings", settings, "--prompt", "Talk"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await server.close();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const types: string[] = [];
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { type } = JSON.parse(line);
    types.push(type);
    waiting.get(type)?.();
  });
  return {
    child,
    storage,
    ended,
    types,
    firstLine: (type) => new Promise((resolve) => (types.includes(type) ? resolve() : void waiting.set(type, resolve))),
  };
}

describe("the headless host", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "ends the turn on %s, says so, and keeps what had arrived",
    async (signal) => {
      const turn = await startTurn(() => ({
        kind: "answer",
        parts: [{ type: "text", text: "word ".repeat(4_000) }],
        dripMs: 20,
      }));
      await turn.firstLine("reply-grew");
      turn.child.kill(signal);
      expect(await turn.ended).toBe(1);
      expect(turn.types.at(-1)).toBe("turn-ended");
      expect(ask("sessions", "--storage", turn.storage)).toMatchObject({
        status: 0,
        lines: [{ tip: true, messageCount: 2 }],
        stderr: "",
      });
      expect(ask("messages", "--storage", turn.storage, "--session", "latest")).toMatchObject({
        status: 0,
        lines: [
          { role: "user", content: "Talk" },
          { role: "assistant", content: expect.stringMatching(/^word /) },
        ],
      });
    },
    PROCESS_TEST_MS,
  );

  it(
    "ends the turn on a Ctrl+C that comes twice, from the terminal and from who started it",
    async () => {
      const turn = await startTurn(() =>
        calls(toolCall("terminal", { command: "trap '' INT TERM; echo begun; sleep 3600" }, "c1")),
      );
      await turn.firstLine("tool-output");
      turn.child.kill("SIGINT");
      await sleep(BETWEEN_MS);
      turn.child.kill("SIGINT");
      expect(await turn.ended).toBe(1);
      expect(turn.types.at(-1)).toBe("turn-ended");
      expect(ask("messages", "--storage", turn.storage, "--session", "latest")).toMatchObject({
        status: 0,
        lines: [{ role: "user" }, { role: "assistant" }, { role: "tool" }],
      });
    },
    PROCESS_TEST_MS,
  );

  it.each([["sessions"], ["messages", "--session", "latest"]])(
    "refuses a storage that is a file: %s",
    (...command) => {
      const file = join(mkdtempSync(join(tmpdir(), "hermes-headless-")), "storage");
      writeFileSync(file, "");
      expect(ask(...command, "--storage", file)).toEqual({
        status: 2,
        lines: [],
        stderr: `headless: the storage ${file} is not a folder\n`,
      });
    },
    PROCESS_TEST_MS,
  );

  it(
    "finds no sessions in a storage that is not there yet",
    () => {
      expect(ask("sessions", "--storage", join(mkdtempSync(join(tmpdir(), "hermes-headless-")), "storage"))).toEqual({
        status: 0,
        lines: [],
        stderr: "",
      });
    },
    PROCESS_TEST_MS,
  );
});

import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findFreePort, startWorkbench } from "../../scripts/workbench.mjs";

/** A server that responds like a running VS Code. */
async function occupyPort(): Promise<number> {
  const port = await findFreePort();
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return port;
}

describe("a VS Code for trying out Hermes", () => {
  it("is not confused with another one on the same port", async () => {
    const port = await occupyPort();
    await expect(startWorkbench(mkdtempSync(join(tmpdir(), "hermes-workbench-")), { port })).rejects.toThrow(
      `Port ${port} is taken, perhaps by another \`npm start\`. Stop that one, or choose another ` +
        `port: PORT=${port + 1} npm start`,
    );
  });

  it("gets the requested port if it is free", async () => {
    const port = await findFreePort();
    expect(await findFreePort(port)).toBe(port);
  });
});

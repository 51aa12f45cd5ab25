import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelServer } from "../support/model-server/server";
import { startModelServer } from "../support/model-server/server";
import { readingModel } from "./support/reading-model";
import type { Studio } from "./support/studio";
import { openStudio } from "./support/studio";

let server: ModelServer;
let studio: Studio;

beforeAll(async () => {
  server = await startModelServer({ script: readingModel });
  studio = await openStudio({
    env: { ANTHROPIC_API_KEY: "test-key" },
    settings: {
      "hermes.provider": "anthropic",
      "hermes.model": "claude-sonnet-4-5",
      "hermes.baseUrl": server.url,
    },
    otherFolders: { "tool-shed": { "src/cart.js": "// the cart of the tool shed\nexport const wheels = 4;\n" } },
  });
  await studio.open();
  await studio.openChat();
});

afterAll(async () => {
  await studio?.close();
  await server?.close();
});

const composer = () => studio.chat().getByTestId("composer");
const completion = (path: string) => studio.chat().getByTestId(`completion-${path}`);

describe("mentions in a workspace of two folders, in a real VS Code", () => {
  it("finds files behind a slash in both folders", async () => {
    await composer().pressSequentially("@src/c");
    await completion("lemonade-stand/src/cart.js").waitFor();
    await completion("tool-shed/src/cart.js").waitFor();
    await composer().fill("");
    await composer().pressSequentially("@tool-shed\\src\\c");
    await completion("tool-shed/src/cart.js").waitFor();
    expect(await completion("lemonade-stand/src/cart.js").count()).toBe(0);
  });
});

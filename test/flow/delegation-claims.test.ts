import { link, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Play } from "../support/delegation";
import { delegate, isChild, start } from "../support/delegation";
import type { RunningHermes } from "../support/hermes";
import { calls, says, toolCall } from "../support/model-server/reply";

const REFUSED = "is being changed by another sub-agent";
const refusals = ({ server }: RunningHermes): number =>
  server.requests.filter((request) => isChild(request) && request.text.includes(REFUSED)).length;

const writes = (path: string, content: string) => calls(toolCall("write_file", { path, content }, `w-${content}`));

/** The first child changes a file and stays; the second then tries the same file under another name. */
function oneAfterTheOther(first: string, second: string): Play {
  const [changed, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    parent: (n) => (n === 0 ? calls(delegate("a", "task"), delegate("b", "task")) : says("ok")),
    child: async (task, n) => {
      if (task === "a" && n === 0) return writes(first, "a");
      if (task === "a") {
        changed.resolve();
        await tried.promise;
        return says("done");
      }
      await changed.promise;
      if (n === 0) return writes(second, "b");
      tried.resolve();
      return says("done");
    },
  };
}

describe("a file that one of two parallel sub-agents changes", () => {
  it.each([
    ["a folder up and down", "dir/../shared.txt"],
    ["dots", "././shared.txt"],
    ["a linked folder", "same/shared.txt"],
    ["a link", "alias.txt"],
    ["another name of the same file", "twin.txt"],
  ])("is refused to the other one through %s", async (_, path) => {
    const hermes = await start(oneAfterTheOther("shared.txt", path), {
      files: { "shared.txt": "start", "dir/x.txt": "x" },
    });
    await symlink(hermes.root, join(hermes.root, "same"), "dir");
    await symlink("shared.txt", join(hermes.root, "alias.txt"));
    await link(join(hermes.root, "shared.txt"), join(hermes.root, "twin.txt"));
    await hermes.say("go");
    expect(await readFile(join(hermes.root, "shared.txt"), "utf8")).toBe("a");
    expect(refusals(hermes)).toBe(1);
  });

  it("is refused also where the first one created it", async () => {
    const hermes = await start(oneAfterTheOther("dir/new.txt", "dir/../dir/new.txt"), { files: { "dir/x.txt": "x" } });
    await hermes.say("go");
    expect(await readFile(join(hermes.root, "dir/new.txt"), "utf8")).toBe("a");
    expect(refusals(hermes)).toBe(1);
  });

  it("is free for others once it is done, and for files nobody changes", async () => {
    const hermes = await start({
      parent: (n) => (n < 2 ? calls(delegate(`t${n}`, "task")) : says("ok")),
      child: (task, n) => (n === 0 ? writes("shared.txt", task) : says("done")),
    });
    await hermes.say("go");
    expect(await readFile(join(hermes.root, "shared.txt"), "utf8")).toBe("t1");
    expect(refusals(hermes)).toBe(0);
  });

  it("stays its own across its compressions, and is free when it is done", async () => {
    const refused: boolean[] = [];
    const [compressed, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [steps, writesOfA] = [0, 0];
    const hermes = await start(
      {
        parent: (n) => {
          if (n === 0) return calls(delegate("a", "task"), delegate("b", "task"));
          return n === 2 ? calls(delegate("c", "task")) : says("ok");
        },
        child: async (task, n, request) => {
          if (task === "a") {
            if (steps++ === 0) return writes("shared.txt", "a");
            if (hermes.seen("delegate-changed").some(({ delegate: { compressions } }) => compressions > 0)) {
              // Its first write after the compression counts for the same sub-agent.
              if (writesOfA++ === 0) return writes("other.txt", "a");
              compressed.resolve();
              await tried.promise;
              return says("done");
            }
            return calls(toolCall("read_file", { path: `f${steps % 8}.txt`, offset: steps }, `r${steps}`));
          }
          if (task === "c") return n === 0 ? writes("shared.txt", "c") : says("done");
          await compressed.promise;
          if (n < 2) return writes(n === 0 ? "shared.txt" : "other.txt", "b");
          refused.push(request.text.split(REFUSED).length === 3);
          tried.resolve();
          return says("done");
        },
      },
      { settings: { "hermes.contextLength": 24_000 }, server: { windowTokens: 24_000 } },
    );
    await hermes.say("go");
    expect(refused).toEqual([true]);
    expect(await readFile(join(hermes.root, "other.txt"), "utf8")).toBe("a");
    expect(await readFile(join(hermes.root, "shared.txt"), "utf8")).toBe("c");
    expect(hermes.server.violations).toEqual([]);
  });
});

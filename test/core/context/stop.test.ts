import { expect, it, onTestFinished } from "vitest";
import { untilAborted } from "../../../src/core/context/stop";

it("leaves no failure unheard where the stop came first", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => void unheard.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  await expect(untilAborted(Promise.reject(new Error("too late")), AbortSignal.abort())).rejects.toMatchObject({
    name: "AbortError",
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(unheard).toEqual([]);
});

it("ends with the stop, however the work ends later", async () => {
  const stop = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

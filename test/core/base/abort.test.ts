import { expect, it, onTestFinished } from "vitest";
import { untilAborted, untilDeadline, whenAborted } from "../../../src/core/base/abort";

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

it("gives the deadline's answer where the work takes longer, and the work's where it does not", async () => {
  const never = new Promise<string>(() => undefined);
  expect(await untilDeadline(never, async () => "late")).toBe("late");
  expect(await untilDeadline(Promise.resolve("done"), () => never)).toBe("done");
});

it("ends the deadline's wait when the work is done", async () => {
  let ended: AbortSignal | undefined;
  await untilDeadline(Promise.resolve(), (over) => {
    ended = over;
    return new Promise(() => undefined);
  });
  expect(ended?.aborted).toBe(true);
});

it("hears an abort that came before as well as one that comes later", async () => {
  const stop = new AbortController();
  const over = new AbortController();
  const later = whenAborted(stop.signal, over.signal);
  stop.abort();
  await Promise.all([later, whenAborted(stop.signal, over.signal)]);
});

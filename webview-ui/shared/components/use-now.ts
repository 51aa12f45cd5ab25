import { useEffect, useState } from "preact/hooks";

/** The current time, updated once a second until the given time. */
export function useNow(until: number | null): number {
  const [now, setNow] = useState(Date.now());
  const running = until !== null && until > now;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** Milliseconds since the given time, updated once a second. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}

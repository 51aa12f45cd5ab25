import type { HistoryLine, HistoryPicture } from "../../../src/protocol/history";

export type Day = "today" | "yesterday" | "week" | "month" | "older";

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** By the user's own calendar: a session of last night is of yesterday, however few hours ago it was. */
export function dayOf(at: number, now: number): Day {
  const begin = new Date(now);
  begin.setHours(0, 0, 0, 0);
  const daysAgo = (days: number) => new Date(begin).setDate(begin.getDate() - days);
  if (at >= begin.getTime()) return "today";
  if (at >= daysAgo(1)) return "yesterday";
  if (at >= daysAgo(WEEK_DAYS)) return "week";
  return at >= daysAgo(MONTH_DAYS) ? "month" : "older";
}

/** A line of the list, with the day it opens where it is the first of that day. */
export interface HistoryEntry {
  readonly line: HistoryLine;
  readonly day: Day | null;
}

/** What a search found is in the order of the finds, which no day could head. */
export function entriesOf(
  { lines, query }: Pick<HistoryPicture, "lines" | "query">,
  now: number,
): readonly HistoryEntry[] {
  if (query !== "") return lines.map((line) => ({ line, day: null }));
  let last: Day | null = null;
  return lines.map((line) => {
    const day = dayOf(line.lastUsedAt, now);
    const isFirst = day !== last;
    last = day;
    return { line, day: isFirst ? day : null };
  });
}

/** The time for today and yesterday, the date before that. */
export function timeOf(at: number, now: number, locale: string): string {
  const day = dayOf(at, now);
  if (day === "today" || day === "yesterday")
    return new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
}

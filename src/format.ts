/** Numbers as the pages, the status bar and the trees show them: one spelling everywhere. Imports nothing. */
const THOUSAND = 1_000;
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** From here on "K" would round up to "1000K". */
const SHOWN_AS_MILLION = MILLION - THOUSAND / 2;
const SHOWN_AS_BILLION = BILLION - MILLION / 2;

/** "940", "62.4K", "123K", "1.2M": as short as a narrow sidebar needs. */
export function formatCount(count: number): string {
  const whole = Math.round(count);
  if (whole < 0) return `−${formatCount(-whole)}`;
  if (whole < THOUSAND) return String(whole);
  return whole < SHOWN_AS_MILLION ? `${threeDigits(whole / THOUSAND)}K` : `${threeDigits(whole / MILLION)}M`;
}

/** "62,400": exact, where there is room for it. */
export const formatExact = (count: number): string =>
  String(Math.round(count))
    .replace(/\B(?=(\d{3})+$)/g, ",")
    .replace("-", "−");

/** "62.4KB", "1.2GB": the size of a file or the room on a disk. */
export const formatBytes = (bytes: number): string =>
  bytes < SHOWN_AS_BILLION ? `${formatCount(bytes)}B` : `${threeDigits(bytes / BILLION)}GB`;

/** An unknown price is never shown as zero. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return "–";
  const digits = Math.abs(usd) >= 1 ? 2 : Math.abs(usd) >= 0.01 ? 3 : 4;
  return `${usd < 0 ? "−" : ""}$${Math.abs(usd).toFixed(usd === 0 ? 2 : digits)}`;
}

export const formatShare = (share: number): string => `${Math.round(share * 100)} %`;

/** "−18 %", "+11 %": a change, not a share. */
export function formatGrowth(growth: number): string {
  const percent = Math.round(growth * 100);
  return `${percent < 0 ? "−" : percent > 0 ? "+" : ""}${formatShare(Math.abs(growth))}`;
}

export function formatMs(ms: number): string {
  if (ms < THOUSAND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${threeDigits(ms / THOUSAND)} s`;
  if (ms < HOUR_MS)
    return `${Math.floor(ms / MINUTE_MS)} min ${String(Math.floor((ms % MINUTE_MS) / THOUSAND)).padStart(2, "0")} s`;
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
}

/** Countdown: "4:05". */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / THOUSAND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const threeDigits = (value: number) =>
  value >= 99.95 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, "");

export const REDACTED = "[REDACTED]";

/** `${X}`, `$X`, `<x>`, `{{x}}`, `%x%`, `***`, `...`, `xxxx`, `sk-...` and our own mark stand for a secret. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:\$(?!\d?[a-z]{0,8}\d{0,2}\$)|<|\{(?!S?S?HA)|%[A-Za-z_]|\[|\.\.\.|…|#\{)/.test(value) ||
  /^[*•xX.…_-]+$/.test(value) ||
  /^(?:[A-Za-z]{2,6}\d{0,2}[-_]){0,3}(?:[A-Z]{4})?(?:x{6,}|X{6,}|\*{3,}|\.{3}|…)$/.test(value) ||
  /^(?:your|my|example|placeholder|dummy|insert|replace|enter|put|some|the|changeit)(?:[-_ ]|$)|^change[-_]?me$/i.test(
    value,
  ) ||
  /(?:^|[-_ ])(?:here|placeholder|example|goes[-_ ]here)$/i.test(value) ||
  value.includes(REDACTED);

import type { Say } from "../../src/presenter/say";

export const inEnglish: Say = (text, ...values) =>
  text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

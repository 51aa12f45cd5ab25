/** Looking into what a server sent: gateways leave fields out or fill them oddly, so nothing is taken for granted. */
export type WireObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is WireObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): WireObject => (isObject(value) ? value : {});
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const listOf = (value: unknown): readonly WireObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A token count: anything that is not a finite positive number counts 0. */
export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

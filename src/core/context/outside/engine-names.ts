/** What every failure falls back to. */
export const DEFAULT_ENGINE = "compressor";

const BUILT_IN_ENGINES: readonly string[] = [DEFAULT_ENGINE, "lcm"];

/** Names that no folder and no extension may take, in no spelling that a reader would confuse with them. */
export const isReservedName = (name: string): boolean =>
  BUILT_IN_ENGINES.includes(
    name
      .normalize("NFKC")
      .replace(/[\p{Cf}\s]/gu, "")
      .toLowerCase(),
  );

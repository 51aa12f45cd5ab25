import type { RepairJson } from "../arguments";

/** Loaded on the first malformed call: most sessions have none. */
export const repairJson: RepairJson = async (text) => {
  const { jsonrepair } = await import("jsonrepair");
  return jsonrepair(text);
};

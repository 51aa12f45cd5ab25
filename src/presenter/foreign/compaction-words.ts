import { counted, sentence } from "../../core/base/sentence";
import type { CompactionCheck } from "../../core/foreign/check-compaction";
import type { Say } from "../words/say";

/** "lost 7 of 31 names, 1 claim contradicted" */
export function describeCheck({ names, lost, claims }: CompactionCheck, say: Say): string {
  const wrong = claims.filter(({ verdict }) => verdict === "contradicted").length;
  const losses = sentence("lost {lost} of {names} names", { lost: lost.length, names: names.length });
  if (wrong === 0) return say(losses);
  const claimed = counted(wrong, "1 claim contradicted", "{count} claims contradicted");
  return say(sentence("{losses}, {claims}", { losses, claims: claimed }));
}

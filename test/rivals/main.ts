/**
 * Records fixtures with the real agents: `npm run rivals -- [--only id,id]`. With `--prove`, the real agents resume
 * sessions that Hermes wrote, and ask our server. The script installs them with `--install`,
 * and runs this program again in a network namespace in which nothing but loopback exists.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureRival } from "./install";
import { proveRoundTrip } from "./prove";
import { withRecording, writeFixture } from "./record";
import { RECORDED_RIVALS } from "./table/all";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: process.cwd() },
    only: { type: "string" },
    install: { type: "boolean", default: false },
    prove: { type: "boolean", default: false },
  },
});
const chosen = RECORDED_RIVALS.filter(({ id }) => values.only === undefined || values.only.split(",").includes(id));

for (const rival of chosen) {
  if (values.install) {
    await ensureRival(rival);
    continue;
  }
  if (values.prove) {
    for (const line of await proveRoundTrip(rival, values.root)) console.log(line);
    continue;
  }
  await withRecording(rival, (recording) => {
    writeFixture(rival, recording, join(values.root, "test", "fixtures", "rivals", rival.id));
    console.log(`${rival.name} ${rival.version}: ${recording.requests.length} requests recorded.`);
    for (const violation of recording.violations) console.warn(`  refused by the model server: ${violation}`);
  });
}

/**
 * Records fixtures with the real agents: `npm run rivals -- [--only id,id] [--install]`. The script installs them, and
 * runs this program again in a network namespace in which nothing but loopback exists.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureRival } from "./install";
import { withRecording, writeFixture } from "./record";
import { RIVALS } from "./table/all";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: process.cwd() },
    only: { type: "string" },
    install: { type: "boolean", default: false },
  },
});
const chosen = RIVALS.filter(({ id }) => values.only === undefined || values.only.split(",").includes(id));

for (const rival of chosen) {
  if (values.install) {
    await ensureRival(rival);
    continue;
  }
  await withRecording(rival, (recording) => {
    writeFixture(rival, recording, join(values.root, "test", "fixtures", "rivals", rival.id));
    console.log(`${rival.name} ${rival.version}: ${recording.requests.length} requests recorded.`);
    for (const violation of recording.violations) console.warn(`  refused by the model server: ${violation}`);
  });
}

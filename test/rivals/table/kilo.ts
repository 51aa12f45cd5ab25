import { join } from "node:path";
import { openCodeFamily } from "./opencode";
import type { Rival } from "./rival";

export const kilo: Rival = {
  id: "kilo",
  name: "Kilo",
  packageName: "@kilocode/cli",
  version: "7.7.7",
  megabytes: 360,
  program: (installed) => [
    join(installed, "node_modules", "@kilocode", `cli-${process.platform}-${process.arch}`, "bin", "kilo"),
  ],
  ...openCodeFamily({
    configuration: join("kilo", "kilo.json"),
    environment: { KILO_DISABLE_AUTOUPDATE: "1", KILO_DISABLE_MODELS_FETCH: "1" },
  }),
  sessions: ".local/share/kilo",
  database: ".local/share/kilo/kilo.db",
};

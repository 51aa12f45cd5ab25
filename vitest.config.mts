import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** A poll waits as long as a busy machine may take. */
const poll = { timeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: 180_000,
          // The default leaves one of two cores idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          expect: { poll },
          setupFiles: ["test/support/setup.ts"],
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
        },
      },
      {
        test: {
          name: "e2e",
          setupFiles: ["test/e2e/support/report-failure.ts"],
          include: ["test/e2e/**/*.e2e.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // Each file has a server, a browser, and folders of its own; while one waits for a page, the other works.
          maxWorkers: 2,
          // A workbench that is still moving its views swallows a click now and then; what fails twice is a defect.
          retry: 1,
          expect: { poll },
        },
      },
    ],
  },
});

import type { EditorProblem, EditorProblems } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { integerOf, optionalTextOf } from "../values";
import type { BuiltinWorld } from "./world";
import { openPath } from "./world";

const DEFAULT_LIMIT = 100;
const RANK = { error: 0, warning: 1, info: 2, hint: 3 } as const;

export const diagnosticsTool = (world: BuiltinWorld, problems: EditorProblems): Tool => ({
  name: "diagnostics",
  description: "Errors and warnings that the editor reports, for a file or the whole workspace, worst first.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      offset: { type: "integer", minimum: 1 },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 1_000,
      },
    },
    additionalProperties: false,
  },
  category: "read",
  order: "parallel",
  secrets: "redact",
  async run(args) {
    const path = optionalTextOf(args, "path");
    const opened = path === undefined ? undefined : await openPath(world, path, "read");
    if (opened?.kind === "refused") return failedOutcome(opened.reason);
    const found = (await problems.list(opened?.path)).toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
    if (found.length === 0) return textOutcome("[no problems reported]");
    const from = integerOf(args, "offset", 1) - 1;
    const part = found.slice(from, from + integerOf(args, "limit", DEFAULT_LIMIT));
    const more = from + part.length < found.length ? `; continue with offset ${from + part.length + 1}` : "";
    return textOutcome(
      [
        ...(await Promise.all(part.map(async (problem) => showProblem(problem, await world.paths.show(problem.path))))),
        `[${part.length} of ${found.length} problems${more}]`,
      ].join("\n"),
    );
  },
});

const showProblem = ({ line, severity, message, source }: EditorProblem, path: string): string =>
  `${path}:${line}: ${severity}: ${message}${source === undefined ? "" : ` (${source})`}`;

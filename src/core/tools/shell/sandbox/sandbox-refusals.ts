import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";
import type { Sandbox } from "./sandbox";

/** What the kernel refused a command in its sandbox, as far as the command said so. */
export type Refusal = "write" | "network";

/** The kernel's own words for EROFS, and for EBUSY where a protected file is replaced; and how runtimes spell them. */
const WRITE_REFUSED =
  /Read-only file system|\bEROFS\b|\[Errno 30\]|\(os error 30\)|Device or resource busy|\bEBUSY\b|\(os error 16\)/i;
/** For ENETUNREACH, and what becomes of looking up a name without a network. */
const NETWORK_REFUSED = new RegExp(
  [
    String.raw`Network is unreachable|\bENETUNREACH\b|\[Errno 101\]|\(os error 101\)`,
    String.raw`\bEAI_AGAIN\b|Temporary failure in name resolution|Could not resolve host|Name or service not known`,
    "Temporary failure resolving|unable to resolve host",
  ].join("|"),
  "i",
);

export function findRefusals(output: string, { network }: Pick<Sandbox, "network">): readonly Refusal[] {
  return [
    ...(WRITE_REFUSED.test(output) ? ["write" as const] : []),
    ...(network === "deny" && NETWORK_REFUSED.test(output) ? ["network" as const] : []),
  ];
}

/** For the row of the call. */
export function describeSandboxRun({ network }: Pick<Sandbox, "network">, refusals: readonly Refusal[]): Sentence {
  if (refusals.length === 2)
    return sentence([
      "Ran in a sandbox, which refused to write outside the workspace or to its protected files, and to use the",
      "network.",
    ]);
  if (refusals.includes("write"))
    return sentence("Ran in a sandbox, which refused to write outside the workspace or to its protected files.");
  if (refusals.includes("network")) return sentence("Ran in a sandbox, which refused to use the network.");
  return network === "deny" ? sentence("Ran in a sandbox without network.") : sentence("Ran in a sandbox.");
}

/** For the model, which should tell the user instead of trying other ways. */
export function noteSandbox({ network }: Pick<Sandbox, "network">, refusals: readonly Refusal[]): readonly string[] {
  const place = network === "deny" ? "ran in a sandbox without network" : "ran in a sandbox";
  if (refusals.length === 0) return [place];
  const refused = refusals.map((refusal) =>
    refusal === "write" ? "writing outside the workspace or to its protected files" : "the network",
  );
  return [
    place,
    `the sandbox refused ${refused.join(" and ")}; if it is needed, tell the user about the setting hermes.sandbox`,
  ];
}

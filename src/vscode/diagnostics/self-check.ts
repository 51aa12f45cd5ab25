import { l10n, ProgressLocation, window } from "vscode";
import { stopIfAborted } from "../../core/base/abort";
import type { SelfCheckFacts } from "../../presenter/diagnostics/self-check";
import { concludeSelfCheck, presentFindings, summarizeFindings } from "../../presenter/diagnostics/self-check";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { PROBES } from "./probes";
import { reportProblem } from "./problem-report";

/** Tries every part that Hermes depends on, one after the other, and shows what works and what to do. */
export async function runSelfCheck(host: HostContext): Promise<void> {
  const facts = await window.withProgress(
    { location: ProgressLocation.Notification, title: l10n.t("Hermes: Self-Check"), cancellable: true },
    async (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      const step = async <Name extends keyof SelfCheckFacts>(name: Name, message: string) => {
        stopIfAborted(stop.signal);
        progress.report({ message, increment: 100 / Object.keys(PROBES).length });
        return PROBES[name](host, stop.signal);
      };
      return {
        storage: await step("storage", l10n.t("Storage")),
        index: await step("index", l10n.t("Search")),
        model: await step("model", l10n.t("Model")),
        terminal: await step("terminal", l10n.t("Terminal")),
        servers: await step("servers", l10n.t("MCP servers")),
      };
    },
  );
  const findings = concludeSelfCheck(facts, say);
  await host.documents.open(`${l10n.t("Self-Check")}.md`, presentFindings(findings, say));
  const report = l10n.t("Report a Problem");
  const broken = findings.some(({ state }) => state === "broken");
  const actions = broken ? [report] : [];
  // Said as well as shown, for those who do not see the document open.
  const answer = await window.showInformationMessage(say(summarizeFindings(findings)), ...actions);
  if (answer === report) await reportProblem(host);
}

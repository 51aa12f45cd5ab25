import type { JSX } from "preact";
import { formatCount, formatMs } from "../../../src/format";
import type { ToolRow } from "../../../src/protocol/chat";
import { Button, Fold, Icon } from "../../shared/components/controls";
import { isOpen, toggle } from "../../shared/components/open-folds";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { OutputView } from "../../shared/text/output-view";
import { cleanText } from "../../shared/text/safe-text";
import { pastPhrase, plannedPhrase, presentPhrase } from "../running/phrases";
import { Approval } from "./approval";
import { DelegateView } from "./delegate-view";
import { EditDetails } from "./edit-details";

const STATUS_ICONS: Readonly<Record<ToolRow["status"], string>> = {
  pending: "circle-outline",
  waiting: "question",
  running: "loading codicon-modifier-spin",
  done: "check",
  failed: "error",
  denied: "circle-slash",
  stopped: "debug-stop",
};
const CATEGORY_ICONS: Readonly<Record<ToolRow["category"], string>> = {
  read: "eye",
  edit: "edit",
  run: "terminal",
  mcp: "plug",
  internal: "tools",
};

export const ToolRowView = ({ row }: { readonly row: ToolRow }): JSX.Element => (
  <div class={`row tool ${row.status}`} data-testid="row-tool" data-status={row.status}>
    <Fold open={isOpen(row.id)} testId="tool-toggle" onToggle={() => toggle(row.id)} summary={<Summary row={row} />}>
      <Details row={row} />
    </Fold>
    {row.status === "running" && row.tail !== "" && !isOpen(row.id) ? (
      <div class="live-tail" aria-hidden="true">
        {lastLine(row.tail)}
      </div>
    ) : null}
    {row.place?.refused === "something" ? (
      <p class="tool-refusal" data-testid="tool-refusal">
        <Icon name="lock" /> {cleanText(row.place.text)}
      </p>
    ) : null}
    {row.delegate === undefined ? null : <DelegateView delegate={row.delegate} />}
    {row.approval === undefined ? null : <Approval callId={row.callId} approval={row.approval} />}
  </div>
);

const Summary = ({ row }: { readonly row: ToolRow }): JSX.Element => (
  <>
    <Icon name={CATEGORY_ICONS[row.category]} />
    <span class="tool-line" title={cleanText(`${row.name} ${row.subject}`).trim()}>
      <span data-testid="tool-phrase">{phraseOf(row)}</span>{" "}
      {row.matches === undefined ? null : (
        <span class="tool-matches">· {word("matchCount", { count: row.matches })}</span>
      )}
    </span>
    {row.kept === "full" ? null : (
      <span class="badge">{word(row.kept === "spilled" ? "badgeSpilled" : "badgePruned")}</span>
    )}
    {row.place === undefined ? null : (
      <span class="badge" data-testid="tool-sandbox" title={cleanText(row.place.text)}>
        {word("badgeSandbox")}
      </span>
    )}
    {timeOf(row).map((time) => (
      <span key="time" class="tool-time">
        {time}
      </span>
    ))}
    <span class={`tool-status ${row.status}`} title={[statusText(row), ...timeOf(row)].join(" · ")}>
      <Icon name={STATUS_ICONS[row.status]} />
      <span class="visually-hidden">{statusText(row)}</span>
    </span>
  </>
);

/** A row must not claim that something runs while its approval is still open, or that it ran if it was denied. */
function phraseOf(row: ToolRow): string {
  if (row.status === "done" || row.exitCode !== null) return pastPhrase(row);
  return row.status === "running" ? presentPhrase(row) : plannedPhrase(row);
}

const Details = ({ row }: { readonly row: ToolRow }): JSX.Element => {
  const left = row.chars - row.head.length - row.tail.length;
  const silent = row.head === "" && row.tail === "" && row.status !== "waiting" && row.status !== "pending";
  return (
    <>
      {row.edit === undefined || row.status === "failed" ? (
        <OutputView text={readableInput(row.inputJson)} label={word("toolInput")} />
      ) : (
        <EditDetails row={row} edit={row.edit} />
      )}
      {silent ? <p class="note">{word(row.status === "running" ? "noOutputYet" : "noOutput")}</p> : null}
      {row.head === "" ? null : <OutputView text={row.head} label={word("toolOutput")} />}
      {left > 0 && row.tail !== "" ? (
        <p class="note cut">{word("charsLeftOut", { count: formatCount(left) })}</p>
      ) : null}
      {row.tail === "" ? null : <OutputView text={row.tail} label={word("toolOutputEnd")} />}
      {row.chars === 0 ? null : (
        <div class="buttons">
          <span class="note">
            {row.exitCode === null ? null : `${word("exitCode", { code: row.exitCode })} · `}
            {word("charCount", { count: formatCount(row.chars) })}
          </span>
          <Button
            look="link"
            label={word("whyRun")}
            testId="why-run"
            onClick={() => post({ type: "open-inspector", section: "audit" })}
          />
          <Button
            look="link"
            label={word("openFullOutput")}
            testId="open-output"
            onClick={() => post({ type: "open-output", callId: row.callId })}
          />
        </div>
      )}
    </>
  );
};

/** One argument per line; JSON that cannot be parsed (cut, or still growing) is shown unchanged. */
function readableInput(inputJson: string): string {
  try {
    const input: unknown = JSON.parse(inputJson);
    if (typeof input !== "object" || input === null) return inputJson;
    return Object.entries(input)
      .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join("\n");
  } catch {
    return inputJson; // Arguments are bounded on their way here; a cut one cannot be parsed.
  }
}

const timeOf = ({ durationMs }: ToolRow): readonly string[] => (durationMs === null ? [] : [formatMs(durationMs)]);
const statusText = (row: ToolRow): string => word(`tool_${row.status}`);
const lastLine = (text: string): string => cleanText(text.trimEnd().split("\n").at(-1) ?? "").slice(0, 200);

import type { JSX } from "preact";
import type { ToolRow } from "../../../src/protocol/chat";
import { Fold, Icon } from "../../shared/components/controls";
import { isOpen, toggle } from "../../shared/components/open-folds";
import { word } from "../../shared/language/words";
import { reveal, rowOf } from "../state/store";
import { ToolRowView } from "./tool-row";

/** Consecutive reads in one line. What still runs, waits for an answer, or failed is shown in any case. */
export const ToolGroupView = ({ ids }: { readonly ids: readonly string[] }): JSX.Element => {
  const rows = ids.flatMap((id) => {
    const row = rowOf(id)?.value;
    return row?.kind === "tool" ? [row] : [];
  });
  const key = `group-${ids[0] ?? ""}`;
  const open = isOpen(key) || (reveal.value !== null && ids.includes(reveal.value));
  const shown = open ? [] : rows.filter(({ status }) => status !== "done");
  return (
    <div class="row tool-group" data-testid="tool-group">
      <Fold open={open} testId="group-toggle" onToggle={() => toggle(key)} summary={<Summary rows={rows} />}>
        {rows.map((row) => (
          <Member key={row.id} row={row} />
        ))}
      </Fold>
      {shown.map((row) => (
        <Member key={row.id} row={row} />
      ))}
    </div>
  );
};

const Member = ({ row }: { readonly row: ToolRow }): JSX.Element => (
  <div id={`row-${row.id}`} class={reveal.value === row.id ? "revealed" : ""} tabIndex={-1}>
    <ToolRowView row={row} />
  </div>
);

/** What failed, was denied or stopped has a line of its own, and did not happen. */
const NOT_DONE: ReadonlySet<ToolRow["status"]> = new Set(["failed", "denied", "stopped"]);

const Summary = ({ rows: all }: { readonly rows: readonly ToolRow[] }): JSX.Element => {
  const happened = all.filter(({ status }) => !NOT_DONE.has(status));
  const rows = happened.length === 0 ? all : happened;
  const searches = rows.filter(({ name }) => name === "search_files").length;
  const lists = rows.filter(({ name }) => name === "list_files").length;
  const files = new Set(rows.flatMap(({ name, subject }) => (name === "read_file" ? [subject] : []))).size;
  const others = rows.filter(({ name }) => !["search_files", "list_files", "read_file"].includes(name)).length;
  const parts = [
    ...(files > 0 ? [word("groupRead", { count: files })] : []),
    ...(searches > 0 ? [word("groupSearched", { count: searches })] : []),
    ...(lists > 0 ? [word("groupListed", { count: lists })] : []),
    ...(others > 0 ? [word("groupOther", { count: others })] : []),
  ];
  return (
    <>
      <Icon name="eye" />
      <span class="tool-line">{capitalized(parts.join(" · "))}</span>
    </>
  );
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import { unreachable } from "../../core/base/unreachable";
import type { Row } from "../../protocol/chat";
import type { Change } from "../../protocol/messages";
/** Changes of rows; "rows-reset" starts a new transcript. */
export type RowChange =
  | Extract<
      Change,
      { kind: "rows-appended" | "row-replaced" | "rows-removed" | "row-grew" | "row-settled" | "tool-tail" }
    >
  | { readonly kind: "rows-reset"; readonly rows: readonly Row[] };

/** Fills a tall sidebar several times over and still makes a small message. */
const PAGE_ROWS = 100;

export interface RowPage {
  readonly from: number;
  readonly rows: readonly Row[];
}

/** All rows in order. Changed in place: copying 10,000 rows for each token would be quadratic. */
export class Transcript {
  private rows: Row[] = [];
  private at = new Map<string, number>();

  apply(change: RowChange): void {
    switch (change.kind) {
      case "rows-reset":
        this.rows = [];
        this.at.clear();
        this.append(change.rows);
        return;
      case "rows-appended":
        this.append(change.rows);
        return;
      case "rows-removed":
        this.remove(new Set(change.ids));
        return;
      case "row-replaced":
        this.update(change.row.id, () => change.row);
        return;
      case "row-grew":
        this.update(change.id, (row) =>
          row.kind === "reply" || row.kind === "thinking" ? { ...row, text: row.text + change.text } : row,
        );
        return;
      case "row-settled":
        this.update(change.id, (row) =>
          row.kind === "reply" || row.kind === "thinking"
            ? { ...row, messageId: change.messageId, state: change.state }
            : row,
        );
        return;
      case "tool-tail":
        this.update(change.id, (row) =>
          row.kind === "tool" ? { ...row, tail: change.tail, chars: change.chars } : row,
        );
        return;
      default:
        unreachable(change);
    }
  }

  get(id: string): Row | undefined {
    const index = this.at.get(id);
    return index === undefined ? undefined : this.rows[index];
  }

  /** The position of a message's first row, for a view to scroll to. */
  find(messageId: string): { readonly rowId: string; readonly index: number } | undefined {
    const index = this.rows.findIndex(
      (row) => row.id === messageId || ("messageId" in row && row.messageId === messageId),
    );
    const row = this.rows[index];
    return row === undefined ? undefined : { rowId: row.id, index };
  }

  lastPage(): RowPage {
    return this.pageBefore(this.rows.length);
  }

  pageBefore(index: number): RowPage {
    const end = Math.max(0, Math.min(index, this.rows.length));
    const from = Math.max(0, end - PAGE_ROWS);
    return { from, rows: this.rows.slice(from, end) };
  }

  private append(rows: readonly Row[]): void {
    for (const row of rows) {
      this.at.set(row.id, this.rows.length);
      this.rows.push(row);
    }
  }

  /** Only rows near the end are ever removed: those of a reply that differs from its streamed text. */
  private remove(ids: ReadonlySet<string>): void {
    const first = Math.min(...[...ids].map((id) => this.at.get(id) ?? this.rows.length));
    const kept = this.rows.slice(first).filter((row) => !ids.has(row.id));
    for (const id of ids) this.at.delete(id);
    this.rows.length = first;
    this.append(kept);
  }

  private update(id: string, change: (row: Row) => Row): void {
    const index = this.at.get(id);
    const row = index === undefined ? undefined : this.rows[index];
    if (index !== undefined && row !== undefined) this.rows[index] = change(row);
  }
}

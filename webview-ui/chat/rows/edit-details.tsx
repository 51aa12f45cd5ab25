import type { JSX } from "preact";
import type { ToolRow } from "../../../src/protocol/chat";
import type { EditPicture } from "../../../src/protocol/edits";
import { Button } from "../../shared/components/controls";
import { ChangedLines, DiffLines } from "../../shared/components/diff-lines";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";

/** A finished edit: its changed lines instead of raw arguments, a way to the file, and a way back. */
export const EditDetails = ({ row, edit }: { readonly row: ToolRow; readonly edit: EditPicture }): JSX.Element => (
  <>
    <DiffLines {...edit} />
    <div class="buttons">
      <ChangedLines {...edit} />
      <Button
        look="link"
        label={word("openFile")}
        testId="edit-open"
        onClick={() => post({ type: "open-file", path: edit.path, line: null })}
      />
      {row.undo === undefined ? null : (
        <Button
          look="link"
          label={word("undoEdit")}
          testId="edit-undo"
          onClick={() => post({ type: "undo-edit", callId: row.callId })}
        />
      )}
    </div>
  </>
);

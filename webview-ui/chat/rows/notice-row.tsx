import type { JSX } from "preact";
import type { NoticeRow } from "../../../src/protocol/chat";
import { Button, Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText, cutLines } from "../../shared/text/safe-text";

export const NoticeRowView = ({ row }: { readonly row: NoticeRow }): JSX.Element => (
  <div
    class={`row notice ${row.level}`}
    data-testid={`row-notice-${row.topic}`}
    role={row.level === "error" ? "alert" : "note"}
  >
    <Icon name={row.level} />
    <div class="notice-body">
      <span>
        {titleOf(row)}
        {row.text === "" ? "" : cutLines(cleanText(row.text), 1_000)}
      </span>
      {row.actions.length === 0 ? null : (
        <div class="buttons">
          {row.actions.map((action, index) => (
            <Button
              key={action}
              look={index === 0 ? "primary" : "plain"}
              label={word(`act_${action}`)}
              testId={`act-${action}`}
              onClick={() => post({ type: "act", action })}
            />
          ))}
        </div>
      )}
    </div>
  </div>
);

function titleOf({ topic, text }: NoticeRow): string {
  if (topic === "plain") return "";
  const title = word(`notice_${topic}`);
  return text === "" ? title : `${title} `;
}

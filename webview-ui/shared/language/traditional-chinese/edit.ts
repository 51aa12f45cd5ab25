import type { editWords as english } from "../english/edit";
import type { Wording } from "../wording";

export const editWords: Readonly<Record<keyof typeof english, Wording>> = {
  changedLines: "新增 {added} 行，刪除 {removed} 行",
  diffLabel: "變更的行",
  lineAdded: "新增：",
  lineRemoved: "刪除：",
  diffHidden: "另有 {count} 行變更",
  allowMore: "允許更大範圍",
  denyWithReason: "拒絕並說明理由…",
};

import type { editWords as english } from "../english/edit";
import type { Wording } from "../wording";

export const editWords: Readonly<Record<keyof typeof english, Wording>> = {
  changedLines: "新增 {added} 行，删除 {removed} 行",
  diffLabel: "更改的行",
  lineAdded: "新增：",
  lineRemoved: "删除：",
  diffHidden: "另有 {count} 行更改",
  allowMore: "允许更大范围",
  denyWithReason: "拒绝并说明理由…",
};

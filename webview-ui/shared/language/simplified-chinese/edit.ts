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
  openFile: "打开文件",
  undoEdit: "撤消此更改",
  changedFiles: "更改的文件",
  changedFileCount: "{count} 个文件",
  keepAll: "保留",
  undoTurn: "撤消本轮",
  moreFiles: "另有 {count} 个文件",
  showHunks: "显示 {name} 中的每处更改",
  showFileChanges: "将 {name} 与不含 Hermes 更改的版本比较",
  file_created: "新文件",
  file_changed: "已更改的文件",
  file_deleted: "已删除的文件",
  keepFile: "保留 {name} 中的更改",
  undoFile: "撤消 {name} 中的更改；您自己的编辑会保留",
  undoFileAsk: "撤消 {name} 中的更改… 您更改了相同的行。",
  hunkLine: "第 {line} 行",
  undoHunk: "撤消第 {line} 行的更改；您自己的编辑会保留",
};

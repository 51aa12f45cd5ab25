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
  openFile: "開啟檔案",
  undoEdit: "復原此變更",
  changedFiles: "變更的檔案",
  changedFileCount: "{count} 個檔案",
  keepAll: "保留",
  undoTurn: "復原此回合",
  moreFiles: "另有 {count} 個檔案",
  showHunks: "顯示 {name} 中的每處變更",
  showFileChanges: "將 {name} 與不含 Hermes 變更的版本比較",
  file_created: "新檔案",
  file_changed: "已變更的檔案",
  file_deleted: "已刪除的檔案",
  keepFile: "保留 {name} 中的變更",
  undoFile: "復原 {name} 中的變更；您自己的編輯會保留",
  undoFileAsk: "復原 {name} 中的變更… 您變更了相同的行。",
  hunkLine: "第 {line} 行",
  undoHunk: "復原第 {line} 行的變更；您自己的編輯會保留",
};

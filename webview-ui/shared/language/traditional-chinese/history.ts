import type { historyWords as english } from "../english/history";
import type { Wording } from "../wording";

export const historyWords: Readonly<Record<keyof typeof english, Wording>> = {
  history: "歷程記錄",
  historyBack: "返回聊天",
  historySearch: "搜尋所有工作階段",
  historyCount: "{count} 個工作階段",
  historyLoading: "正在載入工作階段…",
  historySearching: "正在搜尋…",
  historyEmpty: "還沒有工作階段。每次對話都會列在這裡。",
  historyNothing: "沒有工作階段包含「{query}」。",
  historyMore: "還有 {count} 個更早的工作階段，可透過搜尋找到。",
  historyOpen: "目前開啟",
  historyMessages: "{count} 則訊息",
  historyTokens: "{tokens} token",
  historyRename: "重新命名（F2）",
  historyTitle: "工作階段標題",
  historyDelete: "刪除（移至垃圾桶）",
  historyDeleted: "「{title}」已移至垃圾桶。",
  historyUndo: "復原",
  historyOthers: "尋找其他代理程式的工作階段…",
  historyWaiting: "Hermes 正在聊天中等待你的核准。",
  day_today: "今天",
  day_yesterday: "昨天",
  day_week: "過去 7 天",
  day_month: "過去 30 天",
  day_older: "更早",
};

import type { historyWords as english } from "../english/history";
import type { Wording } from "../wording";

export const historyWords: Readonly<Record<keyof typeof english, Wording>> = {
  history: "历史记录",
  historyBack: "返回聊天",
  historySearch: "搜索所有会话",
  historyCount: "{count} 个会话",
  historyLoading: "正在加载会话…",
  historySearching: "正在搜索…",
  historyEmpty: "还没有会话。每次对话都会列在这里。",
  historyNothing: "没有会话包含“{query}”。",
  historyMore: "还有 {count} 个更早的会话，可通过搜索找到。",
  historyOpen: "当前打开",
  historyMessages: "{count} 条消息",
  historyTokens: "{tokens} token",
  historyRename: "重命名（F2）",
  historyTitle: "会话标题",
  historyDelete: "删除（移到回收站）",
  historyDeleted: "“{title}”已移到回收站。",
  historyUndo: "撤消",
  historyOthers: "查找其他代理的会话…",
  historyWaiting: "Hermes 正在聊天中等待你的批准。",
  day_today: "今天",
  day_yesterday: "昨天",
  day_week: "过去 7 天",
  day_month: "过去 30 天",
  day_older: "更早",
};

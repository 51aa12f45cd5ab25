import type { safetyWords as english } from "../english/safety";
import type { Wording } from "../wording";

export const safetyWords: Readonly<Record<keyof typeof english, Wording>> = {
  badgeSandbox: "沙箱",
  whyRun: "為什麼會執行？",
  section_audit: "為什麼會執行？",
  auditNote: "每一次呼叫、由誰或哪項規則決定、如何結束。最新的在最上面；記錄檔中保留全部紀錄。",
  noDecisions: "此工作階段中還沒有呼叫。",
  onlyReading: "目前只有讀取作業；勾選上方的選項即可顯示。",
  auditShowReading: "同時顯示讀取作業",
  auditTime: "時間",
  auditCall: "呼叫",
  auditDecision: "決定",
  auditEnd: "結果",
  auditOnce: "您已允許",
  auditSession: "您已在此工作階段中允許：{covers}",
  auditWorkspace: "您已在此工作區中允許：{covers}",
  auditDenied: "您已拒絕",
  auditRemembered: "由先前的回答允許：{covers}",
  auditRuleAllowed: "由規則允許：{rule}",
  auditRuleDenied: "由規則拒絕：{rule}",
  auditRunning: "執行中",
  auditNotRun: "未執行",
  auditDone: "完成",
  auditFailed: "失敗",
  auditExit: "結束代碼 {code}",
};

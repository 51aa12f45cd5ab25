import type { safetyWords as english } from "../english/safety";
import type { Wording } from "../wording";

export const safetyWords: Readonly<Record<keyof typeof english, Wording>> = {
  badgeSandbox: "沙盒",
  whyRun: "为什么会运行？",
  section_audit: "为什么会运行？",
  auditNote: "每一次调用、由谁或什么规则决定、如何结束。最新的在最上面；日志中保留全部记录。",
  noDecisions: "此会话中还没有调用。",
  onlyReading: "目前只有读取操作；勾选上方的选项即可显示。",
  auditShowReading: "同时显示读取操作",
  auditTime: "时间",
  auditCall: "调用",
  auditDecision: "决定",
  auditEnd: "结果",
  auditOnce: "你已允许",
  auditSession: "你已在此会话中允许：{covers}",
  auditWorkspace: "你已在此工作区中允许：{covers}",
  auditDenied: "你已拒绝",
  auditRemembered: "由先前的回答允许：{covers}",
  auditRuleAllowed: "由规则允许：{rule}",
  auditRuleDenied: "由规则拒绝：{rule}",
  auditRunning: "正在运行",
  auditNotRun: "未运行",
  auditDone: "完成",
  auditFailed: "失败",
  auditExit: "退出代码 {code}",
};

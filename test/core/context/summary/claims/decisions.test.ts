import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { says, user } from "../../../../support/conversation";

const verdictsOf = (text: string, messages: readonly Message[], section = "Key Decisions"): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a decision on what was proposed", () => {
  const messages = [
    user("The export is slow. Please look at exporter.py."),
    says("The rows are loaded one by one. Shall I add a Celery worker for the export?"),
    user("Not now, we have no broker in production."),
    says("Then either a bulk query with prefetch, or a cached snapshot table. Which one?"),
    user("bulk query please"),
    says("Done. May I drop the old report view as well?"),
    user("yes, nobody uses it"),
    says("要我顺便把日志级别改成 debug 吗？"),
    user("不用，保持 info。"),
  ];

  it.each([
    "User agreed to add a Celery worker for the export.",
    "The user gave permission for a Celery worker.",
    "User chose the cached snapshot table.",
    "It was agreed to introduce a snapshot table as a cache.",
    "用户同意为导出增加 Celery worker。",
    "用户同意把日志级别改成 debug。",
    "User decided to keep the old report view.",
  ])("is not taken where the user said otherwise: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it.each([
    "User declined a Celery worker for the export.",
    "No Celery worker for now: there is no broker in production.",
    "A bulk query with prefetch was chosen over a cached snapshot table.",
    "User approved dropping the old report view.",
    "导出不用 Celery worker。",
    "日志级别保持 info，不改成 debug（用户决定）。",
  ])("may be told as it was taken: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

describe("a wish in the user's own words", () => {
  const messages = [
    user("Speed up the importer. The legacy flag is still used by ops, don't remove it. No numpy, please."),
    says("The parser takes most of the time."),
    user("Rewrite it then. Leave the failing test_locale alone. Replicas: don't touch them."),
    user("I'll rotate the API key myself."),
    user("旧接口前端还在用，先别删。缓存目录别动。"),
  ];

  it.each([
    "User wants the legacy flag removed.",
    "The importer is to use numpy, as the user asked.",
    "User asked to mark the failing test_locale as skipped.",
    "User decided to raise the replicas to 4.",
    "The agent is to rotate the API key.",
    "用户同意删除旧接口。",
    "用户要求移除 legacy flag。",
  ])("is not turned around: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it.each([
    "The legacy flag stays, ops still use it.",
    "No numpy in the importer.",
    "test_locale is left failing.",
    "旧接口暂时保留，前端还在用。",
    "缓存目录不许动。",
  ])("may be told in other words: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });

  it("may change later", () => {
    const later = [...messages, user("Ops moved on: remove the legacy flag after all.")];
    expect(verdictsOf("User wants the legacy flag removed.", later)).toEqual([]);
  });
});

describe("an alternative that the answer passed over", () => {
  const messages = [
    user("合并缓冲区。要求：不要引入 Boost 之类的库，日期用原生 Date。"),
    says("写满时您希望：A) 丢弃新数据并返回 false；B) 覆盖最旧的数据？"),
    user("选 A。重复关闭直接返回，不要抛异常。"),
    says("Should half cents round half-up or with banker's rounding (ROUND_HALF_EVEN)?"),
    user("Half up, our accountant requires it. At most 5 attempts per event."),
    says("The filter still needs its focus back. I could pull in focus-trap-react, or keep a ref in ProductsPage."),
    user("No new dependency. A ref is fine."),
    says("Zero as a limit: should 0 print nothing, or should the parser reject it?"),
    user("reject it, printing nothing makes no sense"),
  ];

  it.each([
    "用户选择写满时覆盖最旧的数据。",
    "用户决定引入 Boost 来管理缓冲区。",
    "用户要求重复关闭时抛出异常。",
    "The user chose banker's rounding (ROUND_HALF_EVEN) for half cents.",
    "The user decided that 0 prints nothing.",
  ])("was not decided: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it("was not decided where the user said another number", () => {
    expect(verdictsOf("The user wants at most 8 attempts per event.", messages)).toEqual(["contradicted"]);
  });

  it.each([
    "用户选 A：写满时丢弃新数据并返回 false。",
    "不引入 Boost（用户要求）。",
    "重复关闭时直接返回，不抛异常（用户要求）。",
    "Half cents round half up; the user says the accountant requires it.",
    "The user wants at most 5 attempts per event.",
    "Focus goes back through a ref in ProductsPage (user ruled out new dependencies).",
    "The user rejects 0 as a limit.",
  ])("is no reason to doubt what was chosen instead: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

describe("something that the user named", () => {
  const messages = [
    user("Keep the batch size at 64. 状态先放内存里，不要引入 Redis。Don't use strict_args!(false) anywhere."),
    says("Shall I make it 256, or leave the delay at 30 s?"),
    user("make it 128. SSH.NET 的升级单独提 PR，这次不做。No new dependencies, and I'll commit myself."),
  ];

  it.each([
    "用户决定用 Redis 保存状态。",
    "Argument checks are relaxed with strict_args!(false); user is fine with it.",
    "已商定用 dayjs 处理日期。",
    "It was agreed to pull in cenkalti/backoff.",
    "用户拍板：本次升级 SSH.NET。",
  ])("is not chosen where it was refused, or never said: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it.each([
    "用户决定状态放在内存里，不引入 Redis。",
    "用户拍板：SSH.NET 升级另开 PR，本次不做。",
    "提交操作留给用户自己完成。",
    "The helper is written by hand (the user ruled out new dependencies).",
    "The user wants the batch size kept at 64.",
  ])("may be told in other words: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

describe("a decision in words that are all said about other things", () => {
  const messages = [
    user("Return 409 for a taken slot. Cap the delay at 30 seconds. Rows of failed jobs go into dead_letters."),
    says("GTest is not installed here. Do you want it from the system, or via FetchContent?"),
    user("FetchContent, pinned to v1.14.0."),
    user("用 AbortController。严格小于安全库存才标红,等于不算。"),
    user("标红的颜色用 #d4380d。"),
  ];

  it.each(["The user chose zstd for the failed jobs.", "User asked for a whitelist of slots."])(
    "is marked: %s",
    (text) => {
      expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
    },
  );

  it.each([
    "GTest is pulled in through FetchContent and pinned to v1.14.0, as the user asked.",
    "用户决定:只有严格小于安全库存才标红,颜色用 #d4380d。",
    "A taken slot is answered with 409 (the user's choice).",
  ])("is left alone where several messages say its parts: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

describe("a decision that went the other way", () => {
  const messages = [
    says("备份失败时,半成品文件保留还是删除?"),
    user("失败就把半成品删掉,不要留。没带签名的请求照旧放行。"),
    user("Drop pytz from requirements.txt... no, wait, that goes into a separate PR."),
    user("We had talked about a freight band from 30 to 70 kg. I decided against it for now: freight stays out."),
    says("Two ways: (a) optimistic locking with a version column, or (b) a row lock. Which one?"),
    user("(b), the row lock. Put the page size into headers, not into the body."),
    user("CHANGELOG 先不写,等发版再说。不要引入 xlsx 之类的新依赖。Java 11 must stay the minimum version."),
    says("The snapshot test is red. Should I change its expectation?"),
    user("hm. ask finance before touching that one."),
    user("I'll decide about the cron time when I have asked the desk."),
  ];

  it.each([
    "用户指定备份失败时保留半成品文件,方便事后排查。",
    "用户决定:没带签名的请求一律拒绝。",
    "User decided to drop pytz from requirements.txt in this change.",
    "User decided to add the freight band from 30 to 70 kg in this release.",
    "Optimistic locking with a version column was what the user settled on.",
    "The user decided to change the expectation of the snapshot test.",
  ])("is marked: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual(["unchecked"]);
  });

  it.each([
    "用户要求失败时删除半成品,不保留。",
    "CHANGELOG 等发版再说",
    "用户要求不引入新的依赖(如 xlsx)。",
    "User preference: Java 11 stays the minimum version and no dependencies are added.",
    "The user preferred headers to the body for the page size.",
    "The time for the cron entry is open, the user wants to ask the desk first.",
  ])("is left alone where it is told as it went: %s", (text) => {
    expect(verdictsOf(text, messages)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import chinese from "../../l10n/bundle.l10n.zh-cn.json";
import { decideRecovery } from "../../src/core/agent/recover";
import type { AgentEvent } from "../../src/core/agent/events";
import { callId, sessionId } from "../../src/core/conversation/ids";
import { interpretEvent, interpretPreview } from "../../src/presenter/interpret-event";
import { createInterpreter } from "../../src/presenter/interpreter";

const interpret = createInterpreter(chinese);

describe("a sentence of core", () => {
  it.each([
    ["The turn took 50 steps without finishing.", "本轮用了 50 步仍未完成。"],
    [
      "No summary could be written, so everything was kept: the summary took too long",
      "未能写出摘要，因此全部保留：摘要耗时过长",
    ],
    [
      "Automatic compression is paused: two summaries in a row could not be generated.",
      "自动压缩已暂停：连续两次未能生成摘要。",
    ],
    [
      "Sonnet could not write the summary (the model refused to summarize); Haiku is asked instead.",
      "Sonnet 未能写出摘要（模型拒绝写摘要）；改由 Haiku 来写。",
    ],
    [
      "It did not answer within 30 seconds. The built-in compressor works in its place for the rest of this session.",
      "它在 30 秒内没有回应。本会话余下的时间由内置压缩器代替它工作。",
    ],
    [
      "Its list is illegal: there are 2 summaries. The built-in compressor did this compression.",
      "它的列表不合法：there are 2 summaries。这次压缩由内置压缩器完成。",
    ],
    [
      'The engine folder "odd" was left out: engine.json has no name. Correct it, then start a new session or reload the window. Until then the built-in "compressor" keeps the conversation within the window.',
      "引擎文件夹“odd”被忽略：engine.json 中没有名称。请更正，然后开始新会话或重新加载窗口。在此之前由内置的“compressor”把对话保持在窗口之内。",
    ],
    [
      'The engine "odd" was not allowed to run. You are asked again when a session begins. Until then the built-in "compressor" keeps the conversation within the window.',
      "引擎“odd”未被允许运行。会话开始时会再次询问你。在此之前由内置的“compressor”把对话保持在窗口之内。",
    ],
    ["Message 3 (user) is gone.", "第 3 条消息（user）已不在。"],
  ])("is said in Chinese, and so is what it quotes: %s", (english, said) => {
    expect(interpret(english)).toBe(said);
  });

  it("keeps the words of a provider, behind what they mean", () => {
    expect(interpret("The provider is overloaded, and waiting did not help: 529 try later")).toBe(
      "提供方过载，等待也无济于事：529 try later",
    );
    expect(interpret("The provider refused the request.")).toBe("提供方拒绝了请求。");
    expect(
      interpret(
        'The provider did not accept the key. Add a valid one with "Hermes: Set API Key": No API key is set for anthropic',
      ),
    ).toBe("提供方不接受该密钥。请用“Hermes: 设置 API 密钥”添加有效的密钥：尚未为 anthropic 设置 API 密钥");
  });

  it("is found whatever recovery says", () => {
    const facts = {
      tried: { compressions: 9, loweredOutput: 0, strippedThinking: true, waits: 2 },
      waitMs: undefined,
      message: "",
      hasOlderImages: false,
      outputTokens: 100,
    };
    const kinds = [
      { kind: "overflow" },
      { kind: "bad-thinking" },
      { kind: "rate-limited", retryAfterMs: 90_000 },
      { kind: "overloaded" },
      { kind: "disconnected" },
      { kind: "unauthorized" },
      { kind: "rejected", status: 400 },
    ] as const;
    const reasons = kinds
      .map((failure) => decideRecovery(failure, facts))
      .map((recovery) => (recovery.kind === "give-up" ? interpret(recovery.reason) : recovery.kind));
    expect(reasons.filter((reason) => !/\p{Script=Han}/u.test(reason))).toEqual([]);
  });

  it.each(["", "529 overloaded_error", "take 5 messages", "take 5 min", "a: b: c.", "Unknown: {0}"])(
    "that nobody knows stays as it is: %j",
    (text) => {
      expect(interpret(text)).toBe(text);
    },
  );

  it("leaves names alone, even where they are words of the bundle", () => {
    expect(interpret('There is no context engine named "message"; the built-in "compressor" is used.')).toBe(
      "没有名为“message”的上下文引擎；使用内置的“compressor”。",
    );
  });

  it.each([
    ["Change Read me first.md", "更改 Read me first.md"],
    ["Read Read me first.md", "读取 Read me first.md"],
    ["Search for Summary of it failed: no", "搜索 Summary of it failed: no"],
    ["/home/me/Read me first.md lies outside the workspace", "/home/me/Read me first.md 位于工作区之外"],
    ["Something went wrong inside Hermes: Change of plan", "Hermes 内部出错：Change of plan"],
  ])("says exactly which file or words it is about: %s", (english, said) => {
    expect(interpret(english)).toBe(said);
  });

  it("is given up where it quotes on and on, however long the text", () => {
    const endless = "It failed: ".repeat(20_000);
    expect(interpret(endless).endsWith("It failed: ".repeat(19_000))).toBe(true);
    expect(interpret("a: ".repeat(20_000))).toBe("a: ".repeat(20_000));
    expect(interpret("Read ".repeat(20_000))).toBe(`读取 ${"Read ".repeat(19_999)}`);
  });

  it("stays English without a bundle", () => {
    expect(createInterpreter({})("The provider refused the request: no.")).toBe(
      "The provider refused the request: no.",
    );
  });
});

describe("an event", () => {
  const session = sessionId("s");

  it("has its reason in the language of the person", () => {
    const event: AgentEvent = {
      type: "compression-failed",
      session,
      cause: "not-smaller",
      reason: "The next request would still take about 9,000 tokens, not below the threshold of 8,000.",
    };
    expect(interpretEvent(event, interpret)).toEqual({
      ...event,
      reason: "下一个请求仍将占用约 9,000 token，并未低于 8,000 的阈值。",
    });
  });

  it("shows a command exactly as it would run, and warns in the language of the person", () => {
    const request = {
      callId: callId("c"),
      tool: "terminal",
      category: "run",
      title: "Run a command in my things",
      detail: "echo Read 'the disk is full'\n\nLook closely: it fails.",
      warning: "Look closely: it runs `rm -rf x`, which may destroy work.",
    } as const;
    expect(interpretEvent({ type: "approval-asked", request }, interpret)).toEqual({
      type: "approval-asked",
      request: {
        ...request,
        title: "在 my things 中运行命令",
        warning: "请仔细查看：它会运行 `rm -rf x`，可能破坏已有成果。",
      },
    });
  });

  it("of what the model said is left alone", () => {
    const event: AgentEvent = { type: "tool-output", callId: callId("c"), text: "the disk is full" };
    expect(interpretEvent(event, interpret)).toBe(event);
  });

  it("that takes a preview away is left alone", () => {
    expect(interpretPreview({ kind: "preview", preview: null }, interpret)).toEqual({ kind: "preview", preview: null });
  });
});

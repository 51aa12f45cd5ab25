import { describe, expect, it } from "vitest";
import simplifiedChinese from "../../../l10n/bundle.l10n.zh-cn.json";
import traditionalChinese from "../../../l10n/bundle.l10n.zh-tw.json";
import type { AgentEvent } from "../../../src/core/agent/events";
import { counted, sentence, verbatim } from "../../../src/core/base/sentence";
import { SentenceError } from "../../../src/core/base/sentence-error";
import { callId } from "../../../src/core/conversation/ids";
import { createPresenter } from "../../../src/presenter/presenter";
import { createSay, sayError } from "../../../src/presenter/words/say";
import { ended, opened } from "../../support/agent-events";
import { call, says } from "../../support/conversation";

const sayIn = (bundle: Readonly<Record<string, string>>) => createSay((text) => bundle[text] ?? text);
const simplified = sayIn(simplifiedChinese);
const traditional = sayIn(traditionalChinese);

describe("a sentence of core", () => {
  it("is whole in Chinese, including what it quotes", () => {
    const fallback = sentence("{problem} The built-in compressor did this compression.", {
      problem: sentence("Its message list is invalid: {flaw}.", {
        flaw: sentence("there are {count} summaries", { count: 2 }),
      }),
    });
    expect(simplified(fallback)).toBe("它的消息列表无效：有 2 份摘要。这次压缩由内置压缩器完成。");
    expect(traditional(fallback)).toBe("其訊息清單無效：有 2 份摘要。這次壓縮由內建壓縮器完成。");
  });

  it("keeps names and the words of a provider", () => {
    const details = verbatim("529 The provider is overloaded.");
    const problem = sentence("The provider is overloaded.");
    expect(simplified(sentence("{problem} Details: {details}", { problem, details }))).toBe(
      "提供方过载。详细信息：529 The provider is overloaded.",
    );
    expect(traditional(sentence("Read {path}", { path: "Read me first.md" }))).toBe("讀取 Read me first.md");
  });

  it("counts in Chinese too", () => {
    expect([1, 2].map((count) => simplified(counted(count, "1 message", "{count} messages")))).toEqual([
      "1 条消息",
      "2 条消息",
    ]);
  });

  it("is what an error says", () => {
    expect(sayError(new SentenceError(sentence("Stopped.")), simplified)).toBe("已停止。");
    expect(sayError(new Error("EPIPE"), simplified)).toBe("EPIPE");
  });
});

describe("the rows of a presenter", () => {
  const rowsOf = (...events: readonly AgentEvent[]) => {
    const presenter = createPresenter(simplified);
    for (const event of [opened(), ...events]) presenter.take(event);
    return presenter.chat().rows;
  };

  it("are in the language of the reader", () => {
    expect(rowsOf({ type: "notice", level: "warning", text: sentence("The model declined to answer.") })).toMatchObject(
      [{ text: "模型拒绝回答。" }],
    );
  });

  it("show a command exactly as it would run, with a warning in the language of the reader", () => {
    const request = {
      callId: callId("c1"),
      tool: "terminal",
      category: "run",
      title: sentence("Run a command in {folder}", { folder: "my things" }),
      detail: "echo Read 'the disk is full'\n\nLook closely: it fails.",
      warning: sentence("Look closely: {note}.", {
        note: sentence("it runs `{command}`, which may destroy work", { command: "rm -rf x" }),
      }),
    } as const;
    const asking = says(call("terminal", '{"command":"rm -rf x"}', "c1"));
    expect(rowsOf(ended(asking), { type: "approval-asked", request })).toMatchObject([
      {
        approval: {
          title: "在 my things 中运行命令",
          detail: request.detail,
          warning: "请仔细查看：它会运行 `rm -rf x`，可能破坏已有成果。",
        },
      },
    ]);
  });

  it("leave the words of tools alone", () => {
    const asking = says(call("terminal", "{}", "c1"));
    const output: AgentEvent = { type: "tool-output", callId: callId("c1"), text: "the disk is full" };
    expect(rowsOf(ended(asking), output)).toMatchObject([{ tail: "the disk is full" }]);
  });
});

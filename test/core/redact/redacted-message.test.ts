import { describe, expect, it } from "vitest";
import { verbatim } from "../../../src/core/base/sentence";
import { redactMessage, sealSummary } from "../../../src/core/redact/redacted-message";
import { redactSentence } from "../../../src/core/redact/redacted-sentence";
import { call, result, says, summary, user, withBody } from "../../support/conversation";

const key = `gh${"p_"}Qx7ZrT2mKp9LwB4vNc6HjD8sFy3GaU5e1234`;

describe("a redacted message", () => {
  it("is the very same object where there is nothing to take out", () => {
    const messages = [user("hello"), says("hi", call("read_file", '{ "path" : "a.ts" }')), result("read_file", "x")];
    expect(messages.map((message) => redactMessage(message) === message)).toEqual([true, true, true]);
  });

  it("is made once", () => {
    const message = user(`key ${key}`);
    expect(redactMessage(message)).toBe(redactMessage(message));
    expect(redactMessage(redactMessage(message))).toBe(redactMessage(message));
  });

  it("loses values that only their key in the arguments tells, and stays valid JSON", () => {
    const input = { user: "app", password: "Sommer", nested: [{ api_key: "abcd1234" }], note: `a\n"${key}"` };
    const [part] = redactMessage(says(call("login", JSON.stringify(input)))).parts;
    expect(part?.type === "tool-call" && JSON.parse(part.inputJson)).toEqual({
      user: "app",
      password: "[REDACTED]",
      nested: [{ api_key: "[REDACTED]" }],
      note: 'a\n"[REDACTED]"',
    });
  });

  it("loses what arguments that broke off hold", () => {
    const [part] = redactMessage(says(call("write_file", `{"text":"token ${key}`))).parts;
    expect(part).toMatchObject({ inputJson: '{"text":"token [REDACTED]' });
  });

  it.each([
    [{ kind: "full", content: [{ type: "text", text: key }] }, { content: [{ text: "[REDACTED]" }] }],
    [{ kind: "pruned", gist: `ran ${key}` }, { gist: "ran [REDACTED]" }],
  ] as const)("covers every body of a result", (body, expected) => {
    expect(redactMessage(withBody("terminal", body)).body).toMatchObject(expected);
  });

  it("covers what rides along with a request and what a provider keeps for itself", () => {
    expect(redactMessage({ ...user("hi"), attachment: `recalled ${key}` }).attachment).toBe("recalled [REDACTED]");
    const opaque = {
      type: "opaque",
      protocol: "anthropic-messages",
      block: { query: `find ${key}`, count: 3 },
      gist: key,
    } as const;
    expect(redactMessage(says(opaque)).parts).toEqual([
      { ...opaque, block: { query: "find [REDACTED]", count: 3 }, gist: "[REDACTED]" },
    ]);
  });
});

it("seals a summary with the request it restates", () => {
  const sealed = sealSummary({ ...summary(`used ${key}`), restatedRequest: `log in with ${key}` });
  expect([sealed.text, sealed.restatedRequest]).toEqual(["used [REDACTED]", "log in with [REDACTED]"]);
});

it("takes the key out of a reason that quotes it", () => {
  const reason = { text: "{model}: {why}", values: { model: "m", why: verbatim(`bad key ${key}`), tries: [key, 3] } };
  expect(redactSentence(reason)).toEqual({
    text: "{model}: {why}",
    values: { model: "m", why: verbatim("bad key [REDACTED]"), tries: ["[REDACTED]", 3] },
  });
});

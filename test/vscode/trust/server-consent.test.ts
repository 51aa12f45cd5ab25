import { describe, expect, it } from "vitest";
import type { McpServerSetting } from "../../../src/core/tools/mcp/server-setting";
import { fingerprintOf } from "../../../src/core/tools/mcp/server-setting";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { describeOffer } from "../../../src/presenter/words/server-offer";
import { ServerConsent } from "../../../src/vscode/trust/server-consent";
import { memoryState } from "../../support/memory-state";

const evil: McpServerSetting = { command: "node", args: ["evil.js"], env: { A: "1", B: "2" } };

function consentWith(answer: "run" | "leave") {
  const asked: string[] = [];
  const consent = new ServerConsent({
    state: memoryState(),
    fingerprint: fingerprintOf,
    ask: async (name) => {
      asked.push(name);
      return answer;
    },
  });
  return { consent, asked };
}

describe("a server that a workspace offers", () => {
  it.each(["run", "leave"] as const)("is asked about once for each content: %s", async (answer) => {
    const { consent, asked } = consentWith(answer);
    const changed: readonly McpServerSetting[] = [
      evil,
      { ...evil, env: { B: "2", A: "1" } },
      { ...evil, args: ["other.js"] },
      { ...evil, env: { A: "1" } },
      { ...evil, cwd: "/" },
      { ...evil, command: "sh" },
      { url: "http://127.0.0.1/" },
      { url: "http://127.0.0.1/", headers: { "x-a": "b" } },
    ];
    for (const setting of changed) expect(await consent.confirm("s", setting)).toBe(answer);
    expect(asked).toHaveLength(changed.length - 1);
    await consent.confirm("t", evil);
    expect(asked.at(-1)).toBe("t");
  });

  it("shares one question among sessions that open at once", async () => {
    const { consent, asked } = consentWith("run");
    expect(await Promise.all([consent.confirm("s", evil), consent.confirm("s", evil)])).toEqual(["run", "run"]);
    expect(asked).toEqual(["s"]);
  });

  it("is asked about again once its refusal is forgotten", async () => {
    const { consent, asked } = consentWith("leave");
    await consent.confirm("s", evil);
    expect(consent.isRefused("s", evil)).toBe(true);
    await consent.forgetRefusal("s", evil);
    expect(consent.isRefused("s", evil)).toBe(false);
    await consent.confirm("s", evil);
    expect(asked).toHaveLength(2);
  });
});

describe("the question about a server", () => {
  it.each<[McpServerSetting, string]>([
    [
      { command: "node", args: ["a b.js", "-e", 'x="1"'], cwd: "/w", env: { PATH: "/evil" } },
      'Command: node "a b.js" -e "x=\\"1\\""\nFolder: /w\nVariable: PATH=/evil',
    ],
    [{ command: "sh", args: ["-c", "a\n\n\nrm"] }, 'Command: sh -c "a\\n\\n\\nrm"'],
    [{ command: "l\u202es", args: ["\u200b"] }, 'Command: "l\\u{202e}s" "\\u{200b}"'],
    [
      { url: "https://docs.example/mcp", headers: { authorization: "Bearer 1" } },
      'Address: https://docs.example/mcp\nHeader: authorization="Bearer 1"',
    ],
  ])("names everything that would start: %j", (setting, words) => {
    expect(describeOffer(setting, sayInEnglish)).toBe(words);
  });

  it("is not asked where it cannot show everything", () => {
    expect(describeOffer({ command: "sh", args: ["-c", `${" ".repeat(4_000)}rm`] }, sayInEnglish)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { createOriginalStore } from "../../../../src/core/context/recall/originals";
import { recallSnippets } from "../../../../src/core/context/recall/recall-snippets";
import { createWordIndex } from "../../../../src/core/context/recall/word-index";
import type { Message } from "../../../../src/core/conversation/message";
import { call, result, says, user } from "../../../support/conversation";
import { inEnglish } from "../../../support/say";

const recall = (past: readonly Message[], text: string, active: readonly Message[] = []) =>
  inEnglish(recallSnippets(createWordIndex(createOriginalStore(past)), text, active));

describe("recall", () => {
  it("brings back one line about an identifier the model no longer sees, and says why", () => {
    const told = user("The limit lives in RETRY_LIMIT_MS,\nsee below.");
    expect(recall([told, says("Understood.")], "Raise RETRY_LIMIT_MS please")).toEqual([
      {
        identifier: "RETRY_LIMIT_MS",
        messageId: told.id,
        text: "The limit lives in RETRY_LIMIT_MS,",
        why: "RETRY_LIMIT_MS is no longer in the context; one earlier message mentions it.",
      },
    ]);
  });

  it("stays silent about what is visible, unknown, or no identifier", () => {
    const past = [user("The limit lives in RETRY_LIMIT_MS.")];
    expect(recall(past, "Raise RETRY_LIMIT_MS", [user("retry_limit_ms is 5")])).toEqual([]);
    expect(recall(past, "Raise OTHER_LIMIT_MS")).toEqual([]);
    expect(recall(past, "the limit lives where?")).toEqual([]);
  });

  it.each([
    ["Chinese", "限制在RETRY_LIMIT_MS里设置为5000毫秒。", "请提高RETRY_LIMIT_MS的值"],
    ["Japanese", "ファイルsrc/auth.tsを見てください", "src/auth.tsはどこですか？"],
    ["Korean", "parseConfig를 고쳤습니다", "parseConfig가 뭐예요?"],
    ["Russian", "Ошибка в parseConfig: пусто", "что с parseConfig?"],
  ])("finds names in %s sentences, which need no space around them", (_, told, asked) => {
    expect(recall([user(told)], asked).map(({ text }) => text)).toEqual([told]);
  });

  it("finds a path with folders named in another script", () => {
    const told = user("超时写在src/配置/重试.ts里");
    expect(recall([told], "打开 src/配置/重试.ts").map(({ identifier, text }) => [identifier, text])).toEqual([
      ["src/配置/重试.ts", "超时写在src/配置/重试.ts里"],
    ]);
  });

  it("tells a name from a longer one that begins or ends with it", () => {
    const shelves = result(
      "terminal",
      "cellarShelf1042 holds 294 lemons\ncellarShelf104 holds 3 lemons\nmy_cellarShelf104 holds none",
    );
    expect(
      recall([shelves], "How full is cellarShelf104?", [user("cellarShelf1042 is red")]).map(({ text }) => text),
    ).toEqual(["cellarShelf104 holds 3 lemons"]);
    expect(recall([shelves], "How full is cellarShelf10?")).toEqual([]);
  });

  it("does not quote a message that is still there", () => {
    const told = user("See RETRY_LIMIT_MS.");
    expect(recall([told], "RETRY_LIMIT_MS?", [told])).toEqual([]);
  });

  it("prefers the line that defines a name to a listing of it", () => {
    const listing = result("list_files", "parseRequest");
    const definition = result("read_file", "// helpers\nexport function parseRequest(text: string) {\n}");
    expect(
      recall([listing, definition, result("terminal", "parseRequest")], "fix parseRequest").map(({ text }) => text),
    ).toEqual(["export function parseRequest(text: string) {"]);
  });

  it("finds names in the arguments of calls", () => {
    const asked = says(call("read_file", '{"path":"src/deep/inner.ts"}'));
    expect(recall([asked], "open src/deep/inner.ts").map(({ messageId }) => messageId)).toEqual([asked.id]);
  });

  it.each([9, 60, 300])("takes at most four lines and 1,200 characters where %i names are missing", (count) => {
    const names = Array.from({ length: count }, (_, index) => `symbol_name_${index}`);
    const past = names.map((name) => user(`${name} ${"is described at great length ".repeat(30)}`));
    const snippets = recall(past, names.join(" and "));
    expect(snippets).toHaveLength(4);
    expect(snippets.map(({ text }) => `- ${text}\n`).join("").length).toBeLessThanOrEqual(1_200);
  });

  it("quotes what one message says of several names, with gaps between", () => {
    const file = result(
      "read_file",
      ["const openDoor = 1;", "// nothing to see", "// nothing here either", "export function closeDoor() {", "}"].join(
        "\n",
      ),
    );
    expect(recall([file], "rename openDoor and closeDoor")).toEqual([
      {
        identifier: "openDoor",
        messageId: file.id,
        text: "const openDoor = 1; … export function closeDoor() {",
        why: "openDoor, closeDoor are no longer in the context; one earlier message mentions them.",
      },
    ]);
  });

  it("gives each of many names less room, so that more of them come back", () => {
    const names = Array.from({ length: 24 }, (_, index) => `symbol_name_${index}`);
    const file = result(
      "read_file",
      names
        .map(
          (name) =>
            `export function ${name}(first: string, second: number) { return someLongExpression(first) + second; }`,
        )
        .join("\n"),
    );
    const quoted = recall([file], names.join(" "))
      .map(({ text }) => text)
      .join("\n");
    expect(names.filter((name) => quoted.includes(`function ${name}(`))).toEqual(
      names.filter((name) => quoted.includes(name)),
    );
    expect(names.filter((name) => quoted.includes(name)).length).toBeGreaterThanOrEqual(20);
  });

  it("takes a listing where nothing else has the name, and only then", () => {
    const listing = result("list_files", "alphaFile.ts\nbetaFile.ts");
    const told = user("Keep betaFile.ts as it is.");
    expect(
      recall([told, listing], "delete alphaFile.ts and betaFile.ts").map(({ messageId, text }) => [messageId, text]),
    ).toEqual([
      [told.id, "Keep betaFile.ts as it is."],
      [listing.id, "alphaFile.ts"],
    ]);
  });

  it("does not repeat a line that an earlier turn was given and still shows", () => {
    const past = [user("The limit lives in RETRY_LIMIT_MS.")];
    const earlier = { ...user("Go on"), attachment: "- The limit lives in RETRY_LIMIT_MS." };
    expect(recall(past, "Raise RETRY_LIMIT_MS", [earlier])).toEqual([]);
  });

  it("finds a name behind an escaped line break in the arguments of a call", () => {
    const asked = says(call("write_file", JSON.stringify({ path: "a.ts", content: "import x\n\tretryBudget(3)" })));
    expect(recall([asked], "what is retryBudget?").map(({ text }) => text)).toEqual(["retryBudget(3)"]);
  });

  it("never carries a secret into the turn", () => {
    const secret = "hunter2secretAndMuchMoreOfIt";
    for (const padding of [0, 40, 200, 290]) {
      const snippets = recall(
        [user(`${"word ".repeat(padding / 5)}DB_MAIN_URL = postgres://admin:${secret}@db.local/main`)],
        "what is DB_MAIN_URL?",
      );
      expect(snippets).toHaveLength(1);
      for (let start = 0; start + 8 <= secret.length; start++)
        expect(JSON.stringify(snippets)).not.toContain(secret.slice(start, start + 8));
    }
  });

  it("prefers one passage with several missing names to several lines with one each", () => {
    const apart = ["firstName", "secondName", "thirdName"].map((name) => user(`About ${name}: it matters.`));
    const together = result("read_file", 'import { firstName,\n  secondName,\n  thirdName } from "./names";');
    expect(
      recall([...apart, together], "rename firstName, secondName and thirdName").map(({ messageId, text }) => [
        messageId,
        text,
      ]),
    ).toEqual([[together.id, 'import { firstName, secondName, thirdName } from "./names";']]);
  });

  it("tells in how many messages a name is, also where it looks at a part of them only", () => {
    const talk = (index: number) =>
      index % 10 === 0 ? user(`step ${index} keeps RETRY_LIMIT_MS`) : says(`step ${index} is done`);
    const past = Array.from({ length: 2_000 }, (_, index) => talk(index));
    expect(recall(past, "RETRY_LIMIT_MS?").map(({ text, why }) => [text, why])).toEqual([
      [
        "step 1990 keeps RETRY_LIMIT_MS",
        "RETRY_LIMIT_MS is no longer in the context; 200 earlier messages mention it.",
      ],
    ]);
  });

  it("leaves out a name that is everywhere", () => {
    const past = Array.from({ length: 40 }, (_, index) => user(`step ${index} of AgentSession`));
    expect(recall(past, "continue with AgentSession")).toEqual([]);
  });
});

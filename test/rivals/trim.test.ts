import { expect, test } from "vitest";
import { trimValue } from "./trim";

const trim = { ours: ["maxAttempts"], folders: [["/tmp/rival-x/home", "/home/user"]] } as const;
const prompt = "You are a coding agent. ".repeat(40);

test("a long text of the agent becomes the same placeholder wherever it occurs", () => {
  const left = trimValue({ system: prompt }, trim);
  const right = trimValue({ messages: [{ content: prompt }] }, trim);
  const placeholder = "[960 characters left out: b95880aa]";
  expect([left, right]).toEqual([{ system: placeholder }, { messages: [{ content: placeholder }] }]);
});

test("texts of the scenario, and short ones, stay, with the folders of a fictional user", () => {
  const ours = `${prompt} maxAttempts is 7 in /tmp/rival-x/home/a.ts`;
  expect(trimValue([ours, "/tmp/rival-x/home"], trim)).toEqual([
    `${prompt} maxAttempts is 7 in /home/user/a.ts`,
    "/home/user",
  ]);
});

test("schemas of tools are left out", () => {
  const tool = {
    name: "Read",
    input_schema: { type: "object", properties: { path: { description: "secret sauce" } } },
  };
  expect(trimValue(tool, trim)).toEqual({ name: "Read", input_schema: { type: "object" } });
});

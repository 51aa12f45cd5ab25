import { expect, it } from "vitest";
import {
  fitImages,
  hasOlderImages,
  learnImageLimit,
  leaveOutImages,
  noImageLimit,
} from "../../../../src/core/agent/session/image-limit";
import type { ImagePart, Message } from "../../../../src/core/conversation/message";
import { result, says, shape, user } from "../../../support/conversation";

const image = (chars: number): ImagePart => ({ type: "image", mediaType: "image/png", base64: "A".repeat(chars) });
const shows = (chars: number): Message => ({ ...user("look"), content: [image(chars)] });
const screenshot = (chars: number): Message => ({
  ...result("browser", ""),
  body: { kind: "full", content: [image(chars)] },
});

const conversation = [shows(40), says("seen"), screenshot(40), says("hm"), shows(40), says("ah")];

it("sends every image while none was refused", () => {
  expect(fitImages(noImageLimit, conversation)).toBe(noImageLimit);
  expect(leaveOutImages(conversation, noImageLimit)).toBe(conversation);
});

it("leaves out all but the newest after a refusal, the same way every time", () => {
  const limit = learnImageLimit(noImageLimit, conversation);
  const sent = leaveOutImages(conversation, limit);
  expect(limit).toEqual({ refusedChars: 120, oldestKept: conversation[4]!.id });
  expect(shape([sent[0]!, sent[4]!])).toBe(
    "00 user       [An image stood here; it was left out be\n01 user       <image/png>",
  );
  expect(sent[2]).toMatchObject({ body: { content: [{ type: "text" }] } });
  expect(leaveOutImages(conversation, limit).every((message, index) => message === sent[index])).toBe(true);
  expect([hasOlderImages(conversation), hasOlderImages(sent)]).toEqual([true, false]);
});

it("takes new images in until they reach what was refused, then starts over with the newest", () => {
  const limit = learnImageLimit(noImageLimit, conversation);
  const more = [...conversation, screenshot(40)];
  expect(fitImages(limit, more)).toBe(limit);
  const newest = shows(40);
  expect(fitImages(limit, [...more, newest])).toEqual({ refusedChars: 120, oldestKept: newest.id });
});

it("believes the smaller of two refusals", () => {
  const limit = learnImageLimit({ refusedChars: 100 }, conversation);
  expect(limit.refusedChars).toBe(100);
  expect(learnImageLimit(limit, [shows(30), shows(30)]).refusedChars).toBe(60);
});

it("measures anew where a compression has folded the message it counted from", () => {
  const limit = learnImageLimit(noImageLimit, conversation);
  const [first, last] = [shows(70), shows(70)];
  expect(leaveOutImages([first], limit)).toEqual([first]);
  expect(fitImages(limit, [first, last]).oldestKept).toBe(last.id);
});

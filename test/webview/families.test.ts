import { expect, it } from "vitest";
import { membersOf, shownSegments } from "../../webview-ui/inspector/bar/families";

it("shows segments as they are, without empty ones", () => {
  const shown = shownSegments(
    [
      { kind: "system", tokens: 3_000 },
      { kind: "rules", tokens: 0 },
      { kind: "overhead", tokens: 500 },
    ],
    3_500,
  );
  expect(shown).toEqual([
    { name: "system", tokens: 3_000, drawnTokens: 3_000 },
    { name: "overhead", tokens: 500, drawnTokens: 500 },
  ]);
});

it("draws estimates above what the provider measured smaller, and states them as every list does", () => {
  const shown = shownSegments(
    [
      { kind: "system", tokens: 3_000 },
      { kind: "tail", tokens: 9_000 },
      { kind: "overhead", tokens: -2_000 },
    ],
    10_000,
  );
  expect(shown).toEqual([
    { name: "system", tokens: 3_000, drawnTokens: 2_500 },
    { name: "tail", tokens: 9_000, drawnTokens: 7_500 },
    { name: "overhead", tokens: -2_000, drawnTokens: 0 },
  ]);
});

it("sorts pieces into families", () => {
  const pieces = shownSegments(
    [
      { kind: "pins", tokens: 1 },
      { kind: "turn", tokens: 2 },
    ],
    3,
  );
  expect(membersOf("kept", pieces)).toEqual([{ name: "pins", tokens: 1, drawnTokens: 1 }]);
  expect(membersOf("yours", pieces)).toEqual([{ name: "turn", tokens: 2, drawnTokens: 2 }]);
});

it("sums no family to less than its parts where the provider counts fewer tokens", () => {
  const pieces = shownSegments(
    [
      { kind: "system", tokens: 1_000 },
      { kind: "overhead", tokens: -4_000 },
    ],
    7_000,
  );
  expect(membersOf("fixed", pieces).map(({ name }) => name)).toEqual(["system"]);
  expect(membersOf("difference", pieces).map(({ name }) => name)).toEqual(["overhead"]);
  const more = shownSegments([{ kind: "overhead", tokens: 400 }], 400);
  expect(membersOf("fixed", more).map(({ name }) => name)).toEqual(["overhead"]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkClaims } from "../../src/core/context/summary/claims/check-claims";
import type { WorkRecord } from "../../src/core/context/summary/claims/record/record";
import { recordOf } from "../../src/core/context/summary/claims/record/record";
import { HEADINGS } from "../../src/core/context/summary/sections";
import { importTranscript } from "../../src/core/conversation/transcript/transcript";

export interface ToldClaim {
  readonly section: string;
  readonly text: string;
  readonly false?: boolean;
  readonly kind?: string;
}

interface Scene {
  readonly name: string;
  readonly messages: readonly unknown[];
  readonly claims: readonly ToldClaim[];
}

export interface CheckedClaim {
  readonly claim: ToldClaim;
  readonly record: WorkRecord;
  readonly text: string;
  readonly verdicts: readonly string[];
}

const read = <Read>(root: string, file: string): readonly Read[] => {
  const path = join(root, "test", "fixtures", "claims", `${file}.json`);
  const { scenes }: { readonly scenes: readonly Read[] } = JSON.parse(readFileSync(path, "utf8"));
  return scenes;
};

const readScenes = (root: string, name: string): readonly Scene[] =>
  name.startsWith("more-")
    ? read<Omit<Scene, "messages"> & { readonly set: string }>(root, name).map((scene) => ({
        ...scene,
        messages: read<Scene>(root, `blind-${scene.set}`).find((one) => one.name === scene.name)?.messages ?? [],
      }))
    : read<Scene>(root, `blind-${name}`);

/** Checks a claim that stands alone in a whole hand-off. */
export function checkClaim(claim: ToldClaim, record: WorkRecord): CheckedClaim {
  const handOff = HEADINGS.map((heading) => `## ${heading}\n${heading === claim.section ? claim.text : "None."}`).join(
    "\n\n",
  );
  const { text, claims } = checkClaims(handOff, record);
  return { claim, record, text, verdicts: claims.map(({ verdict }) => verdict) };
}

/** The claims of a set, each against the record of its scene. */
export const checkSet = (root: string, name: string): readonly CheckedClaim[] =>
  readScenes(root, name).flatMap(({ messages, claims }) => {
    const record = recordOf({ messages: importTranscript(messages) });
    return claims.map((claim) => checkClaim(claim, record));
  });

/** A decision cannot be refuted; it is caught where it is marked. */
export const isCaught = ({ claim, verdicts }: CheckedClaim): boolean =>
  verdicts.includes("contradicted") || (claim.kind === "decision never taken" && verdicts.length > 0);

export const isStruck = ({ verdicts }: CheckedClaim): boolean => verdicts.includes("contradicted");
export const isFlagged = ({ verdicts }: CheckedClaim): boolean => verdicts.length > 0;

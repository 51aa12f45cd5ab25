import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { recordOf } from "../../../src/core/context/summary/claims/record/record";
import { importTranscript } from "../../../src/core/conversation/transcript/transcript";
import type { CheckedClaim, ToldClaim } from "../../support/claim-sets";
import { checkClaim } from "../../support/claim-sets";

interface RecordedScene {
  readonly name: string;
  readonly file: string;
  /** The claims tell of the session up to this message. */
  readonly upto: number;
  readonly claims: readonly ToldClaim[];
}

/** What strangers wrote about recorded sessions of real agents, for each session that is beside the checkout. */
export function checkRecorded(
  root: string,
  folders: readonly string[],
): readonly { readonly name: string; readonly checked: readonly CheckedClaim[] }[] {
  const path = join(root, "test", "fixtures", "claims", "recorded.json");
  const { scenes }: { readonly scenes: readonly RecordedScene[] } = JSON.parse(readFileSync(path, "utf8"));
  return scenes.flatMap(({ file, upto, claims }) => {
    const name = basename(file);
    const found = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
    if (found === undefined) return [];
    const { messages }: { readonly messages: unknown[] } = JSON.parse(readFileSync(found, "utf8"));
    const record = recordOf({ messages: importTranscript(messages.slice(0, upto)) });
    return [{ name: name.replace(/\.json$/, ""), checked: claims.map((claim) => checkClaim(claim, record)) }];
  });
}

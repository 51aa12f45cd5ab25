import type { JSX } from "preact";
import type { ChosenRange } from "../../../src/protocol/compression";
import { post } from "../host/host";
import { word } from "../language/words";
import { IconButton } from "./controls";

/** Partial compressions, each of which opens its preview first. */
export const RangeActions = ({ messageId }: { readonly messageId: string }): JSX.Element => {
  const preview = (kind: ChosenRange["kind"]) =>
    post({ type: "preview", focusTopic: null, range: { kind, messageId } });
  return (
    <>
      <IconButton
        icon="fold-up"
        label={word("compressUpTo")}
        testId="compress-up-to"
        onClick={() => preview("up-to")}
      />
      <IconButton
        icon="fold-down"
        label={word("compressFrom")}
        testId="compress-from"
        onClick={() => preview("from")}
      />
    </>
  );
};

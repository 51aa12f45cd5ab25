import type { MessageVersions } from "../../core/sessions/lineage/versions";
import type { Row, VersionsPicture } from "../../protocol/chat";
import type { RowChange } from "./transcript";

/** A message that other words were sent for too shows which one it is; nothing changes for one that is not shown. */
export function versionChanges(
  { message, versions }: MessageVersions,
  rowOf: (id: string) => Row | undefined,
): readonly RowChange[] {
  const row = rowOf(message);
  if (row?.kind !== "user") return [];
  const picture: VersionsPicture = {
    index: versions.findIndex((version) => version.message === message),
    all: versions.map((version) => ({ messageId: version.message, session: version.session })),
  };
  return [{ kind: "row-replaced", row: { ...row, versions: picture } }];
}

import { sentence } from "../../../../base/sentence";
import type { Judgment } from "../claim";
import { conceptsOf } from "../language/concepts";
import type { Deed } from "../record/deed";
import { isSamePath } from "../record/paths";
import type { WorkRecord } from "../record/record";

/**
 * What was put into a file that was changed: a name that only a refused change has is not in it. Undefined where
 * nothing tells.
 */
export function judgeContent(record: WorkRecord, path: string, about: string): Judgment | undefined {
  const writes = record.deeds.filter(({ files }) =>
    files.some((file) => file.operation === "written" && isSamePath(file.path, path)),
  );
  const textOf = (outcome: Deed["outcome"]) =>
    writes
      .filter((deed) => deed.outcome === outcome)
      .map(({ newText, oldText, command }) => `${newText ?? ""}\n${oldText ?? ""}\n${command ?? ""}`.toLowerCase())
      .join("\n");
  const [written, refused] = [textOf("success"), textOf("failure")];
  if (ATTEMPT.test(about) || written.trim() === "") return undefined;
  const isMissing = (name: string) => name.length > 3 && !written.includes(name) && !isSamePath(path, name);
  const refusedName = [...conceptsOf(about).names].find((name) => isMissing(name) && refused.includes(name));
  const name = refusedName ?? (CHANGES.test(about) && isWhole(writes) ? quotedNames(about).find(isMissing) : undefined);
  if (name === undefined) return undefined;
  const last = writes.at(-1);
  return {
    verdict: "contradicted",
    fact: sentence("no change to {path} on record has {name}", { path, name }),
    ...(last === undefined ? {} : { messageId: last.messageId }),
  };
}

const ATTEMPT = /\b(?:first|initially|attempt|tried|refused|rejected|failed|missed|error)\b|首次|先|失败|被拒|报错/i;
/** The sentence says what was put in or taken out. */
const CHANGES =
  /\b(?:drop|remov|delet|add|introduc|renam|replac|switch|bump|insert|strip)(?:p?ed|t?ed|d)\b|删|加[上入了]|改成|改为|换成|去掉|引入/i;

/** Commands change files in ways that their words do not show. */
const isWhole = (writes: readonly Deed[]): boolean => writes.every(({ command }) => command === undefined);

/** What stands in code quotes, one word each; an error or a command is no content. */
const quotedNames = (about: string): readonly string[] =>
  [...about.matchAll(/`([\w@.$-]+)`/g)]
    .map(([, name = ""]) => name.toLowerCase())
    .filter((name) => !/error|exception/.test(name));

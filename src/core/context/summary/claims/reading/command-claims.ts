import { joinPattern } from "../../../../base/text";
import type { CommandClaim } from "../claim";
import { isByOthers, isUnreal, tellsOfRefusal } from "../language/modality";
import { simplified } from "../language/plain-words";
import { clausesOf } from "./clauses";
import type { FoundCommand } from "./found-commands";
import { findCommands, shortenedCommands } from "./found-commands";
import { findPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { isFinishedItem, tellsOfWork } from "./sentences";

/**
 * Commands that a sentence says were run. In a list of finished work every command is; elsewhere a past form must say
 * so. How they ended is read with all other outcomes.
 */
export function readCommandClaims(sentence: SummarySentence): readonly CommandClaim[] {
  const text = simplified(sentence.text);
  const clauses = clausesOf(sentence);
  return findCommands(text).flatMap((command): readonly CommandClaim[] => {
    if (!isRun(sentence, text, command) || (tellsOfRefusal(text) && !RUN_VERB.test(text.slice(0, command.start))))
      return [];
    const at = sentence.start + command.start;
    const clause = clauses.find(({ start, end }) => at >= start && at < end);
    const after = /\b(?:after|once|since)\b|之后|以后|后又|完(?:后|又)/i.test(text.slice(0, command.start))
      ? changedIn(text.slice(0, command.start))
      : [];
    const place = { line: sentence.line, start: clause?.start ?? at, end: clause?.end ?? sentence.start + command.end };
    return [
      {
        kind: "command",
        command: command.text,
        shorter:
          command.form === "quoted"
            ? []
            : shortenedCommands(command.text).filter(
                (one) => one.includes(" ") || !SAID_TO_RUN.test(text.slice(0, command.start)),
              ),
        ...(after.length === 0 ? {} : { after }),
        manner: withoutAttempts(text) !== text ? "tried" : isSaidToRun(text, command) ? "ran" : "named",
        ...(command.form === "quoted" && WHOLE.test(besides(text, command)) ? { extent: "whole" as const } : {}),
        tense: "past",
        place,
      },
    ];
  });
}

const WHOLE = /\b(?:full|whole|entire|complete)\b|全量|完整|整个|整套|不带(?:路径|参数)/i;

/** What stands beside a command between two commas, without the code in it: "`go vet`, `go test` full suite". */
const besides = (text: string, { start, end }: FoundCommand): string => {
  const before =
    text
      .slice(0, start)
      .split(/[,;，；、]/)
      .at(-1) ?? "";
  const after = text.slice(end).split(/[,;，；、]/)[0] ?? "";
  return `${before} ${after}`.replace(/`[^`]*`/g, " ");
};

/** Files and telling numbers that a clause says were changed. */
const changedIn = (text: string): readonly string[] => [
  ...findPaths(text).map(({ path }) => path),
  ...(text.match(/(?<![\w.])\d[\d,_]{2,}(?![\w.])/g) ?? []).map((value) => value.replaceAll(/[,_]/g, "")),
];

const RUN_VERB = joinPattern(
  [
    String.raw`(?:\b(?:re-?)?(?:ran|run|running|executed|invoked|launched|started|issued|called|used|tried|`,
    String.raw`kicked off|fired off)\b|运行|执行|跑|调用|启动|使用|借助)(?:\s|了|过|:|：|\*|the command|command|命令|`,
    "指令|完|一?[轮次遍下趟])*(?:\\w+\\s){0,2}?[\"'`*(「“]*$",
  ],
  "i",
);
/** A sentence that says so in its verb names the command as it was; "RUN" before an action may stand for anything. */
const SAID_TO_RUN = /(?:\b(?:ran|executed)\b|运行|执行|跑)[了过]?\s*[`"'*]*$/;
const isSaidToRun = (text: string, { start }: FoundCommand): boolean =>
  RUN_VERB.test(text.slice(0, start)) || /^[\s`*$|]*$/.test(text.slice(0, start));

/** Something happened: an English past form, or a Chinese verb marked as done. */
const PAST = joinPattern(
  [
    String.raw`\b(?:\w{3,}ed|did|built|got|saw|found|made|went|came|gave|left|brought|took|put|cut|showed|`,
    String.raw`shows|led|was|were)\b|了|完|过|已`,
  ],
  "i",
);

function isRun(sentence: SummarySentence, text: string, command: FoundCommand): boolean {
  // "Checked that it can be undone by running …": what can be is not what was run.
  if (sentence.section === "history" && BY_RUNNING.test(text.slice(0, command.start))) return true;
  if (
    isUnreal(withoutAttempts(text), command.start) ||
    isByOthers(text, command.start, command.end) ||
    isDeniedBehind(text, command)
  )
    return false;
  const before = text.slice(0, command.start);
  const verb = RUN_VERB.exec(before);
  const isBare =
    verb !== null &&
    /^\W*(?:run|execute|use|call|issue)\b/i.test(verb[0]) &&
    !/\b(?:has|have|had|been|was|were)\s+(?:\w+ly\s+|also\s+|then\s+)?$/i.test(before.slice(0, verb.index));
  if (verb !== null && (!isBare || isFinishedItem(sentence))) return true;
  if (sentence.section === "history" && /\b(?:with|via|using)\s+[`"'*]*$/i.test(before)) return true;
  if (isMentioned(text, command)) return false;
  if (isFinishedItem(sentence) || sentence.section === "history") return true;
  // "The lock file is gone (`git rm yarn.lock`)".
  if (tellsOfWork(sentence) && /[(（]\s*`?$/.test(before) && /^`?\s*[)）]/.test(text.slice(command.end))) return true;
  return tellsOfWork(sentence) ? PAST.test(before + text.slice(command.end)) : MEANS.test(before);
}

/** Who tried a command ran it, however it ended. */
const withoutAttempts = (text: string): string =>
  text.replace(/\b(?:attempted|tried)\b|尝试|试图|试着/gi, (word) => "·".repeat(word.length));

const BY_RUNNING = /^[^,;，；]*\b\w{3,}ed\b[^,;，；]*\bby running [`"'*]*$/i;

/** What was done was done with it. */
const MEANS = /\b(?:with|via|using|through|by|after)\s+(?:running\s+)?[`"'*]*$|(?:用|跑完|经|通过|借助|靠)\s*[`"'*]*$/i;

const DENIED_BEHIND = joinPattern(
  [
    String.raw`^[\x60"'*)\]]*\s*(?:\(?\w+\)?\s+){0,3}?(?:(?:was|is|were|has|have|`,
    String.raw`are)\s+(?:\w+\s+){0,2}?)?(?:not|never|n't|left to|skipped|unnecessary|pending|omitted)\b`,
  ],
  "i",
);

/** "`go mod tidy` was not needed", "is left to the user". */
const isDeniedBehind = (text: string, { end }: FoundCommand): boolean =>
  DENIED_BEHIND.test(text.slice(end)) ||
  /^[`"'*)\s]*(?:还|暂|也)?(?:没有?(?:执行|运行|跑)|未(?:执行|运行|跑)|尚未|待)/.test(text.slice(end));

const SPOKEN_ABOUT = joinPattern(
  [
    String.raw`\b(?:explain|describ|document|mention|suggest|recommend|propos|ask|instruct|configur|discuss|`,
    "add|wrote|",
    "writ|scripts?|how to|instead of|like|such as|called|named|from|for|if|whether|when|until|so that|allow|",
    String.raw`block|den|wir|includ|contain(?!er))\w*\b|说明|解释|建议|文档|脚本|配置|如何|询问|添加|写入|新增`,
  ],
  "i",
);

/** Finished work may be about a command without running it: it was written into a file, explained or suggested. */
function isMentioned(text: string, command: FoundCommand): boolean {
  const before = text.slice(0, command.start);
  return (
    SPOKEN_ABOUT.test(before.replace(/\bfor (?:good|the)\b/gi, "")) ||
    /(?:\b(?:use|run|try|call|type|by running|command(?: is|:)?)\s*[`*"']*|请\s*)$/i.test(before) ||
    /^\W*(?:to|是|用于|来)\s/i.test(text.slice(command.end))
  );
}

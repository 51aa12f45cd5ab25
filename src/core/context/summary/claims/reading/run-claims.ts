import { joinPattern } from "../../../../base/text";
import type { AllClearClaim, Chore, ExitCodeClaim, RunClaim } from "../claim";
import { namedCodesIn } from "../language/exit-codes";
import { isByOthers, isPlanned, isUnreal, tenseOf } from "../language/modality";
import { simplified } from "../language/plain-words";
import { marksIn } from "../language/polarity";
import { runnerIn } from "../language/test-counts";
import { whichRun, withoutFormer } from "../language/which-run";
import type { Vocabulary } from "../record/vocabulary";
import { clausesOf } from "./clauses";
import { findCommands, shortenedCommands } from "./found-commands";
import { findPaths } from "./found-paths";
import type { SummarySentence } from "./sentences";
import { choreIn, subjectsIn } from "./subjects";

const RAN = [
  "(?:\\b(?:re-?)?(?:ran|executed|did|performed|applied|made|created)\\s+(?:(?:the|all|a|an|full|entire|whole|clean|",
  "our|its|unit|existing|code|final)\\s+)*|(?:运行|执行|跑|做)(?:了|过|完)?(?:一次|一遍|完整|全部|所有|整个|的)*)",
].join("");
/** Kinds of work that are said to have been done, without a word on how they ended. */
const DONE: readonly (readonly [Chore, RegExp])[] = [
  ["test", joinPattern([RAN, "(?:tests?|test[- ]suite|suite|specs?|测试|单测|单元测试|回归测试)(?![\\w-])"], "i")],
  ["lint", joinPattern([RAN, "(?:linters?|lint|linting|代码检查)(?![\\w-])|\\blinted\\b"], "i")],
  [
    "build",
    joinPattern(
      [
        RAN,
        "(?:build|compilation|构建|编译)(?![\\w-])|\\b(?:rebuilt|built|compiled) the (?:project|app|code|package|",
        "bundle)\\b",
      ],
      "i",
    ),
  ],
  ["types", joinPattern([RAN, "(?:type[- ]?check(?:er|ing|s)?|类型检查|型别检查)(?![\\w-])|\\btype-?checked\\b"], "i")],
  [
    "format",
    joinPattern(
      [RAN, "(?:formatter|格式化)(?![\\w-])|\\b(?:re)?formatted\\s(?:\\S+\\s){0,4}(?:with|using|via|by)\\s"],
      "i",
    ),
  ],
  [
    "install",
    joinPattern(
      [
        String.raw`\b(?:got|was|were|been) (?:\w+ly )?installed\b|`,
        String.raw`^[^\w一-鿿]*(?:\d+[.)]\s*)?(?:then |also |and )?installed\s|`,
        String.raw`(?<!未|没有|没|不)(?:已)?安装(?:了|好|完)|已安装|^[^\w一-鿿]*安装\s`,
      ],
      "i",
    ),
  ],
  [
    "deploy",
    joinPattern(
      [
        String.raw`^[^\w一-鿿]*(?:\d+[.)]\s*)?(?:then |also |and )?(?:re)?(?:deployed|rolled out|shipped|published)\s|`,
        String.raw`\b(?:was|were|been|got) (?:\w+ly )?(?:re)?(?:deployed|rolled out|published)\b|`,
        String.raw`(?:部署|发布|上线)(?:了|到|完)|已(?:经)?(?:部署|发布|上线)`,
      ],
      "i",
    ),
  ],
  [
    "commit",
    joinPattern(
      [
        String.raw`\bcommitted\s+(?:(?:all|the|these|those|my|its|everything)\s*)*(?:changes?|work|fix|files|`,
        String.raw`edits|as|everything|it)\b|\b(?:made|created)\s+(?:a|the|an?\s+\w+)\s+commit\b|`,
        String.raw`^[^\w一-鿿]*(?:(?:the|all|these|my)\s+)*(?:changes?|branch|work|fix|code|edits|feature)\s+(?:was|`,
        String.raw`were|has been|`,
        String.raw`have been)\s+(?:\w+ly\s+)?committed\b|(?:提交了|已提交)(?!给)`,
      ],
      "i",
    ),
  ],
  [
    "push",
    joinPattern(
      [
        String.raw`\b(?:pushed|(?<=^\W*)PUSH)\s+(?:\S+\s+){1,4}to\s+(?:the )?`,
        String.raw`(?:origin|remote|upstream|github|gitlab|main|master)\b|`,
        String.raw`\b(?:branch|commits?|changes|tags?|work)\s+(?:\S+\s+){0,3}?pushed\b|`,
        String.raw`\bpushed\s+(?:(?:the|all|these|my|it|branch|changes?|commits?|`,
        String.raw`everything)\s+)*(?:to\s+(?:origin|remote|github|gitlab|main|master|upstream)|branch|changes|`,
        String.raw`commits?)\b|\bcommitted and pushed\b|\bopened (?:a|the) (?:PR|pull request)\b|推送(?:了|到)|`,
        String.raw`已(?:经)?推送|推到了?(?:远端|远程)`,
      ],
      "i",
    ),
  ],
];

export function readRunClaims(sentence: SummarySentence): readonly RunClaim[] {
  return clausesOf(sentence).flatMap(({ text, line, start, end }) =>
    DONE.flatMap(([work, form]): readonly RunClaim[] => {
      const match = form.exec(text);
      if (match === null || isUnreal(text, match.index)) return [];
      if (isByOthers(text, match.index, match.index + match[0].length)) return [];
      const before = `${simplified(sentence.text.slice(0, start - sentence.start))}${text.slice(0, match.index)}`;
      const by = meansOf(before, text.slice(match.index + match[0].length));
      return [
        { kind: "run", work, about: text, ...(by === "" ? {} : { by }), tense: "past", place: { line, start, end } },
      ];
    }),
  );
}

/** Another piece of work begins; what a comma adds may also be a purpose: "ran `x`, which did the type check". */
const JOINS = joinPattern([
  String.raw`[;；。、]|\b(?:and|then|also|plus|before|after|later|next)\b|[又再并和还也]|以及|然后|接着|随后|`,
  String.raw`[,，](?!\s*(?:用来|用于|用以|来|作为|当作|充当|算是|which|that|as|to|for|meant)(?![a-z]))`,
]);
const MEANS_BEHIND = /^(?:\s\w+){0,2}?\s*(?:[(（:：]|\b(?:with|via|using|by|through)\b|用|通过|靠)\s*(.+)$/i;

/** "用 `mix dialyzer` 做了类型检查", "ran the type check (`mix dialyzer`)": the words for what did it. */
const meansOf = (before: string, behind: string): string => {
  const told = MEANS_BEHIND.exec(behind)?.[1] ?? "";
  return `${before.split(JOINS).at(-1) ?? ""} ${told.split(/[)）]/)[0]?.split(JOINS)[0] ?? ""}`.trim();
};

/** Exit codes that are called so hold for something, whether or not the sentence has a word for it. */
export function readExitCodeClaims(sentence: SummarySentence): readonly ExitCodeClaim[] {
  // What was decided of a code tells of no run.
  if (sentence.section === "decisions" || sentence.section === "wishes") return [];
  const whole = simplified(sentence.text);
  return clausesOf(sentence).flatMap((clause) =>
    (CHANGES_A_FILE.test(whole) ? [] : codesIn(withoutFormer(clause.text))).map((code): ExitCodeClaim => {
      // A clause that names nothing itself goes on about what the sentence began with.
      const about = /[A-Za-z]{3}/.test(
        clause.text.replace(
          joinPattern(
            [
              String.raw`\[tools?:[^\]]*\]|\b(?:exit\w*|with|code|status|hence|and|then|it|which|`,
              String.raw`return\w*|gave|ended|finished|the)\b`,
            ],
            "gi",
          ),
          "",
        ),
      )
        ? clause.text
        : sentence.item === "output"
          ? simplified(sentence.lead)
          : whole.replace(/^\s*\d+[.)]\s/, "");
      const before = whole.slice(0, Math.max(0, clause.end - sentence.start));
      // "The first `x` exited with 15, and with 0 after …": what comes behind another code is another run.
      const isNext = namedCodesIn(whole.slice(0, Math.max(0, clause.start - sentence.start))).length > 0;
      const which = isNext
        ? whichRun(clause.text)
        : (whichRun(about) ?? (TURNS.test(clause.text) ? undefined : whichRun(before)));
      const chore = choreIn(about) ?? choreIn(before);
      return {
        kind: "exit-code",
        code,
        ...(chore === undefined ? {} : { chore }),
        commands: commandsFor(about, whole.slice(0, Math.max(0, clause.start - sentence.start))),
        about,
        context: before,
        ...(which === undefined ? {} : { which }),
        tense: tenseOf(sentence.section, clause.text),
        place: { line: clause.line, start: clause.start, end: clause.end },
      };
    }),
  );
}

/** "PATCH README.md — … exit status 3": what the file says. */
const CHANGES_A_FILE = /^[^\w一-鿿]*(?:\d{1,3}[.)、]\s*)?(?:PATCH|WRITE|EDIT|CREATE|UPDATE|ADD|DOCUMENT)\s/;

/** The clause goes on to another run. */
const TURNS =
  /\b(?:then|after\w*|later|now|finally|again|re-?r[ua]n|next|second|third)\b|然后|后来|之后|随后|现在|再|修复后|第[二三]/i;

/** "its complaint (exit 101) went away": the code is that of a trouble which is over. */
const codesIn = (text: string): readonly number[] => {
  const isOver = marksIn(text).some(({ kind }) => kind === "gone");
  return namedCodesIn(text).filter((code) => !isOver || code === 0);
};

/** Commands that are quoted beside the code; else the last one that the sentence names before it. */
function commandsFor(about: string, before: string): readonly string[] {
  const own = findCommands(about);
  // "rsync gave error 23, the script ended with 1", "… whereas the race test exited 0": the clause has its own subject.
  const isOther = SCRIPT.test(about) || (before !== "" && choreIn(about) !== undefined);
  const last = own.length > 0 || isOther ? undefined : findCommands(before).at(-1);
  if (last !== undefined) return [last.text];
  const quoted = own.flatMap(({ text, form }) => (form === "quoted" ? [text] : []));
  return quoted.length > 0 ? quoted : own.flatMap(({ text }) => [text, ...shortenedCommands(text)]);
}

const SCRIPT = /^\W*(?:(?:the|but|and|while|whereas) )*(?:script|脚本)/i;

const EVERYTHING = joinPattern(
  [
    String.raw`\b(?:everything|nothing|all (?:round|good|clear|well|around)|whole|entire|across the board|the lot|`,
    String.raw`no (?:\S+ )?(?:failures?|errors?|problems?|issues?))\b|一切|全部|全都|所有|没有任何|整个|通通|统统|再没有`,
  ],
  "i",
);

/** "Nothing fails any more": a verdict on the work as a whole. */
export function readAllClearClaims(sentence: SummarySentence, vocabulary: Vocabulary): readonly AllClearClaim[] {
  const { section } = sentence;
  if (section !== "state" && section !== "resolved" && section !== "blocked") return [];
  return clausesOf(sentence).flatMap((clause): readonly AllClearClaim[] => {
    const { text } = clause;
    if (!EVERYTHING.test(text) || STILL_OPEN.test(text) || findPaths(text).length > 0) return [];
    if (subjectsIn(text, vocabulary).some(({ kind }) => kind !== "tests") || /\d/.test(text)) return [];
    // "The full pytest run: 43 passed, nothing failed" speaks of that run.
    if (runnerIn(simplified(sentence.text)) !== undefined) return [];
    const marks = marksIn(text).filter((mark) => !isPlanned(text, mark.start));
    if (marks.length === 0 || marks.at(-1)?.kind === "bad") return [];
    return [
      {
        kind: "all-clear",
        about: text,
        tense: "present",
        place: { line: clause.line, start: clause.start, end: clause.end },
      },
    ];
  });
}

const STILL_OPEN =
  /\b(?:except|but|apart from|other than|besides|only|committed|pushed|staged|uncommitted|new)\b|除了|除|只有|仅|提交|推送/i;

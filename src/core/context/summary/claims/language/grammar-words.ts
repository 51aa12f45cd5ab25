import { joinPattern } from "../../../../base/text";

/** What may stand between a subject and its verdict without telling of anything else. */
export const FUNCTION_WORDS = joinPattern(
  [
    String.raw`^(?:[\s\d"'*\x60(→—–:|/.,;]|(?:it|its|they|them|this|that|these|which|both|all|everything|nothing|`,
    "none|no|not|was|were|is|",
    "are|has|have|been|had|then|later|now|still|again|finally|and|but|although|while|only|just|the|a|an|second|",
    "first|third|",
    "last|one|ones|run|runs|time|attempt|try|c[ao]me|comes|went|goes|back|with|ended|exited|returned|finished|ran|",
    "code|exit|",
    "status|to|be|did|does|do|of|them|out|rc|result|results|there|so|also|in|total|any|more|single|without|remain|",
    "remains|",
    String.raw`left|zero|longer|ever|reports?|reported|shows?|showed|gives?|gave|says?)\b|`,
    String.raw`[它这那都均全部已经也仍还但却则又并且再次后来现目前之随共其中里有的了个项处条是为被会依旧然就只剩下个没未无不最终结果抛返回退出以状态码数任何边方面那儿关环步，、。]|n't)*$`,
  ],
  "i",
);

const AIMED_AT = joinPattern(
  [
    String.raw`\b(?:make|makes|making|get|getting|keep|keeping|have|let|lets|whether|goal|aim\w*|see if|`,
    String.raw`check(?:ing)? (?:that|if|whether))\s+(?:(?:the|all|these|existing|unit|`,
    String.raw`sure)\s+)*(?:\w+\s+){0,2}$`,
  ],
  "i",
);

/** "make the tests pass", "see whether it builds": what is aimed at. */
export const isPurpose = (text: string, at: number): boolean =>
  AIMED_AT.test(text.slice(0, at)) || /(?:使|让|确保|直到|是否|以便|令)[^，,]{0,8}$/.test(text.slice(0, at));

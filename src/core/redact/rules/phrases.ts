import { joinPattern } from "../../base/text";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { isScrambled } from "../words/random";

/**
 * What a sentence calls a secret. English needs a verb behind it; `password: x` is left to the rule for assignments.
 */
const english = [
  "pass ?words?|pass ?phrase|pass ?code|(?:api|access)[ -]?key|secret(?: key| token)?",
  "(?:access |auth )?token|credentials?|PIN(?: code)?",
  "(?:one[- ]time|verification|security|confirmation|sign-?in|log-?in|[2m]fa) (?:pass)?code|OTP(?: code)?",
].join("|");
/** Short forms need the verb even more. */
const englishShort = "pass|pw|pwd";
/** Many languages took over the noun, not the verb. */
const englishVerbs = "is|was|are|will be|becomes|should be|(?:set|changed|reset) to|è|é|ist|lautet|est|jest|är";

const otherLatin = [
  "passwort",
  "kennwort",
  "mot de passe",
  "clé (?:api|secrète|d'accès)",
  "contrase[ñn]a",
  "clave(?: secreta| de api| de acceso)?",
  "senha",
  "palavra-passe",
  "chave(?: secreta| de api)",
  "parola d'ordine",
  "wachtwoord",
  "lösenord(?:et)?",
  "adgangskode(?:n)?",
  "passord(?:et)?",
  "salasana(?:ni)?",
  "hasło",
  "heslo",
  "jelszó",
  "parola",
  "şifre(?:m|si|niz)?",
  "kata sandi(?:nya)?",
  "mật khẩu",
  "парол(?:ь|я|ем)",
  "ключ(?: api| доступа)?",
  "κωδικ[όο]ς",
  "كلمة (?:المرور|السر)",
  "סיסמ[הא]",
  "पासवर्ड",
  "รหัสผ่าน",
].join("|");
/** The beginnings of these nouns, in one scan. */
const otherLatinHint = joinPattern(
  [
    "wort|mot de|cl[ée] |contrase|clave|senha|palavra|chave|parola|wachtw|l[öo]senord|adgang|passord|salasana|",
    "has[łl]o|heslo|jelsz|[şs]ifre|kata s|m[ậa]t kh|парол|ключ|κωδικ|كلمة|סיסמ|पासव|รหัส",
  ],
  "i",
);
const otherVerbs = "ist|lautet|est|es|é|è|er|är|on|is|jest|to|je|adalah|là|это|είναι|هي|היא|है|คือ|:|=|：|–|—|-";

const eastAsian = [
  "密码|密碼|口令|密钥|密鑰|秘钥|PIN ?[码碼]|验证码|驗證碼|动态码|動態碼|提取码|提取碼|授权码|授權碼|令牌|访问令牌|暗号|パスワード|",
  "暗証番号|秘密鍵|トークン|비밀번호|암호|비번|토큰|api ?(?:キー|키|密钥|密鑰)",
].join("");
const eastAsianVerbs = "就是|是|为|為|改成|改为|设为|設為|は|을|를|이|가|은|는";

/** The value: one run without blanks, quoted or not. */
const value = "([\"'`“”„«‘’「『]?)([^\\s\"'`“”„«»‘’「」『』<>,;，。；、]{4,200})";
/** "for the staging server", "of root": at most a few words between the noun and its verb. */
const owner =
  "(?:\\s{1,2}\\([^()\\n]{1,20}\\))?" +
  "(?:\\s{1,2}(?:for|of|on|für|vom|pour|du|de|para|do|för|для|от|za|dla)(?:\\s{1,2}[^\\s:=]{1,40}){1,3}?)?";

/** "invalid API key provided: …", "Password (admin): …": words between the noun and the sign. */
const remark = "(?:\\s{1,2}\\([^()\\n]{1,30}\\)|(?:\\s{1,2}[\\w@.'/-]{1,40}){1,7}?)\\s{0,2}[:=]\\s{1,2}";

/** What a sentence pattern needs to be worth trying: reading letters of all scripts is slow. */
interface Sentence {
  readonly hint: RegExp;
  readonly pattern: RegExp;
}

interface EnglishSentence {
  readonly pattern: RegExp;
  /** What must stand right before the match. */
  readonly before?: RegExp;
  /** What the value must look like besides. */
  readonly isValue?: (value: string, lead: string) => boolean;
}

const englishHint =
  /pass ?word|pass ?phrase|pass ?code|(?:api|access)[ -]?key|secret|token|credential|\b(?:pin|otp|pass|pwd?|code)\b/i;

/** Tried at each noun, in this order. */
const englishSentences: readonly EnglishSentence[] = [
  {
    pattern: joinPattern(
      [
        `((?:${english}|${englishShort})${owner}\\s{1,2}(?:${englishVerbs})`,
        `(?:\\s{1,2}(?:now|set to|changed to))?\\s{0,2}:?\\s{1,2})${value}`,
      ],
      "iy",
    ),
  },
  {
    pattern: joinPattern(
      [`((?:${english})\\s{1,2}(?:for|of|on)(?:\\s{1,2}[^\\s:=]{1,40}){1,3}?\\s{0,2}[:=]\\s{0,2})${value}`],
      "iy",
    ),
  },
  { pattern: new RegExp(`((?:${english})${remark})${value}`, "iy"), isValue: isRemarked },
  {
    pattern: new RegExp(`((?:${english}|${englishShort})\\s{1,2}(?:to|as)\\s{1,2})${value}`, "iy"),
    before: /\b(?:re)?(?:set(?:s|ting)?|(?:chang|updat|rotat|mak)(?:e[ds]?|ing)|made)\b[^.\n]{0,40}$/i,
  },
  {
    pattern: new RegExp(`((?:${english})\\s{1,2})${value}`, "iy"),
    before: joinPattern(
      [
        "(?:\\b(?:with|using|use|and|enter|type|via|has|have|user(?:name)? \\S{1,40}|",
        "login \\S{1,40})|,)\\s{1,2}(?:(?:the|my|your|this|its|our|a)",
        " )?(?:[\\w-]{1,20} )?$",
      ],
      "i",
    ),
  },
];

const otherSentences: readonly Sentence[] = [
  {
    hint: otherLatinHint,
    pattern: new RegExp(
      `((?:^|[^\\p{L}\\p{N}_])(?:${otherLatin})${owner}\\s{0,2}(?:${otherVerbs})?\\s{0,2}[:=：]?\\s{0,2})${value}`,
      "giu",
    ),
  },
  {
    hint: new RegExp(eastAsian, "i"),
    pattern: new RegExp(`((?:${eastAsian})(?:\\s{0,2}(?:${eastAsianVerbs}))?\\s{0,2}[:=：]?\\s{0,2})${value}`, "giu"),
  },
];

/** The value before what it is: "use … as the password", "… is the admin password". */
const namedAfter = joinPattern(
  [
    "(^|[\\s\"'`(])([^\\s\"'`(),;:]{4,80})([\"'`]?\\s{1,2}(?:as|for|is|was)\\s{1,2}(?:the|your|my|its|our|",
    "a)\\s{1,2}(?:[\\w-]{1,20}\\s){0,2}(?:pass ?word|pass ?phrase|pass ?code|pin|api[ -]?key|token)\\b)",
  ],
  "gi",
);
const namedAfterHint = /(?:as|for|is|was)\s{1,2}(?:the|your|my|its|our|a)\s/;

/** "login: admin / …", "credentials are admin:…": a name and a password with nothing but a sign between them. */
const loginPair = joinPattern(
  [
    "((?:\\b(?:log ?in|sign ?in|credentials?|creds|user(?:name)?(?:\\s{0,2}[/&]\\s{0,2}pass(?:word)?)?)",
    "\\b|账号|帐号|账户)(?:\\s{1,2}(?:is|are|with|as|use|using|details))",
    "{0,2}\\s{0,2}[:=：]?\\s{1,3}[\"'`]?[\\w.@+-]{2,60}(?:\\s{1,2}/\\s{1,2}|:|/))([^\\s\"'`,;/:]{6,80})()",
  ],
  "gi",
);
const loginHint = /log ?in|sign ?in|cred|user|账|帐/i;

/** The end of a noun as above, from its last word on. */
const nounEnd = [
  "(?:pass ?words?|pass ?phrase|pass ?code|key|secret(?: key| token)?|token|credentials?|PIN(?: code)?|code|",
  "OTP(?: code)?|pass|pwd?)",
].join("");
const spokenFrom: readonly RegExp[] = [
  joinPattern(
    [`(${nounEnd}${owner}\\s{1,2}(?:${englishVerbs})(?:\\s{1,2}(?:now|set to|changed to))?\\s{0,2}:?\\s{1,2})`, value],
    "iy",
  ),
  joinPattern([`(${nounEnd}\\s{1,2}(?:for|of|on)(?:\\s{1,2}[^\\s:=]{1,40}){1,3}?\\s{0,2}[:=]\\s{0,2})`, value], "iy"),
  joinPattern([`(${nounEnd}${remark})`, value], "iy"),
  joinPattern([`(${nounEnd}\\s{1,2}(?:(?:to|as)\\s{1,2})?)`, value], "iy"),
];
const wordBehind = /[A-Za-z]{1,11}\s/y;

/** Whether an English sentence tells a secret behind this word: true at least wherever the rules find one. */
export function tellsSecretAt(text: string, wordStart: number): boolean {
  wordBehind.lastIndex = wordStart;
  if (!wordBehind.test(text)) return false;
  return spokenFrom.some((pattern) => {
    pattern.lastIndex = wordStart;
    const [, lead = "", quote = "", candidate = ""] = pattern.exec(text) ?? [];
    return candidate !== "" && isSecretValue({ lead, quote, text: candidate.replace(/[.?:)\]]+$/, "") });
  });
}

/** "The password is …", in the languages people write to an agent. */
export function redactPhrases(text: string): string {
  const spoken = otherSentences.reduce((rest, { hint, pattern }) => {
    if (!hint.test(rest)) return rest;
    return rest.replace(
      pattern,
      (match: string, ...[lead = "", quote = "", candidate = ""]: string[]) =>
        redactSaid({ match, lead, quote, candidate }) ?? match,
    );
  }, redactEnglish(text));
  const after = namedAfterHint.test(spoken) && englishHint.test(spoken) ? spoken.replace(namedAfter, ifChosen) : spoken;
  return loginHint.test(after) ? after.replace(loginPair, ifChosen) : after;
}

interface Said {
  readonly match: string;
  readonly lead: string;
  readonly quote: string;
  readonly candidate: string;
}

function redactSaid({ lead, quote, candidate }: Said, isValue?: EnglishSentence["isValue"]): string | undefined {
  const secret = candidate.replace(/[.?:)\]]+$/, "").replace(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af].*$/u, "");
  return isSecretValue({ lead, quote, text: secret }) && (isValue?.(secret, lead) ?? true)
    ? `${lead}${quote}${REDACTED}${candidate.slice(secret.length)}`
    : undefined;
}

/** How the nouns begin: one scan finds them for all sentences. */
const nounStart =
  /pass|pwd?(?![a-z])|pin|api|access|secret|token|auth|credential|one|verif|security|confirm|sign|log|[2m]fa|otp/gi;

function redactEnglish(text: string): string {
  let clean = "";
  let done = 0;
  nounStart.lastIndex = 0;
  for (let noun = nounStart.exec(text); noun !== null; noun = nounStart.exec(text)) {
    const at = noun.index;
    if (at > 0 && /\w/.test(text.charAt(at - 1))) continue;
    const said = saidAt(text, at);
    if (said === undefined) continue;
    clean += text.slice(done, at) + said.clean;
    done = at + said.length;
    nounStart.lastIndex = done;
  }
  return clean + text.slice(done);
}

function saidAt(text: string, at: number): { readonly clean: string; readonly length: number } | undefined {
  for (const { pattern, before, isValue } of englishSentences) {
    pattern.lastIndex = at;
    const [match, lead = "", quote = "", candidate = ""] = pattern.exec(text) ?? [];
    if (match === undefined) continue;
    const isExpected = before?.test(text.slice(Math.max(0, at - BEFORE_CHARS), at)) ?? true;
    if (!isExpected && !isScrambled(candidate, LONG_CHARS)) continue;
    const clean = redactSaid({ match, lead, quote, candidate }, isValue);
    if (clean !== undefined) return { clean, length: match.length };
  }
  return undefined;
}

/**
 * Words between the noun and the sign may have made it another thing: "token request id: …". What remains must look
 * like nothing but a secret.
 */
function isRemarked(value: string, lead: string): boolean {
  if (/\)\s{0,2}[:=]\s+$/.test(lead)) return true;
  if (
    /\b(?:id|hash|sha\d*|commit|digest|checksum|file|path|url|version|at|on|line|count|time|date)\s{0,2}[:=]\s+$/i.test(
      lead,
    )
  )
    return false;
  return (
    isScrambled(value, REMARKED_CHARS) ||
    (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && /[!#$%^&*+~?;]/.test(value))
  );
}
const REMARKED_CHARS = 16;

const BEFORE_CHARS = 64;
/** So long a jumble behind the name of a secret is one, whatever stands before. */
const LONG_CHARS = 20;

const ifChosen = (match: string, lead: string, secret: string, tail: string): string =>
  /[A-Za-z]/.test(secret) && /\d/.test(secret) && isSecretValue({ lead, quote: "", text: secret.replace(/[.?!]$/, "") })
    ? `${lead}${REDACTED}${tail}`
    : match;

interface Candidate {
  /** The words before the value. */
  readonly lead: string;
  /** The opening quotation mark; empty where there is none. */
  readonly quote: string;
  readonly text: string;
}

function isSecretValue({ lead, quote, text }: Candidate): boolean {
  if (text.length < 4 || isPlaceholder(text) || !/^[!-~]/.test(text) || /[(){}]/.test(text)) return false;
  if (/^(?:[a-z]+:\/\/|[./~]|v?\d+(?:\.\d+)+$)/i.test(text) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text))
    return false;
  if (commonWords.test(text) || (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(text) && !/\d/.test(text)))
    return false;
  if (quote !== "" && /^(?:pass|pwd?)\s/i.test(lead) && !/\d/.test(text)) return false;
  if (
    quote !== "" ||
    (/[是为為はをは는은：:=]\s*$/.test(lead) && namesEastAsian.test(lead) && /^[!-~]{6,}$/.test(text))
  )
    return true;
  if (/^\d+$/.test(text)) return text.length <= 12 && !/token|key|secret/i.test(lead);
  if (/\d/.test(text)) return !/^\d+(?:[.,]\d+)?(?:ms|s|kb|mb|k|%|-\w+)?$/i.test(text);
  // `token is BlockMap` tests a type.
  return /[!@#$%^&*+=~]/.test(text) || (/[a-z][A-Z]/.test(text) && !/^(?:token|credential)/i.test(lead));
}

const namesEastAsian = new RegExp(eastAsian, "iu");

/** What sentences say about secrets, and the names of the ways to keep them. */
const commonWords = joinPattern(
  [
    "^(?:null|undefined|none|true|false|string|required|optional|invalid|wrong|incorrect|empty|",
    "missing|expired|password|passwords|token|secret|hidden|(?:base64|sha\\d+|md5|utf-?8|hs256|rs256|",
    "oauth2|argon2|x509|pbkdf2|bcrypt)[\\w-]*)$",
  ],
  "i",
);

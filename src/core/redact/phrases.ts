import { isPlaceholder, REDACTED } from "./shapes";

/** What a sentence calls a secret. English needs a verb behind it; `password: x` is left to the rule for assignments. */
const english =
  "pass ?words?|pass ?phrase|pass ?code|api[ -]?key|access[ -]?key|secret(?: key| token)?|(?:access |auth )?token|credentials?|PIN(?: code)?";
const englishVerbs = "is|was|are|will be|becomes|should be|(?:set|changed|reset) to";

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
const otherVerbs = "ist|lautet|est|es|é|è|er|är|on|is|jest|to|je|adalah|là|это|είναι|هي|היא|है|คือ|:|=|：|–|—|-";

const eastAsian =
  "密码|密碼|口令|密钥|密鑰|秘钥|令牌|访问令牌|暗号|パスワード|暗証番号|秘密鍵|トークン|비밀번호|암호|비번|토큰|api ?(?:キー|키|密钥|密鑰)";
const eastAsianVerbs = "就是|是|为|為|改成|改为|设为|設為|は|을|를|이|가|은|는";

/** The value: one run without blanks, quoted or not. */
const value = "([\"'`“”„«‘’「『]?)([^\\s\"'`“”„«»‘’「」『』<>,;，。；、]{4,200})";
/** "for the staging server", "of root": at most a few words between the noun and its verb. */
const owner = "(?:\\s{1,2}(?:for|of|on|für|vom|pour|du|de|para|do|för|для|от|za|dla)(?:\\s{1,2}[^\\s:=]{1,40}){1,3}?)?";

const sentences: readonly RegExp[] = [
  new RegExp(
    `((?:^|[^\\p{L}\\p{N}_])(?:${english})${owner}\\s{1,2}(?:${englishVerbs})(?:\\s{1,2}(?:now|set to|changed to))?\\s{0,2}:?\\s{1,2})${value}`,
    "giu",
  ),
  new RegExp(
    `((?:^|[^\\p{L}\\p{N}_])(?:${otherLatin})${owner}\\s{0,2}(?:${otherVerbs})?\\s{0,2}[:=：]?\\s{0,2})${value}`,
    "giu",
  ),
  new RegExp(`((?:${eastAsian})(?:\\s{0,2}(?:${eastAsianVerbs}))?\\s{0,2}[:=：]?\\s{0,2})${value}`, "giu"),
];

/** "The password is …", in the languages people write to an agent. */
export const redactPhrases = (text: string): string =>
  sentences.reduce(
    (rest, sentence) =>
      rest.replace(sentence, (match: string, lead: string, quote: string, candidate: string) => {
        const secret = candidate.replace(/[.?:)\]]+$/, "").replace(/です$|だ$|입니다$|이에요$/, "");
        return isSecretValue({ lead, quote, text: secret })
          ? `${lead}${quote}${REDACTED}${candidate.slice(secret.length)}`
          : match;
      }),
    text,
  );

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
  if (
    quote !== "" ||
    (/[是为為はをは는은：:=]\s*$/.test(lead) && namesEastAsian.test(lead) && /^[!-~]{6,}$/.test(text))
  )
    return true;
  if (/^\d+$/.test(text)) return text.length <= 12 && !/token|key|secret/i.test(lead);
  if (/\d/.test(text)) return !/^\d+(?:[.,]\d+)?(?:ms|s|kb|mb|k|%|-\w+)?$/i.test(text);
  return /[!@#$%^&*+=~]/.test(text) || /[a-z][A-Z]/.test(text);
}

const namesEastAsian = new RegExp(eastAsian, "iu");

/** What sentences say about secrets, and the names of the ways to keep them. */
const commonWords =
  /^(?:null|undefined|none|true|false|string|required|optional|invalid|wrong|incorrect|empty|missing|expired|password|passwords|token|secret|hidden|(?:base64|sha\d+|md5|utf-?8|hs256|rs256|oauth2|argon2|x509|pbkdf2|bcrypt)[\w-]*)$/i;

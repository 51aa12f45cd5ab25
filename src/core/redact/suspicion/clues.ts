import { joinPattern } from "../../base/text";

/**
 * A word without which certain rules cannot match, and what must be around an occurrence for them to match there. A
 * clue may be wrong about a text that holds no secret, which costs time; it must never miss one that does.
 */
export interface Clue {
  readonly words: readonly string[];
  /** The case matters. */
  readonly exact?: true;
  /** What the text has right behind the word. */
  readonly behind?: RegExp;
  /** What the text has right before the word. */
  readonly before?: RegExp;
  /** What the rule redacts may be far away, so that the whole text has to be read. */
  readonly reach?: "near" | "far";
  /** How many characters before the word are looked at; 100 where nothing is said. */
  readonly beforeChars?: number;
}

const mark = "\\\\{0,3}[\"'`]";
const sticky = (...parts: string[]): RegExp => joinPattern(parts, "iy");

/** Whole subjects that are rare enough to be read wherever one of their words is. */
const rare: Clue = {
  words: [
    "b3BlbnNzaC1rZXktdjE",
    "hooks.slack.com/",
    "discord.com/api/",
    "discordapp.com/api/",
    "webhook.office.com/",
    "outlook.office.com/webhook",
    "hooks.zapier.com/",
    "/open-apis/bot/v2/hook/",
    "make.com/",
    "jdbc:",
    "otpauth:",
    "chpasswd",
    "securestring",
    "<<<",
    "requirepass",
    "masterauth",
    "aws_secret",
    "mnemonic",
    "助记词",
    "助記詞",
    "\ttrue\t",
    "\tfalse\t",
    "pbkdf2_sha",
    "scram-sha",
    ".atlasv1.",
    "@tcp",
    "@udp",
    "@unix",
    "snmp-server",
    "::add-mask::",
    "issecret=true]",
    "sqlplus",
    "sqlldr",
    "expdp",
    "impdp",
  ],
};

const blocks: Clue = { words: ["PRIVATE KEY", "Private-Lines:", '"kty"', '"random_password"'], reach: "far" };

/** A noun and the word behind it, however they are joined. */
const joined = (first: readonly string[], second: readonly string[]): readonly string[] =>
  first.flatMap((start) => ["", " ", "_", "-"].flatMap((sign) => second.map((end) => `${start}${sign}${end}`)));

const wallet: Clue = { words: joined(["seed", "recovery", "backup", "secret"], ["phrase", "word"]) };

/** How the encodings of private keys go on, a few characters behind their start. */
const keyData: readonly Clue[] = [
  { words: ["IBA"], exact: true, before: /MI[I-L][A-Za-z0-9+/]{2}[AQgw]$/ },
  { words: ["CAQ"], exact: true, before: /M[A-Z][A-Za-z0-9+/]$/ },
  { words: ["AgEA"], exact: true, before: /MI[E-H][A-Za-z0-9+/]$/ },
];

const urls: readonly Clue[] = [
  { words: ["://"], behind: /[^\s/]{0,300}@/y },
  { words: ["="], behind: /[\w%+/=.~-]{16}/y, before: /[?&#;][\w.-]{1,60}$/ },
  {
    words: ["reset", "magic", "verify", "confirm", "activate", "invit", "login", "signin"],
    behind: /[\w-]{0,20}\/(?:[\w-]{1,15}\/)?[\w-]{20}/y,
  },
];

const headers: readonly Clue[] = [
  { words: ["authorization"], behind: /\\{0,3}["']?[ \t]{0,3}[:=,]/y },
  { words: ["response="], behind: /\\{0,3}["']?\w{16}/y },
  { words: ["bearer"], behind: /(?:\s|\\(?=\r?\n)){1,8}(?=[\w.~+/=-]{0,64}\d)[\w.~+/=-]{16}/y },
  { words: ["basic", "auth plain"], behind: /\s{1,3}[A-Za-z0-9+/]{8}/y },
  { words: ["auth"], behind: /["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[A-Za-z0-9+/]{8}/y },
  { words: ["cookie"], behind: /\d?\\{0,3}["']?[ \t]{0,3}(?::|,|=>)[ \t]{0,3}\\{0,3}["'`]?[\w.!#$%&*+^|~-]{1,80}=/y },
];

/** Words by which names of secrets are known. */
export const NAME_WORDS: readonly string[] = [
  "pass",
  "pw",
  "psk",
  "secret",
  "key",
  "token",
  "auth",
  "cred",
  "sess",
  "sid",
  "srf",
  "jwt",
  "bearer",
  "signature",
  "hmac",
  "nonce",
  "otp",
  "pin",
  "salt",
  "dsn",
  "pat",
  "mfa",
  "2fa",
  "hook",
  "cookie",
  ...joined(["recovery", "backup"], ["code"]),
];

/** Names of passwords, whole words first. */
const passwords = ["password", "passwd", "passphrase", "passcode", "passkey"];
const shortPasswords = ["pass", "pw", "pwd", "psk"];
const strong = [...passwords, "secret", "key", "_salt", ...joined(["recovery", "backup"], ["code"])];

/** A clue behind words of names; behind the short ones the word must end. */
const namedBy = (words: readonly string[], behind: string, clue: Partial<Clue> = {}): readonly Clue[] => [
  { words, behind: sticky(behind), ...clue },
  { words: shortPasswords, behind: sticky("(?![A-Za-z])", behind), ...clue },
];

const endOfName = "[\\w-]{0,16}";
/** What values have that are secrets by their looks. */
const tellingSign = "[\\d!@#$%^&*+=~?]";

/** Words of names for which rules other than that for assignments look. */
const named: readonly Clue[] = [
  // Elements of XML, and settings in it.
  { words: [...passwords, "pwd", "secret", "key", "token"], behind: /[ >]/y, before: /<[\w.:-]{0,90}$/ },
  {
    words: [...passwords, "pwd", "secret", "key", "token"],
    behind: /["'](?:[ \t]{1,3}value=|[^<>\n]{0,80}>)/iy,
    before: /=["'][\w.:-]{0,90}$/,
  },
  { words: [...passwords, "pwd", "secret", "key", "token"], behind: /<\/(?:key|name)>/iy },
  // Options of commands.
  {
    words: [...passwords, "pass", "pwd", "token", "key", "secret", "auth", "pat", "otp", "credential", "bearer"],
    behind: /(?:=|:|\s{1,3}|["'],\s{0,3}["'])["']?[^\s"'<({-][^\s"'({]{3}/y,
    before: /(?:^|[\s"'`([,])(?:--?|\/)[a-z0-9_.-]{0,75}$/i,
  },
  // Keywords of configuration files, SQL, and prompts.
  {
    words: ["password"],
    behind: /[ \t]{1,3}["'`]?[^\s"'`;,=]{3}/y,
    before: /(?:with|encrypted|set|user[ \t]{1,3}\S{1,60})[ \t]{1,3}$/i,
  },
  { words: ["password"], behind: /(?:[ \t]{1,3}|\()'/y },
  { words: ["identified"], behind: /[ \t]{1,3}(?:with|by)/iy },
  { words: ["enable"], behind: /[ \t]{1,3}(?:secret|password)/iy },
  { words: ["login"], behind: /\s{1,12}\S{1,80}\s{1,12}password\s/iy },
  { words: ["PASS "], exact: true, before: /USER \S/, beforeChars: 600 },
  { words: ["send"], before: /pass(?:word|phrase|code)[^\n]{0,40}?(?:\n[^\n]{0,40}?)?$/i },
  // Names and values side by side.
  {
    words: ["_KEY", "TOKEN", "SECRET", "PASSWORD"],
    exact: true,
    behind: /(?:[ \t]{1,3}|["'][ \t]{0,2},[ \t]{0,2}["'])(?=[^\s"']{0,40}\d)[\w.~+/=-]{16}/y,
  },
  ...namedBy([...strong, "token"], `${endOfName}${mark}\\s{0,3},\\s{0,3}${mark}[^"'\`\\n\\\\]{0,400}?${tellingSign}`),
  ...namedBy([...strong, "token"], `${endOfName}${mark}\\s{0,3}[{(][^{}()]{0,300}?\\bdefault`),
  { words: ["WORD  ", "WD  ", "PASS  ", "SECRET  ", "TOKEN  ", "KEY  "], exact: true, behind: /[ \t]{0,58}\S{4}/y },
  ...namedBy([...strong, "token"], `${endOfName}[*_\`"']{0,3}[ \\t]{0,20}\\|`, {
    before: /(?:\||^|\n)[ \t]{0,20}[*_`"']{0,3}[\w.-]{0,55}$/,
  }),
  ...namedBy([...strong, "token"], `${endOfName}[ \\t]{1,4}\\\\{0,3}["']?[^\\s"'\\\\]{4}`, {
    before: /\b(?:ENV|ARG|setx|set)[ \t]{1,4}[\w.-]{0,55}$/i,
  }),
  ...namedBy([...strong, "token"], `${endOfName}["']?\\s{0,3}(?:[,;]|\\s)\\s{0,40}["']?value["']?\\s{0,3}[:=]`),
  ...namedBy(
    [...strong, "token", "cred", "auth"],
    `${endOfName}s?["']?\\s{0,3}(?:[:=]|=>)\\s{0,3}\\[[^\\[\\]\\n]{0,2000}?["'\`]`,
  ),
  ...namedBy(
    [...strong, "token"],
    `(?:s|[_-]?id)?["']?[ \\t]{0,3}:[ \\t]{0,3}(?:[|>][+-]?\\d?[ \\t]{0,3})?\\r?\\n[ \\t]{0,40}\\S{4}`,
  ),
  { words: [...passwords, "secret", "key", "token"], behind: sticky(`\\(\\s{0,3}${mark}[^"'\`\\n\\s\\\\]{4}`) },
  { words: ["WORD=", "WD=", "PASS=", "SECRET=", "TOKEN=", "KEY="], exact: true, behind: /[^\s"'`$<([{]/y },
  {
    words: ["auth", "login", "log_in", "signin", "sign_in", "cred", "connect", "userpass", "usernamepass"],
    behind: sticky(
      `\\w{0,32}(?:${mark})?\\s{0,3}(?:=|:|=>)?\\s{0,3}(?:new\\s{1,2}\\w{1,40})?`,
      "(?:[(\\[]\\s{0,3}(?:[\\w.$]{1,40}\\s{0,3},\\s{0,3}|\\w{1,20}\\s{0,2}[=:]\\s{0,2})?|(?<=\\w[ \\t]{1,2}))",
      `${mark}[^"'\`\\n\\\\]{1,120}${mark}\\s{0,3},`,
    ),
  },
  { words: ["cred", "login", "password"], before: /["'`]\s{0,3}[)\]][,;]?[^\S\n]{0,8}(?:#|\/\/|--)[^\n]{0,30}$/ },
  {
    words: ["jwt", "jws", "jsonwebtoken", "hmac"],
    behind: /\w{0,8}(?:[.:]{1,2}(?:sign|verify|encode|decode|new)\w{0,8})?\s{0,2}\([^\n]{0,120}?["'`]/iy,
  },
  { words: ["values"], behind: /\s{0,8}\(/y, before: /\)\s{0,8}$/, reach: "far" },
];

const commands: readonly Clue[] = [
  {
    words: ["curl", "wget", "http", "https", "xh", "ncat"],
    behind:
      /\s(?:[^\n]{0,400}?\s)?(?:-u|--user|--proxy-user|--proxy-auth|-U|-a|--auth)[ =]?\\?["']?[^\s:"'$\\]{1,80}:/y,
  },
  { words: ["-U"], exact: true, behind: /[ =]?["']?[^\s%"']{1,80}%/y, before: /\s$/ },
  { words: ["mysql", "mariadb", "7z"], behind: /\w{0,10}\b[^\n]{0,200}?\s-p/y },
  { words: ["mongo", "cqlsh", "snowsql", "arangosh"], behind: /\w{0,8}\b[^\n]{0,200}?\s-p[ \t]/y },
  { words: ["login"], behind: /\b[^\n]{0,200}?\s-p[ \t]/y, before: /\s$/ },
  { words: ["login"], behind: /\s{1,3}[^\s|<>&;-]/y, before: /\b(?:vault|npm|fly|flyctl)\s{1,3}$/ },
  { words: [" -u", "\t-u", "\n-u"], behind: /[ =]?[^\s:-]\S{0,80}\s{1,3}(?:[^\s-]\S{0,80}\s{1,3})?-[pPw]\s/y },
  { words: ["AUTH "], exact: true, behind: /(?:[\w-]{1,40} )?"?[^\s"]{6,200}"?[ \t\r]{0,3}(?:\n|$)/y },
  { words: ["sshpass"], behind: /\s{1,3}-p/y },
  { words: ["redis-cli"], behind: /\b[^\n]{0,200}?\s-a\s/y },
  { words: ["ldap"], behind: /\w{3,12}\b[^\n]{0,200}?\s-w\s/y },
  { words: ["sqlcmd", "bcp", "isql", "osql", "zip", "mosquitto_"], behind: /\w{0,3}\b[^\n]{0,200}?\s-P/y },
  { words: ["htpasswd", "rabbitmqctl", "wpa_passphrase", "_authToken"], behind: /\s{1,3}\S/y },
  { words: ["net"], behind: /\s{1,3}use/y },
  { words: ["doctl"], behind: /\s{1,3}auth/y },
  { words: ["pass:"], behind: /\S{4}/y, before: /(?:^|\W)$/ },
  { words: ["echo", "printf"], behind: /\s{1,3}(?:-n\s{1,3})?["']?[^\s"'|]{4,200}["']?\s{0,3}\|/y },
  { words: ["Q~"], exact: true, behind: /[\w.~-]{31}/y, before: /\d$/ },
  { words: [":AA"], exact: true, behind: /[\w-]{30}/y, before: /\d{8}$/ },
  { words: ["{HA", "{SHA", "{SSHA"], exact: true, behind: /(?:256|512)?\}/y },
  { words: ["$"], behind: /(?:2[abxy]?|[156789y]|gy|sha1|apr1|argon2|scrypt|pbkdf2)[\w-]{0,12}\$/y },
  { words: [":"], behind: /(?:\d{4,5}|\*):[A-Za-z*][\w*-]{0,60}:[A-Za-z*][\w*-]{0,60}:\S{3}/y },
];

const label = "(?:[ \\t]{1,2}(?:for|of)[ \\t]{1,2}[^\\n:=]{1,80}|[ \\t]{1,2}\\([^()\\n]{1,30}\\))?";
const labelSign = "[\"']?\\s{0,3}(?:[:=：]|是|is)\\s{0,3}[\"'`]?";

/** Codes of digits, words that someone chose, and seeds of authenticators. */
const memorized: readonly Clue[] = [
  {
    words: [
      ...["pin", "puk", "otp", "cvv", "cvc", "-time passcode", "sign-in code", "signin code", "log-in code"],
      ...[
        "pin",
        "otp",
        "-time",
        "verification",
        "security",
        "confirmation",
        "login",
        "2fa",
        "mfa",
        "auth",
        "access",
      ].map((owner) => `${owner} code`),
      "authentication code",
      ...["verification", "security", "confirmation", "access"].map((owner) => `${owner} passcode`),
    ],
    behind: sticky(label, labelSign, "\\d{3}"),
  },
  {
    words: ["otp", "2fa", "mfa", "authenticator", "two factor", "two-factor"],
    behind: sticky("[\\w -]{0,24}", labelSign, "[a-z2-7]{4}[ -]?[a-z2-7]{4}"),
  },
  {
    words: ["passphrase", "pass phrase", "password"],
    behind: sticky(label, "[\"']?[ \\t]{0,3}[:=][ \\t]{1,3}[a-z]{2,12} [a-z]{2,12} [a-z]{2}"),
  },
  { words: ["WIFI:"], exact: true, behind: /[A-Z]:/y },
  {
    words: ["password", "secret"],
    behind: /[ \t]{1,3}\S/y,
    before: /\b(?:username|connect|neighbor)[ \t]{1,3}\S{1,60}(?:[ \t]{1,3}privilege[ \t]{1,3}\d{1,2})?[ \t]{1,3}$/i,
  },
];

/** What is printed on the line below. */
const printed: readonly Clue[] = [
  {
    words: ["cat ", "type ", "more ", "less ", "head ", "tail ", "bat ", "get-content "],
    behind: sticky(
      "[^\\n|;&]{0,120}?(?:\\.key|secret|token|passw|api[_-]?key|credential)[\\w.-]{0,12}[\"']?",
      "[ \\t]{0,3}\\r?\\n\\S{8}",
    ),
  },
  {
    words: [...passwords, "secret", "token", "key"],
    behind: /["'\])]{0,3};?[ \t]{0,3}\r?\n[^\n"']{0,40}["'][^"'\n]{4}/y,
  },
  {
    words: joined(["recovery", "backup", "scratch"], ["code"]),
    behind: /[^\n]{0,60}\r?\n[ \t]{0,8}(?:[-*•]|\d{1,2}[.)])?[ \t]{0,4}[A-Za-z0-9]{4}/y,
  },
];

const spoken: readonly Clue[] = [
  // "… is the admin password".
  {
    words: ["pass", "pin", "key", "token"],
    before: joinPattern(
      [
        "\\d[^\\s\"'`(),;:]{0,79}[\"'`]?\\s{1,2}(?:as|for|is|was)\\s{1,2}(?:the|your|my|its|our|a)\\s{1,2}",
        "(?:[\\w-]{1,20}\\s){0,2}(?:api[ -]?)?$",
      ],
      "i",
    ),
    beforeChars: 160,
  },
  // "login: admin / …".
  {
    words: ["login", "log in", "signin", "sign in", "cred", "user", "账号", "帐号", "账户"],
    behind: sticky(
      "(?:name|entials?|s)?(?:\\s{0,2}[/&]\\s{0,2}pass(?:word)?)?(?:\\s{1,2}(?:is|are|with|as|use|using|details)){0,2}",
      "\\s{0,2}[:=：]?\\s{1,3}[\"'`]?[\\w.@+-]{2,60}(?:\\s{1,2}/\\s{1,2}|:|/)",
      "(?=[^\\s\"'`,;/:]{0,79}\\d)[^\\s\"'`,;/:]{6}",
    ),
  },
];

const otherNouns: Clue = {
  words: [
    "passwort",
    "kennwort",
    "mot de passe",
    "clé ",
    "contrase",
    "clave",
    "senha",
    "palavra-passe",
    "chave ",
    "parola",
    "wachtwoord",
    "lösenord",
    "adgangskode",
    "passord",
    "salasana",
    "hasło",
    "heslo",
    "jelszó",
    "şifre",
    "kata sandi",
    "mật khẩu",
    "парол",
    "ключ",
    "κωδικ",
    "كلمة",
    "סיסמ",
    "पासवर्ड",
    "รหัสผ่าน",
    ..."密码 密碼 口令 密钥 密鑰 秘钥 PIN码 PIN碼 验证码 驗證碼 动态码 動態碼 提取码 提取碼 授权码 授權碼 令牌".split(
      " ",
    ),
    ..."暗号 パスワード 暗証番号 秘密鍵 トークン 비밀번호 암호 비번 토큰 apiキー api키".split(" "),
    "PIN 码",
    "PIN 碼",
    "api キー",
    "api 키",
  ],
};

export const CLUES: readonly Clue[] = [
  rare,
  blocks,
  wallet,
  ...keyData,
  ...urls,
  ...headers,
  ...named,
  ...commands,
  ...memorized,
  ...printed,
  ...spoken,
  otherNouns,
];

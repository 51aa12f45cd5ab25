import { joinPattern } from "../../base/text";
import { isHarmlessWord } from "../words/harmless";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";
import type { SecretShape } from "./shape";
import { keepBothEnds, keepBothEndsIf, keepLead } from "./shape";

/** The name before the password; what follows is one run up to the last `@`, so that no part of a password remains. */
const userInfo = "[^\\s:@/\"'`<>]{0,80}:";

const SHORTEST_HASH_CHARS = 16;

const keyShapes: readonly SecretShape[] = [
  {
    what: "password hash",
    hint: /\$|\{S|SCRAM/,
    pattern: joinPattern(
      [
        "(?:\\$(?:2[abxy]?|1|5|6|7|8|9|y|gy|sha1|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\\w-]{0,12})",
        "\\$[^\\s:\"',${}]{1,40}(?:\\$[^\\s:\"',${}]{1,200}){1,4}|\\$2[abxy]?\\$\\d\\d\\$[./A-Za-z0-9]{50,}|",
        "pbkdf2_sha(?:1|256|512)\\$\\d{2,8}\\$[^\\s\"'$]{4,64}\\$[\\w+/=]{20,100}|\\{S?S?HA(?:256|512)",
        "?\\}[\\w+/=]{20,120}|SCRAM-SHA-256\\$\\d{3,6}:[\\w+/=$:]{30,300})",
      ],
      "g",
    ),
    // A reference to groups of a pattern has the same signs: `$1$2$3`.
    replacement: (match) => (match.length < SHORTEST_HASH_CHARS ? match : REDACTED),
  },
  {
    what: "hash of a Windows account",
    hint: /:[0-9a-f]{32}:/i,
    pattern: /(:\d{3,6}:)[0-9a-f]{32}:[0-9a-f]{32}(?=:)/gi,
    replacement: keepLead,
  },
  {
    what: "private part of a JSON web key",
    hint: /"kty"/,
    pattern: /("(?:d|p|q|dp|dq|qi|k)"\s{0,3}:\s{0,3}")([\w-]{16,2048})(")/g,
    replacement: keepBothEnds,
  },
];

const urlShapes: readonly SecretShape[] = [
  {
    what: "webhook",
    hint: /hook/i,
    pattern: joinPattern(
      [
        "(hooks\\.slack\\.com/(?:services|workflows|triggers)/|discord(?:app)?\\.com/api/(?:v\\d{1,2}/)",
        "?webhooks/\\d{5,25}/|webhook\\.office\\.com/webhookb?\\d?/|outlook\\.office\\.com/webhook/|",
        "hooks\\.zapier\\.com/hooks/catch/|/open-apis/bot/v2/hook/|hook\\.[\\w.-]{2,20}make\\.com/)",
        "[\\w/@-]{12,300}",
      ],
      "g",
    ),
    replacement: keepLead,
  },
  {
    what: "user and password in a URL",
    hint: /:\/\/[^\s/]{0,300}@/,
    pattern: new RegExp(`(\\b[a-z][a-z0-9+.-]{1,30}:\\/\\/${userInfo})([^\\s/?#"'\`<>]{1,200})(@)`, "gi"),
    replacement: keepBothEnds,
  },
  {
    what: "user and password of a data source in Go",
    hint: /@(?:tcp|udp|unix)/,
    pattern: /((?<![^\s"'`=(])[\w.%+-]{1,60}:)([^\s/"'`@]{1,200})(@(?:tcp|udp|unix)[46]?\()/g,
    replacement: keepBothEnds,
  },
  {
    what: "user and password in a JDBC URL",
    hint: /jdbc:/i,
    pattern: /(\bjdbc:[a-z0-9:]{2,40}:[^\s:/@"'`]{1,80}\/)([^\s/@"'`]{1,200})(@)/gi,
    replacement: keepBothEnds,
  },
  {
    what: "key in place of a user in a URL",
    hint: /:\/\/[^\s/]{0,300}@/,
    pattern: /(\b[a-z][a-z0-9+.-]{1,30}:\/\/)([A-Za-z0-9_-]{16,200})(@)/gi,
    replacement: keepBothEndsIf(looksRandom),
  },
  {
    what: "signed URL",
    hint: /[?&#](?:sig|x-|shared)/i,
    pattern: joinPattern(
      [
        "([?&#](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|",
        "x-goog-credential|sharedaccesssignature)=)[\\w%+/=.~-]{16,2048}",
      ],
      "gi",
    ),
    replacement: keepLead,
  },
  {
    what: "credential in a query",
    hint: /[?&#][\w.-]{0,40}=/,
    pattern: joinPattern(
      [
        "([?&#;](?:[\\w.-]{0,30}[_.-])?(?:key|code|token|access_?token|id_?token|refresh_?token|auth|",
        "ticket|otp|sid|session|sessionid|jwt|hash|hmac|secret|apikey|state|nonce|invite|magic|t|k)=)",
        "([\\w.~%+/-]{16,2048})()",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf((value) => looksRandom(value) && /\d.*\d/.test(value)),
  },
  {
    what: "link that lets in whoever has it",
    hint: /reset|magic|verify|confirm|activate|invit|login|signin/i,
    pattern: joinPattern(
      [
        "(://[^\\s\"'<>]{1,200}/[\\w-]{0,20}(?:reset|magic|verify|confirm|activate|invit|login|signin)",
        "[\\w-]{0,20}/(?:[\\w-]{1,15}/)?)([\\w-]{20,512})()",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf((value) => looksRandom(value) && /\d.*[a-z].*\d|[A-Z].*\d.*[a-z]/.test(value)),
  },
  {
    what: "one-time password setup",
    hint: /otpauth:/i,
    pattern: /(otpauth:\/\/[^\s"'<>]{1,200}[?&]secret=)([A-Za-z2-7=%]{8,200})()/gi,
    replacement: keepBothEnds,
  },
];

const headerShapes: readonly SecretShape[] = [
  {
    what: "authorization header",
    hint: /authorization/i,
    pattern: joinPattern(
      [
        "(\\b(?:proxy-)?authorization\\\\{0,3}[\"']?[ \\t]{0,3}(?:[:=]|(?<=[\"'][ \\t]{0,3}),|=>)",
        "[ \\t]{0,3}\\\\{0,3}[\"'`]?(?:(?:bearer|basic|token|digest|apikey|api-key|bot|negotiate|splunk|",
        "genie\\w{0,6}|key|sharedaccesssignature|oauth|aws4?[\\w-]{0,16}|hmac[\\w-]{0,10}|snowflake|",
        "discogs)(?![\\w.~+/-]))?[ \\t]{0,3}(?:\\\\\\r?\\n[ \\t]{0,12})?",
        "(?:[a-z_]{2,20}[:=][ \\t]{0,2}\\\\{0,3}[\"']?)?)",
        // A scheme before what was redacted already is no value.
        "(?![\\w-]{8,64}[ \\t]{0,3}(?:\\[REDACTED|[$<{%]))([\\w.~+/=:%-]{8,4096})()",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(
      (value) =>
        /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(value) && !/^https?:|^[A-Za-z]?[a-z]+(?:[A-Z][a-z]{2,})+$/.test(value),
    ),
  },
  {
    what: "answer to a digest challenge",
    hint: /digest/i,
    pattern: /(\bdigest\s[^\n]{0,400}?\bresponse=\\{0,3}["']?)(\w{16,128})()/gi,
    replacement: keepBothEnds,
  },
  {
    what: "bearer token",
    hint: /bearer/i,
    pattern: /(\bbearer(?:\s|\\(?=\r?\n)){1,8})(?=[\w.~+/=-]{0,64}\d)([\w.~+/=-]{16,4096})/gi,
    replacement: keepLead,
  },
  {
    what: "basic credentials",
    hint: /basic|auth/i,
    pattern: joinPattern(
      [
        "(\\b(?:basic\\s{1,3}|AUTH PLAIN\\s{1,3}|[\"']?_?auth[\"']?[ \\t]{0,3}[:=][ \\t]{0,3}[\"']?))",
        "([A-Za-z0-9+/]{8,400}={0,2})()(?![A-Za-z0-9+/])",
      ],
      "gi",
    ),
    replacement: keepBothEndsIf(decodesToPair),
  },
  {
    what: "cookie header",
    hint: /cookie/i,
    pattern: joinPattern(
      [
        "((?:^|[^\\w-])(?:set-)?cookie\\d?\\\\{0,3}[\"']?[ \\t]{0,3}(?::|,|=>)[ \\t]{0,3}\\\\{0,3}[\"'`]?)",
        "(?=[\\w.!#$%&*+^|~-]{1,80}=)([^\\n\\r\"'`\\\\]{3,4096})",
      ],
      "gim",
    ),
    replacement: (match, lead = "", cookies = "") =>
      cookies.split(";").every(isSettingCookie) ? match : `${lead}${REDACTED}`,
  },
  {
    what: "line of a cookie file",
    hint: /\t(?:TRUE|FALSE)\t/,
    pattern: joinPattern(
      [
        "^((?:#HttpOnly_)?[\\w.-]{1,200}\\t(?:TRUE|FALSE)\\t[^\\t\\n]{1,200}\\t(?:TRUE|FALSE)",
        "\\t\\d{1,12}\\t[^\\t\\n]{1,200}\\t)([^\\t\\n]{3,4096})()$",
      ],
      "gm",
    ),
    replacement: keepBothEnds,
  },
];

const fileShapes: readonly SecretShape[] = [
  {
    what: "XML element",
    hint: /<\//,
    pattern: joinPattern(
      [
        "(<((?:[\\w-]{1,30}[:.])?[\\w.-]{0,30}(?:password|passwd|pwd|secret|api-?_?key|token|passphrase|",
        "private-?_?key|access-?_?key))(?: [^<>\\n]{0,200})?>)\\s{0,40}(?:<!\\[CDATA\\[)?([^<\\s]{4,400})",
        "(?:\\]\\]>)?\\s{0,40}(?=</\\2>)",
      ],
      "gi",
    ),
    replacement: (match, lead = "", _name = "", secret = "") => (isPlaceholder(secret) ? match : `${lead}${REDACTED}`),
  },
  {
    what: "XML setting",
    hint: /value=|<\//i,
    pattern: joinPattern(
      [
        "(\\b(?:key|name|id|type)=[\"'][\\w.:-]{0,40}(?:password|passwd|pwd|secret|api-?_?key|token|",
        "passphrase|private-?_?key|access-?_?key)[\"'](?:[ \\t]{1,3}value=[\"']|[^<>\\n]{0,80}>))",
        "([^\"'<>\\n]{4,400})([\"']|</)",
      ],
      "gi",
    ),
    replacement: keepBothEnds,
  },
  {
    what: "name and value as XML elements",
    hint: /<\/(?:key|name)>/i,
    pattern: joinPattern(
      [
        "(<(key|name)>[\\w .:-]{0,40}(?:password|passwd|pwd|secret|api[-_. ]?key|token|passphrase|private[-_. ]?key|",
        "access[-_. ]?key|secret[-_. ]?key)</\\2>\\s{0,40}<(string|value)>)([^<\\n]{4,400})(?=</\\3>)",
      ],
      "gi",
    ),
    replacement: (match, ...[lead = "", , , value = ""]) =>
      isPlaceholder(value) || isHarmlessWord(value) ? match : `${lead}${REDACTED}`,
  },
  {
    what: "generated password in the state of Terraform",
    hint: /random_password/,
    pattern: /("random_password"[^]{0,1200}?"result"\s{0,3}:\s{0,3}")([^"\n]{4,200})(")/g,
    replacement: keepBothEnds,
  },
  {
    what: "login line",
    hint: /login/i,
    pattern: /(\blogin\s{1,12}\S{1,80}\s{1,12}password\s{1,12})(\S{3,200})()/gi,
    replacement: keepBothEnds,
  },
  {
    what: "line of a PostgreSQL password file",
    hint: /:(?:\d{4,5}|\*):/,
    pattern: /^((?:[\w.-]{1,80}|\*):(?:\d{4,5}|\*):[A-Za-z*][\w*-]{0,60}:[A-Za-z*][\w*-]{0,60}:)(\S{3,200})()$/gm,
    replacement: keepBothEnds,
  },
  {
    what: "password in a mail or file transfer",
    hint: /^.{0,12}\bPASS /m,
    pattern: /(^.{0,12}\bUSER \S{1,120}\r?\n(?:.{0,200}\n){0,2}.{0,12}\bPASS )(\S{3,200})()/gm,
    replacement: keepBothEnds,
  },
  {
    what: "keyword of a configuration file",
    hint: /requirepass|masterauth|identified|password|enable secret|aws_secret/i,
    pattern: joinPattern(
      [
        "(\\b(?:requirepass|masterauth|identified[ \\t]{1,3}(?:with[ \\t]{1,3}[\\w\"'`]{1,40}[ \\t]{1,3})?by",
        "(?![ \\t]{1,3}`)|",
        "(?:with|encrypted|set|user[ \\t]{1,3}\\S{1,60})[ \\t]{1,3}password|enable[ \\t]{1,3}(?:secret|",
        "password)(?:[ \\t]{1,3}\\d)?|aws_secret_access_key)[ \\t]{1,3}[\"'`]?)(?!for\\b|is\\b|to\\b|and\\b|",
        "from\\b|in\\b|of\\b)([^\\s\"'`;,=]{4,200})()",
      ],
      "gi",
    ),
    replacement: (match, lead = "", value = "") =>
      /^[a-z_]+[.:)]*$/.test(value) && !/["']$/.test(lead) ? match : keepBothEnds(match, lead, value),
  },
  {
    what: "quoted password in SQL",
    hint: /(?:identified|password)[ \t]{0,3}(?:by[ \t]{1,3})?\(?'/i,
    pattern: joinPattern(
      [
        "((?:\\bidentified[ \\t]{1,3}by[ \\t]{1,3}|\\b(?:user|role)\\b[^\\n']{0,80}\\bpassword[ \\t]{1,3}|",
        "=[ \\t]{0,3}password\\()')([^'\\n]{3,200})(')",
      ],
      "gi",
    ),
    replacement: keepBothEnds,
  },
  {
    what: "value behind the name of a variable",
    pattern: joinPattern(
      [
        "(\\b[A-Z][A-Z0-9_]{0,40}(?:_KEY|TOKEN|SECRET|PASSWORD)(?:[ \\t]{1,3}|",
        "[\"'][ \\t]{0,2},[ \\t]{0,2}[\"']))(?=[^\\s\"']{0,40}\\d)(?=[^\\s\"']{0,40}[A-Za-z])([\\w.~+/=-]{16,400})",
      ],
      "g",
    ),
    replacement: keepLead,
  },
  {
    what: "words that restore a wallet",
    hint: /mnemonic|phrase|seed|助记词|助記詞/i,
    pattern: joinPattern(
      [
        "((?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words?)|助记词|助記詞)",
        "[\\w ()-]{0,24}[\"']?\\s{0,3}(?:is|are|是|[:=：])?\\s{0,3}[\"'`]?)((?:[a-z]{3,8}[ ,]{1,2})",
        "{11,23}[a-z]{3,8})()",
      ],
      "gi",
    ),
    replacement: keepBothEnds,
  },
];

/** A preference, an attribute of the cookie, or a value that was taken out before. */
function isSettingCookie(cookie: string): boolean {
  const [name = "", value = ""] = cookie.trim().split(/=(.*)/s);
  if (cookieAttribute.test(name) || value === "" || isPlaceholder(value)) return true;
  return /^(?:[a-z]{1,8}(?:[-_][A-Za-z]{2})?|\d{1,3})$/.test(value) && cookieSetting.test(name);
}

const cookieAttribute = /^(?:path|domain|expires|max-age|samesite|secure|httponly|partitioned|priority)$/i;
const cookieSetting =
  /theme|lang|locale|color|mode|consent|currency|country|region|tz|timezone|sidebar|layout|view|seen/i;

/** `user:password` in base64, both printable: nothing else decodes to that. */
function decodesToPair(value: string): boolean {
  try {
    const text = atob(value);
    return (
      /^[\x20-\x7e]{0,100}[:\0][\x20-\x7e]{1,200}$/.test(text) ||
      /^\0[\x20-\x7e]{1,100}\0[\x20-\x7e]{1,200}$/.test(text)
    );
  } catch {
    // Not base64: a word that only looks like it.
    return looksRandom(value) && looksChosen(value) && value.length >= 20;
  }
}

export const secretShapes: readonly SecretShape[] = [...keyShapes, ...urlShapes, ...headerShapes, ...fileShapes];

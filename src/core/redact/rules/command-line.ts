import { joinPattern } from "../../base/text";
import { isPlaceholder } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";
import type { SecretShape } from "./shape";
import { keepBothEnds, keepBothEndsIf } from "./shape";

const inBetween = "\\b[^\\n]{0,200}?\\s";
const login = "(?:docker|podman|buildah|skopeo|oras|helm\\s{1,3}registry|az|cf|oc)\\s{1,3}login";

/** Where tools take a password behind a short option, attached to it, or as a plain argument. */
const shortOptions = [
  `\\b(?:mysql\\w{0,10}|mariadb\\w{0,8}|7z[ar]?)${inBetween}-p`,
  `\\b(?:${login}|mongo(?:sh|dump|restore|export|import)?|cqlsh|snowsql|arangosh)${inBetween}-p[ \\t]{1,3}`,
  "\\bsshpass\\s{1,3}-p[ \\t]{0,3}",
  `\\bredis-cli${inBetween}-a\\s{1,3}`,
  `\\bldap\\w{3,12}${inBetween}-w\\s{1,3}`,
  `\\b(?:sqlcmd|bcp|isql|osql|zip|unzip|mosquitto_(?:pub|sub))${inBetween}-P\\s{0,3}`,
  "\\bhtpasswd\\s{1,3}-\\w{0,6}b\\w{0,6}\\s{1,3}\\S{1,200}\\s{1,3}\\S{1,80}\\s{1,3}",
  "\\bnet\\s{1,3}user\\s{1,3}\\S{1,80}\\s{1,3}(?!/)",
  "\\bnet\\s{1,3}use\\s[^\\n]{1,120}?/user:\\S{1,80}\\s{1,3}",
  "\\bnet\\s{1,3}use\\s{1,3}(?:\\w:\\s{1,3})?\\\\\\S{1,120}\\s{1,3}(?!/)(?=\\S{4,200}\\s{1,3}/user:)",
  "\\brabbitmqctl\\s{1,3}(?:add_user|change_password|authenticate_user)\\s{1,3}\\S{1,80}\\s{1,3}",
  "\\bwpa_passphrase\\s{1,3}\\S{1,80}\\s{1,3}",
  "\\b(?:vault|npm|fly|flyctl)\\s{1,3}login\\s{1,3}(?:token=)?",
  "\\bdoctl\\s{1,3}auth\\s{1,3}init\\s{1,3}-t\\s{1,3}",
  "\\b_authToken\\s{1,3}",
].join("|");

/** Passwords and keys as arguments of commands. */
export const commandLineShapes: readonly SecretShape[] = [
  {
    what: "user and password on a command line",
    hint: /\b(?:curl|wget|https?|xh|ncat)\s/,
    pattern: joinPattern(
      [
        "((?:^|[\\s;&|(\"'`$/])(?:curl|wget|https?|xh|ncat)\\s(?:[^\\n]{0,400}?\\s)?(?:-u|--user|--proxy-user|",
        "--proxy-auth|-U|-a|--auth)[ =]?\\\\?[\"']?[^\\s:\"'$\\\\]{1,80}:(?!//))([^\\s\"'\\\\]{1,200})()",
      ],
      "gm",
    ),
    replacement: keepBothEnds,
  },
  {
    what: "user and password for a Windows share",
    hint: /%|chpasswd/,
    pattern: joinPattern(
      [
        "((?:\\b(?:smbclient|rpcclient|winexe|net)\\b[^\\n]{0,200}?\\s-U[ =]?[\"']?[^\\s%\"']{1,80}%)|",
        "\\becho\\s{1,3}[\"']?[\\w.-]{1,40}:(?=[^\\s\"'|]{3,100}[\"']?\\s{0,3}\\|\\s{0,3}(?:sudo\\s{1,3})?chpasswd)",
        ")([^\\s\"'|]{3,200})()",
      ],
      "g",
    ),
    replacement: keepBothEnds,
  },
  {
    what: "password option",
    hint: /\s[-/]/,
    pattern: joinPattern(
      [
        "((?:^|[\\s\"'`([,])(?:--?|/)(?:[a-z0-9]{1,16}[-_.]){0,3}(?:pass|password|passwd|passphrase|",
        "passcode|pwd|token|api-?key|apikey|secret|secret-?key|access-?key|private-?key|authkey|auth|",
        "[a-z]{0,8}(?:storepass|keypass)|pat|otp|credential|bearer|p12-?pass)(?:=|:|\\s{1,3}|",
        "[\"'],\\s{0,3}[\"'])[\"']?)([^\\s\"'-][^\\s\"']{3,200})()",
      ],
      "gi",
    ),
    replacement: (match, lead = "", secret = "", tail = "") =>
      isOptionValue(lead, secret)
        ? keepBothEnds(match, lead, secret.replace(/[)\],;]+$/, ""), tail + trailOf(secret))
        : match,
  },
  {
    what: "attached or short password option",
    hint: /\s-[pPaw]|htpasswd|wpa_passphrase|net\s{1,3}user?|rabbitmqctl|login\s|auth\s{1,3}init|_authToken\s/,
    pattern: new RegExp(`(${shortOptions})["']?([^\\s"'|<>&;-][^\\s"'|<>;]{3,200})()`, "g"),
    replacement: keepBothEndsIf((value) => !/^[a-z]+$/.test(value) || value.length > 6),
  },
  {
    what: "options for a user and a password",
    hint: /\s-[uU][ =]?\S/,
    pattern: joinPattern(
      [
        "(\\s-[uU][ =]?[^\\s:-]\\S{0,80}\\s{1,3}(?:[^\\s-]\\S{0,80}\\s{1,3})?-[pPw]\\s{1,3}[\"']?)",
        "([^\\s\"'$<(-][^\\s\"'|<>;]{3,200})()",
      ],
      "g",
    ),
    replacement: keepBothEndsIf((value) => looksChosen(value) && !/[:/\\]/.test(value)),
  },
  {
    what: "user and password for a tool of Oracle",
    hint: /sqlplus|sqlldr|expdp|impdp/,
    pattern: /(\b(?:sqlplus|sqlldr|expdp|impdp)\s[^\n]{0,60}?\b\w{1,40}\/)([^\s@/"']{4,200})(@)/g,
    replacement: keepBothEnds,
  },
  {
    what: "login of a data store",
    hint: /AUTH /,
    pattern: /(^(?:[\w.:[\]()-]{0,60}> ?|"?)AUTH (?:[\w-]{1,40} )?"?)([^\s"]{6,200})("?[ \t\r]{0,3}$)/gm,
    replacement: keepBothEndsIf(
      (value) => /\d/.test(value) && looksChosen(value) && !/MD5|OAUTH|SHA|SCRAM/.test(value),
    ),
  },
  {
    what: "password source of openssl",
    hint: /pass:/,
    pattern: /(\bpass:)(?=\S{3,200})([^\s"'`]{4,200})()/g,
    replacement: keepBothEndsIf(looksChosen),
  },
  {
    what: "secure string",
    hint: /securestring/i,
    pattern: /(ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?["'])([^"'\n]{3,200})(["'])/gi,
    replacement: keepBothEnds,
  },
  {
    what: "here-string for a prompt",
    hint: /<<</,
    pattern: /(\b(?:token|password|passwd|secret|login|key)\b[^\n<]{0,30}<<<\s{0,3}["']?)([^\s"'$]{8,400})()/gi,
    replacement: keepBothEndsIf((value) => looksChosen(value) || looksRandom(value)),
  },
  {
    what: "password fed to a prompt",
    hint: /\|/,
    pattern: joinPattern(
      [
        "(\\b(?:echo|printf)\\s{1,3}(?:-n\\s{1,3})?[\"']?)([^\\s\"'|]{4,200})([\"']?\\s{0,3}\\|\\s{0,3}(?:sudo\\s{1",
        ",3}-S|docker\\s{1,3}login|podman\\s{1,3}login|gh\\s{1,3}auth\\s{1,3}login|passwd|kinit|cryptsetup|",
        "openssl|base64\\s{1,3}-d)\\b)",
      ],
      "g",
    ),
    replacement: keepBothEndsIf((value) => !/^\$/.test(value) && (looksChosen(value) || looksRandom(value))),
  },
];

/** `--token <token>` and `--auth basic` describe; a value behind `=` or with a digit or a sign in it is one. */
function isOptionValue(lead: string, value: string): boolean {
  if (isPlaceholder(value) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value) || /[({]/.test(value)) return false;
  if (sameLetters(lead).endsWith(sameLetters(value))) return false;
  if (/^(?:https?:|[./~]|@)/.test(value) || /\.[a-z]{2,5}$/.test(value)) return false;
  if (/(?:token|auth|key|pat|otp|credential|bearer)(?:=|:|\s{1,3})["']?$/i.test(lead))
    return looksRandom(value) || (/=["']?$/.test(lead) && looksChosen(value));
  if (/\/\w+:$/.test(lead) || /=["']?$/.test(lead)) return true;
  return !/^[a-z]+$/.test(value) || /["'],\s{0,3}["']$/.test(lead);
}

/** `--client-secret clientSecret` repeats the name in place of a value. */
const sameLetters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

const trailOf = (value: string): string => /[)\],;]+$/.exec(value)?.[0] ?? "";

export const REDACTED = "[REDACTED]";

/** A secret that gives itself away by its form, whatever stands around it. */
interface SecretShape {
  readonly what: string;
  readonly pattern: RegExp;
  readonly replacement: (match: string, ...groups: string[]) => string;
}

const whole = () => REDACTED;
const keepLead = (_match: string, lead = "") => `${lead}${REDACTED}`;
const keepBothEnds = (match: string, lead = "", secret = "", tail = "") =>
  isPlaceholder(secret) ? match : `${lead}${REDACTED}${tail}`;

/** `${X}`, `$X`, `<x>`, `{{x}}`, `%x%`, `***`, `...`, `xxxx` and our own mark stand for a secret without being one. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:\$|<|\{|%[A-Za-z_]|\[|\.\.\.|…|#\{)/.test(value) ||
  /^[*•xX.…_-]+$/.test(value) ||
  /^(?:your|example|placeholder|dummy|insert|replace|enter|put)(?:[-_ ]|$)|^change-?me$/i.test(value) ||
  value.includes(REDACTED);

/** Prefixes vendors gave their keys so that scanners find them; what follows is the key. */
const vendorPrefixes = [
  "sk-(?:ant|proj|or|svcacct|admin|lf)-[\\w-]{12,}",
  "sk-[A-Za-z0-9]{20,}",
  "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}",
  "whsec_[A-Za-z0-9+/=]{16,}",
  "gh[pousr]_[A-Za-z0-9]{20,}",
  "github_pat_\\w{20,}",
  "gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[\\w-]{16,}",
  "xox[abeoprs]-[\\w-]{10,}",
  "xapp-\\d-[\\w-]{10,}",
  "AIza[\\w-]{30,}",
  "ya29\\.[\\w-]{16,}",
  "GOCSPX-[\\w-]{16,}",
  "npm_[A-Za-z0-9]{30,}",
  "pypi-[\\w-]{30,}",
  "SG\\.[\\w-]{16,}\\.[\\w-]{16,}",
  "hf_[A-Za-z0-9]{24,}",
  "(?:gsk|r8|lin_api|figd|sbp|dckr_pat|glsa|ntn|nfp|pul|sntrys|tskey|rnd|fo1|xai|nvapi|pplx|tvly|fw|csk)[-_][\\w-]{24,}",
  "do[opr]_v1_[a-f0-9]{32,}",
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}",
  "hv[sbr]\\.[\\w-]{20,}",
  "AGE-SECRET-KEY-1[A-Z0-9]{20,}",
  "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  "LTAI[A-Za-z0-9]{12,}",
  "AKID[A-Za-z0-9]{13,}",
  "(?:key|SK|AC)-?[0-9a-f]{32}(?![A-Za-z0-9])",
  "NRAK-[A-Z0-9]{20,}",
  "\\d{8,10}:AA[\\w-]{30,}",
  "[MNO][A-Za-z0-9_-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,}",
  "eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?",
] as const;

export const secretShapes: readonly SecretShape[] = [
  {
    what: "private key block",
    pattern:
      /(-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----)((?:[^-]|-(?!----))*)((?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----)?)/g,
    replacement: (match, begin = "", body = "", end = "") => {
      const key = end === "" ? leadingKeyLines(body) : body;
      if (!/[A-Za-z0-9+/=]{16}/.test(key)) return match;
      return `${begin}${REDACTED}${end === "" ? body.slice(key.length) : end}`;
    },
  },
  {
    what: "vendor key",
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${vendorPrefixes.join("|")})`, "g"),
    replacement: whole,
  },
  {
    what: "chat webhook",
    pattern:
      /(hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/)[\w/-]{16,}/g,
    replacement: keepLead,
  },
  {
    what: "user and password in a URL",
    pattern: /(\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"'`<>]{0,80}:)([^\s/?#"'`<>]{1,200})(@)/gi,
    replacement: keepBothEnds,
  },
  {
    what: "authorization header",
    pattern:
      /(\b(?:proxy-)?authorization\\{0,3}["']?[ \t]{0,3}[:=][ \t]{0,3}\\{0,3}["'`]?(?:bearer|basic|token|digest|apikey|bot|negotiate)?[ \t]{0,3})([\w.~+/=:-]{8,4096})()/gi,
    replacement: (match, lead = "", secret = "", tail = "") =>
      /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(secret) ? keepBothEnds(match, lead, secret, tail) : match,
  },
  {
    what: "bearer token",
    pattern: /(\bbearer\s{1,3})(?=[\w.~+/=-]{0,64}\d)([\w.~+/=-]{16,4096})/gi,
    replacement: keepLead,
  },
  {
    what: "cookie header",
    pattern:
      /((?:^|[^\w-])(?:set-)?cookie\\{0,3}["']?[ \t]{0,3}:[ \t]{0,3}\\{0,3}["'`]?)(?=[\w.!#$%&*+^|~-]{1,80}=)([^\n\r"'`\\]{3,4096})/gim,
    replacement: keepLead,
  },
  {
    what: "user and password on a command line",
    pattern:
      /((?:\bcurl\b|\bwget\b|\bhttp\b)[^\n]{0,400}?\s(?:-u|--user|--proxy-user|-U)[ =]?\\?["']?[^\s:"'$\\]{1,80}:(?!\/\/))([^\s"'\\]{1,200})()/g,
    replacement: keepBothEnds,
  },
  {
    what: "password option",
    pattern:
      /(\s--?(?:pass|password|passwd|passphrase|pwd|token|api-?key|secret|client-secret|auth-token|access-token|secret-key|docker-password)(?:=|\s{1,3})["']?)([^\s"'-][^\s"']{3,200})()/gi,
    replacement: (match, lead = "", secret = "", tail = "") =>
      /^[a-z]+$/.test(secret) && !/=["']?$/.test(lead) ? match : keepBothEnds(match, lead, secret, tail),
  },
  {
    what: "attached or short password option",
    pattern:
      /(\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,200}?\s-p|\bsshpass\s{1,3}-p[ \t]{0,3}|\bredis-cli\b[^\n]{0,200}?\s-a\s{1,3}|\bdocker\s{1,3}login\b[^\n]{0,200}?\s-p\s{1,3})["']?([^\s"']{4,200})/g,
    replacement: (match, lead = "", secret = "") => (isPlaceholder(secret) ? match : `${lead}${REDACTED}`),
  },
  {
    what: "XML element",
    pattern: /(<(?:[\w-]{1,30}[:.])?(?:password|passwd|pwd|secret|api-?_?key|token|passphrase)>)([^<\s]{4,400})(<\/)/gi,
    replacement: keepBothEnds,
  },
  {
    what: "XML setting",
    pattern:
      /(\b(?:key|name)=["'][\w.:-]{0,40}(?:password|passwd|pwd|secret|api-?_?key|token|passphrase)["'][ \t]{1,3}value=["'])([^"'\n]{4,400})(["'])/gi,
    replacement: keepBothEnds,
  },
  {
    what: "login line",
    pattern: /(\blogin[ \t]{1,3}\S{1,80}[ \t]{1,3}password[ \t]{1,3})(\S{3,200})()/gi,
    replacement: keepBothEnds,
  },
  {
    what: "AWS secret key behind its name",
    pattern: /(aws_secret_access_key[ \t]{1,3})[A-Za-z0-9/+=]{30,80}/gi,
    replacement: keepLead,
  },
  {
    what: "value behind the name of a variable",
    pattern:
      /(\b[A-Z][A-Z0-9_]{0,40}(?:_KEY|TOKEN|SECRET|PASSWORD)(?:[ \t]{1,3}|["'][ \t]{0,2},[ \t]{0,2}["']))(?=[^\s"']{0,40}\d)(?=[^\s"']{0,40}[A-Za-z])([\w.~+/=-]{16,400})/g,
    replacement: keepLead,
  },
  {
    what: "signed URL",
    pattern:
      /([?&](?:sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|sharedaccesssignature)=)[\w%+/=.~-]{16,2048}/gi,
    replacement: keepLead,
  },
];

/** Without an end mark the block was cut: only the lines that look like key material are taken. */
function leadingKeyLines(body: string): string {
  return /^(?:\s|\\[nr]|[\w-]{1,20}: [^\n]{0,120}\n|[A-Za-z0-9+/=]{16,})*/.exec(body)?.[0] ?? "";
}

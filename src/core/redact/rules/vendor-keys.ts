import { joinPattern } from "../../base/text";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { isScrambled } from "../words/random";

/** Prefixes vendors gave their keys so that scanners find them; what follows is the key. */
const vendorPrefixes = [
  "sk-(?:ant|proj|or|svcacct|admin|lf)-[\\w-]{12,}",
  "sk-[A-Za-z0-9]{20,}",
  "(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}",
  "whsec_[A-Za-z0-9+/=]{16,}",
  "gh[pousr]_[A-Za-z0-9]{20,}",
  "github_pat_\\w{20,}",
  "gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|ffct|oas)-[\\w-]{16,}",
  "xox[abceoprsd](?:\\.xox[bp])?-[\\w-]{10,}",
  "xapp-\\d-[\\w-]{10,}",
  "AIza[\\w-]{30,}",
  "ya29\\.[\\w-]{16,}",
  "1//0[\\w-]{24,}",
  "4/0A[\\w-]{24,}",
  "GOCSPX-[\\w-]{16,}",
  "npm_[A-Za-z0-9]{30,}",
  "pypi-[\\w-]{30,}",
  "rubygems_[a-f0-9]{32,}",
  "oy2[a-z0-9]{40,}",
  "SG\\.[\\w-]{16,64}\\.[\\w-]{16,}",
  "hf_[A-Za-z0-9]{24,}",
  `(?:${[
    "gsk|r8|lin_(?:api|oauth)|figd|sbp|sb_secret|dckr_(?:pat|oat)|gl(?:sa|c)|ntn|nfp|pul|sntry[su]|tskey|rnd|fo1",
    "xai|nvapi|pplx|tvly|fw|csk|sgp|phc|phx|rdme|shippo_(?:live|test)|pscale_(?:tkn|pw|oauth)|secret",
  ].join("|")})[-_](?=[\\w-]{0,40}\\d)[\\w-]{24,}`,
  "do[opr]_v1_[a-f0-9]{32,}",
  "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{24,}",
  "dapi[a-f0-9]{32}",
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}",
  "hv[sbr]\\.[\\w-]{20,}",
  "A[TC](?:ATT|CTT|BB)[\\w=-]{20,}",
  "sq0[a-z]{3}-[\\w-]{20,}",
  "EAA[A-Za-z0-9]{40,}",
  "PMAK-[a-f0-9]{24}-[a-f0-9]{32,}",
  "HRKU-[\\w-]{30,}",
  "pat[A-Za-z0-9]{14}\\.[a-f0-9]{40,}",
  "x(?:key|smtp)sib-[a-f0-9]{40,}[\\w-]{0,20}",
  "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-){4}[A-Z0-9]{5}",
  "ops_eyJ[\\w-]{40,}",
  "amzn\\.mws\\.[0-9a-f-]{36}",
  "ABSK[A-Za-z0-9+/=]{60,}",
  "FLWSECK[\\w-]{12,}",
  "v1\\.0-[a-f0-9]{24}-[a-f0-9]{40,}",
  "AGE-SECRET-KEY-1[A-Z0-9]{20,}",
  "(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  "LTAI[A-Za-z0-9]{12,}",
  "AKID[A-Za-z0-9]{13,}",
  "(?:key|SK|AC)-?[0-9a-f]{32}(?![A-Za-z0-9])",
  "NR(?:AK|II|RA|JS)-[A-Za-z0-9-]{20,}",
  "mfa\\.[\\w-]{60,}",
  "v[1-4]\\.(?:local|public)\\.[\\w-]{40,}",
  "sk\\.eyJ[\\w-]{30,}\\.[\\w-]{20,}",
  "dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{40,}",
  "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
  "EZ[AT]K[A-Za-z0-9]{40,}",
  "fc-[a-f0-9]{32}(?![A-Za-z0-9])",
  "(?:pat|access|token|secret|sk|key)-(?:[a-z]{2}\\d|sandbox|development|production|live|test|prod)-[0-9a-f-]{36}",
  "[MNO][A-Za-z0-9_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}",
  // A word in its middle must not begin a search to its end again and again.
  "eyJ(?<!(?<!\\\\)[\\w-]eyJ)[\\w-]{8,}\\.(?:eyJ[\\w-]{8,}(?:\\.[\\w-]*)?|\\.[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]{8,})",
] as const;

const vendorKey = new RegExp(vendorPrefixes.join("|"), "g");

const vendorKeyFrom = new RegExp(vendorPrefixes.join("|"), "y");

/** What the keys above begin with, as far as that is fixed. */
export const vendorKeyStarts: readonly string[] = [
  ..."sk- sk_ rk_ pk_ whsec_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- glptt- glft- glsoat-".split(
    " ",
  ),
  ..."glagent- glimt- glffct- gloas- xox xapp- AIza ya29. 1//0 4/0A GOCSPX- npm_ pypi- rubygems_ oy2 SG. hf_".split(
    " ",
  ),
  ..."gsk r8- r8_ lin_api lin_oauth figd sbp sb_secret dckr_ glsa glc- glc_ ntn nfp pul- pul_ sntrys sntryu".split(" "),
  ..."tskey rnd- rnd_ fo1- fo1_ xai nvapi pplx tvly fw- fw_ csk sgp phc- phc_ phx- phx_ rdme shippo_ pscale_".split(
    " ",
  ),
  ..."secret- secret_ doo_v1_ dop_v1_ dor_v1_ dp. dapi shpat_ shpca_ shppa_ shpss_ hvs. hvb. hvr. ATATT ATCTT".split(
    " ",
  ),
  ..."ATBB ACATT ACCTT ACBB sq0 EAA PMAK- HRKU- pat xkeysib- xsmtpsib- A3- ops_eyJ amzn.mws. ABSK FLWSECK v1.0-".split(
    " ",
  ),
  ..."AGE-SECRET-KEY-1 AKIA ASIA ABIA ACCA LTAI AKID NRAK- NRII- NRRA- NRJS- mfa. eyJ".split(" "),
  ..."sk.eyJ dt0 cio EZAK EZTK fc- access- token- key- v1.local. v2.local. v3.local. v4.local.".split(" "),
  ..."v1.public. v2.public. v3.public. v4.public.".split(" "),
];

/** Whether one of these keys begins at this place. */
export function isVendorKeyAt(text: string, at: number): boolean {
  vendorKeyFrom.lastIndex = at;
  return vendorKeyFrom.test(text);
}

/** Keys known by what they hold inside; looked for only where that is. */
const markedKeys: readonly { readonly mark: RegExp; readonly key: RegExp }[] = [
  { mark: /:AA/, key: /(?:bot)?\d{8,10}:AA[\w-]{30,}/g },
  { mark: /\.atlasv1\./, key: /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,}/g },
  { mark: /\dQ~/, key: /[\w.~-]{3}\dQ~[\w.~-]{31,34}/g },
  { mark: /-us\d/, key: /[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g },
];

/** A run that only a generator writes, behind a word or two: the form nearly all vendors follow. */
const longRun = /[_-]([A-Za-z0-9]{24,256})(?![A-Za-z0-9])/g;
const prefixBefore = /(?:^|[^A-Za-z0-9_-])([A-Za-z][A-Za-z0-9]{1,11}(?:[_-][A-Za-z0-9]{2,24}){0,2})$/;
const PREFIX_CHARS = 64;

/** The same in lower case, where only an underscore tells the run from the hash in the name of a file. */
const plainRun = joinPattern(
  [
    "(?<![A-Za-z0-9_-])([A-Za-z][A-Za-z0-9]{1,7}(?:_[A-Za-z0-9]{2,24}){0,2})_",
    "((?:[0-9a-f]{32,128}|[a-z0-9]{40,128})(?:_[0-9a-z]{6,16})?)(?![A-Za-z0-9])",
  ],
  "g",
);
/** Digits that stand apart: in words and dates they come in one group or two. */
const PLAIN_DIGIT_GROUPS = 6;

const isPlainKey = (prefix: string, run: string): boolean =>
  !idPrefix.test(prefix) && /[a-z]/.test(run) && (run.match(/\d+/g)?.length ?? 0) >= PLAIN_DIGIT_GROUPS;

/** The name of an access key or of an account, and the key beside it. */
const keyPair = joinPattern(
  [
    "((?:AKIA|ASIA|LTAI|AKID)[A-Za-z0-9]{12,40}|(?:AC|SK)[0-9a-f]{32})",
    "([\"'`]?[\\s:,;|/=]{1,3}[\"'`]?)([A-Za-z0-9+/]{28,44})(?![A-Za-z0-9+/])",
  ],
  "g",
);

/** Whether a long run of letters, digits, hyphens and underscores may be such a key, or a part of one. */
export function mayBeKey(text: string, start: number, end: number): boolean {
  otherParts.lastIndex = end;
  if (otherParts.test(text)) return true;
  const run = text.slice(start, end);
  if (/(?:key|SK|AC)-?[0-9a-f]{32}|[0-9a-f]{32}-us\d/.test(run)) return true;
  if ([...run.matchAll(plainRun)].some(([, prefix = "", key = ""]) => isPlainKey(prefix, key))) return true;
  return [...run.matchAll(longRun)].some((found) => isGenerated(found[1] ?? "", start + found.index, text));
}

/** Behind the first part of a key in three. */
const otherParts = /\.[\w-]{6}\.[\w-]{27}/y;

/** Keys that give themselves away, wherever they stand. */
export function redactVendorKeys(text: string): string {
  const known = markedKeys.reduce(
    (rest, { mark, key }) => (mark.test(rest) ? rest.replace(key, outsideWords) : rest),
    withoutPairs(text).replace(vendorKey, outsideWords),
  );
  const plain = known.replace(plainRun, (match: string, prefix: string, run: string) =>
    isPlainKey(prefix, run) ? `${prefix}_${REDACTED}` : match,
  );
  return plain.replace(longRun, (match: string, run: string, offset: number, whole: string) =>
    isGenerated(run, offset, whole) ? `${match.charAt(0)}${REDACTED}` : match,
  );
}

const withoutPairs = (text: string): string =>
  text.replace(keyPair, (match: string, id: string, sign: string, key: string) =>
    /[a-z]/.test(key) && /\d/.test(key) && (/[A-Z]/.test(key) || /^[AS][CK][0-9a-f]{32}$/.test(id))
      ? `${REDACTED}${sign}${REDACTED}`
      : match,
  );

function isGenerated(run: string, offset: number, whole: string): boolean {
  if (!isScrambled(run) || numberedId.test(run)) return false;
  const prefix = prefixBefore.exec(whole.slice(Math.max(0, offset - PREFIX_CHARS), offset))?.[1];
  return prefix !== undefined && !idPrefix.test(prefix);
}

/** In the middle of a word it is no key; an escape, a percent code or a terminal color before it ends a word. */
function outsideWords(match: string, offset: number, whole: string): string {
  const before = whole.slice(Math.max(0, offset - BEFORE_CHARS), offset);
  if (isPlaceholder(match)) return match;
  return /[A-Za-z0-9]$/.test(before) && !/(?:\\[a-z]|%[0-9A-F]{2}|\u001b\[[\d;]{0,8}[a-z])$/i.test(before)
    ? match
    : REDACTED;
}

const BEFORE_CHARS = 12;

/** Identifiers of one large vendor begin with a version, whatever they name: `agent_011CZk…`. */
const numberedId = /^01[1-9A-HJ-NP-Za-km-z]{22}$/;

/** Identifiers that APIs hand out in the same form: they name a thing and open nothing. */
const idPrefix = joinPattern(
  [
    "^(?:toolu|srvtoolu|tool|msg|message|call|req|request|resp|response|chatcmpl|cmpl|gen|rs|fc|ws|",
    "ci|item|run|step|thread|asst|file|org|user|usr|acct|proj|sess|session|evt|event|cus|sub|ch|pi|",
    "pm|in|txn|price|prod|plan|seti|batch|vs|trace|span|job|task|node|id|uid|sha\\d*|md5|blob|tree|",
    "commit|index|chunk|snap|img|image|container|build|dpl|prj|team|rev|version|test|fp|cache|",
    "msgbatch|container|skill|sig|part|leaf|art|artifact|upload|asset|doc|document|obj|object|tmp|temp|",
    "data|page|post|hash|diff|agent|env|ft|etag|ref|git|pkg|lib|bundle|layer|digest|snapshot|conv|chat|",
    "client|device|model|",
    "video|audio|media|order|invoice|table|row|view|module|class|func|var|name|v\\d+)(?:[_-]|$)",
  ],
  "i",
);

import type { Message } from "../../src/core/conversation/message";
import { call, failure, result, says, summary, user } from "./conversation";

/** A credential as it is met in the wild: the text around it, and the parts that must never be seen again. */
export interface Planted {
  readonly kind: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

/** The same numbers for the same seed, so that a failure can be looked at. */
export function createDice(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

type Dice = ReturnType<typeof createDice>;

const DIGITS = "0123456789";
const LOWER = "abcdefghijkmnopqrstuvwxyz";
const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";

const pick = (dice: Dice, signs: string): string => signs.charAt(dice(signs.length));
const run = (dice: Dice, signs: string, length: number): string =>
  Array.from({ length }, () => pick(dice, signs)).join("");
/** Letters of both cases and digits, some of each, as generators of keys give them. */
const key = (dice: Dice, length: number): string =>
  Array.from({ length: Math.ceil(length / 4) }, () => {
    return pick(dice, UPPER) + pick(dice, DIGITS) + pick(dice, LOWER) + pick(dice, LOWER + UPPER);
  })
    .join("")
    .slice(0, length);
const hex = (dice: Dice, length: number): string => `${run(dice, "0123456789abcdef", length - 4)}a1b2`;
const password = (dice: Dice): string =>
  `${pick(dice, UPPER)}${run(dice, LOWER, 5)}${run(dice, DIGITS, 3)}${pick(dice, "!-_+")}${run(dice, LOWER, 2)}`;

const one = (form: (secret: string) => string, make: (dice: Dice) => string) => (dice: Dice) => {
  const secret = make(dice);
  return { text: form(secret), secrets: [secret] };
};

const keyLines = (dice: Dice): readonly string[] => Array.from({ length: 5 }, () => key(dice, 64));
const privateKey = (name: string) => (dice: Dice) => {
  const lines = keyLines(dice);
  const mark = (side: string) => `-----${side} ${name} ${"KEY"}-----`;
  return { text: [mark("BEGIN"), ...lines, mark("END")].join("\n"), secrets: lines };
};

const kinds: Readonly<Record<string, (dice: Dice) => Omit<Planted, "kind">>> = {
  "GitHub token": one(
    (secret) => secret,
    (dice) => `gh${"p_"}${key(dice, 36)}`,
  ),
  "GitLab token": one(
    (secret) => `token ${secret}`,
    (dice) => `gl${"pat-"}${key(dice, 20)}`,
  ),
  "Anthropic key": one(
    (secret) => `key ${secret}`,
    (dice) => `sk-${"ant-api03-"}${key(dice, 48)}`,
  ),
  "OpenAI key": one(
    (secret) => `OPENAI_API_KEY=${secret}`,
    (dice) => `sk-${"proj-"}${key(dice, 48)}`,
  ),
  "AWS pair": (dice) => {
    const id = `AK${"IA"}${run(dice, UPPER + DIGITS, 16)}`;
    const secret = key(dice, 40);
    return { text: `aws_access_key_id = ${id}\naws_secret_access_key = ${secret}`, secrets: [id, secret] };
  },
  "Slack token": one(
    (secret) => secret,
    (dice) => `xox${"b-"}${run(dice, DIGITS, 12)}-${key(dice, 24)}`,
  ),
  "Stripe key": one(
    (secret) => secret,
    (dice) => `sk_${"live_"}${key(dice, 28)}`,
  ),
  "Google key": one(
    (secret) => `?key=${secret}`,
    (dice) => `AI${"za"}${key(dice, 35)}`,
  ),
  "web token": one(
    (secret) => `id_token ${secret}`,
    (dice) => `ey${"J"}${key(dice, 20)}.ey${"J"}${key(dice, 40)}.${key(dice, 43)}`,
  ),
  "RSA key": privateKey("RSA PRIVATE"),
  "OpenSSH key": privateKey("OPENSSH PRIVATE"),
  "cut key": (dice) => {
    const lines = keyLines(dice);
    return { text: [...lines, `-----END PRIVATE ${"KEY"}-----`].join("\n"), secrets: lines };
  },
  variable: one((secret) => `DB_PASSWORD=${secret}`, password),
  JSON: one((secret) => `{"user": "app", "password": "${secret}"}`, password),
  YAML: one((secret) => `db:\n  user: app\n  password: ${secret}\n`, password),
  header: one(
    (secret) => `Authorization: Bearer ${secret}`,
    (dice) => key(dice, 40),
  ),
  "key header": one(
    (secret) => `X-Api-Key: ${secret}`,
    (dice) => key(dice, 32),
  ),
  cookie: one(
    (secret) => `Set-Cookie: session=${secret}; HttpOnly`,
    (dice) => key(dice, 32),
  ),
  URL: one((secret) => `postgres://app:${secret}@db.internal:5432/shop`, password),
  query: one(
    (secret) => `https://api.example.com/v1?access_token=${secret}`,
    (dice) => key(dice, 40),
  ),
  "connection string": one((secret) => `Server=db;User Id=sa;Password=${secret};Encrypt=true`, password),
  curl: one((secret) => `curl -u admin:${secret} https://ci.example.com`, password),
  option: one((secret) => `deploy --password ${secret} --verbose`, password),
  table: one((secret) => `| user | password |\n|---|---|\n| app | ${secret} |`, password),
  tuple: one((secret) => `requests.get(url, auth=("app", "${secret}"))`, password),
  netrc: one((secret) => `machine git.example.com login bot password ${secret}`, password),
  hash: one(
    (secret) => `app:${secret}`,
    (dice) => `$2b$12$${key(dice, 53)}`,
  ),
  sentence: one((secret) => `the admin password is ${secret}, keep it`, password),
  "Chinese sentence": one((secret) => `数据库密码是 ${secret}，别外传`, password),
  "session token": one(
    (secret) => `PHPSESSID=${secret}`,
    (dice) => hex(dice, 32),
  ),
  "row of two cells": one((secret) => `| DB_PASSWORD | ${secret} |`, password),
  "default of a variable": one((secret) => `variable "db_password" {\n  default = "${secret}"\n}`, password),
  "image variable": one((secret) => `ENV ADMIN_PASSWORD ${secret}`, password),
  setter: one((secret) => `System.setProperty("javax.net.ssl.keyStorePassword", "${secret}");`, password),
  "answered prompt": one((secret) => `expect "Password:" { send "${secret}\\r" }`, password),
  "Traditional Chinese sentence": one((secret) => `資料庫的密碼為「${secret}」`, password),
  "share of a folder": one((secret) => `net use Z: \\\\nas\\share /user:ann ${secret}`, password),
  "vendor we do not know": one(
    (secret) => `zq_live_${secret}`,
    (dice) => key(dice, 40),
  ),
};

export const CREDENTIAL_KINDS = Object.keys(kinds);

export function plant(kind: string, dice: Dice): Planted {
  const make = kinds[kind];
  if (make === undefined) throw new Error(`no kind of credential is called ${kind}`);
  return { kind, ...make(dice) };
}

export const PLACES = ["user text", "assistant text", "tool output", "arguments", "file name", "alt text"] as const;
export type Place = (typeof PLACES)[number];

export const FILLER = "The parser reads the list twice and keeps what it found for the next step of the build. ".repeat(
  8,
);

/** A short task with a credential in one place, long enough for its middle to be folded. */
export function plantConversation(planted: Planted, place: Place, previous: "none" | "summary"): readonly Message[] {
  const at = (wanted: Place, plain: string): string => (place === wanted ? `${plain}\n${planted.text}\n` : plain);
  const alt = place === "alt text" ? `![shot of\n${planted.text}\n](shot.png)` : "";
  const path = place === "file name" ? `notes/${planted.text}.txt` : "notes/plan.txt";
  const script = place === "arguments" ? `run\n${planted.text}` : "make check";
  const opening = [user("Look around."), says("I will."), user("Start with the notes."), says("Reading.")];
  const earlier = previous === "summary" ? [summary(`## Goal\nGo on.\n\n## Critical Context\n${planted.text}`)] : [];
  const middle: readonly Message[] = [
    user(at("user text", `Please look at this. ${alt}`)),
    says(
      at("assistant text", "I decided to read it first, because it is small."),
      call("read_file", JSON.stringify({ path }), "a"),
    ),
    result("read_file", `${FILLER}\n${at("tool output", "1|nothing else")}`, "a"),
    says("Now the script.", call("terminal", JSON.stringify({ command: script }), "b")),
    failure("terminal", `${at("tool output", "starting")}\n${FILLER}\nTypeError: it broke\nexit code 1`, "b"),
    says(`It failed. ${FILLER}`),
    user(`Then try again. ${FILLER}`),
    says(FILLER, call("terminal", JSON.stringify({ command: "echo done" }), "c")),
    result("terminal", `${FILLER}\nexit code 0`, "c"),
    says(`It works. ${FILLER}`),
  ];
  const end = place === "user text" ? [user(`Good. Once more:\n${planted.text}`)] : [user("Good. Go on.")];
  return [...opening, ...earlier, ...middle, ...end, says("Working on it.")];
}
